// A round of Quick Guess: the word, the board, the clock and the mate.

import { useEffect } from "preact/hooks";
import { Board } from "../components/Board";
import { Briefing } from "../components/Briefing";
import { Bubble } from "../components/Bubble";
import { PencilTimer } from "../components/PencilTimer";
import { Progress } from "../components/Progress";
import { Tools } from "../components/Tools";
import { currentRound, type QuickGuess } from "../state/quick-guess";
import type { Session } from "../state/session";

/** Seconds left at which a screen reader is told. */
const TOLD = [10, 5];

export function PlayScreen({ session, game }: { session: Session; game: QuickGuess }) {
  const round = currentRound(game);
  useAnnouncements(session, game);
  if (!round) return null;
  const { t } = session;
  const name = session.nameOf(round.word.label);
  if (game.phase.name === "briefing") {
    return (
      <main id="main" class="play is-briefing">
        <Progress session={session} game={game} />
        <Briefing session={session} game={game} round={round} />
      </main>
    );
  }
  const closing = game.phase.name === "closing";
  return (
    <main id="main" class="play">
      <Progress session={session} game={game} />
      <div class="task">
        <h1 class="task-word">
          <small>{t("round.draw")}</small> <span data-testid="word">{name}</span>
        </h1>
        <PencilTimer session={session} turn={game.turn} stopped={!game.linked} />
      </div>
      <div class="sheet">
        <Board session={session} key={game.current} />
        {closing && (
          <div class="sheet-over">
            <p>{t("round.closing")}</p>
            {session.link.value.name !== "open" && (
              <button type="button" class="button" onClick={session.skip}>
                {t("round.next")}
              </button>
            )}
          </div>
        )}
      </div>
      <Bubble session={session} round={round} closing={closing} />
      <Tools session={session} active={!closing} />
    </main>
  );
}

function useAnnouncements(session: Session, game: QuickGuess): void {
  const round = currentRound(game);
  const drawing = game.phase.name === "drawing";
  const first = round?.guesses[0]?.label;
  const shown = Math.ceil(session.left.value / 1000);
  useEffect(() => {
    if (drawing && round) {
      session.say("status.begin", { word: session.nameOf(round.word.label), seconds: game.turn / 1000 });
    }
  }, [game.current, drawing]);
  useEffect(() => {
    if (drawing && first) session.say("status.sees", { word: session.nameOf(first) });
  }, [first]);
  useEffect(() => {
    if (drawing && TOLD.includes(shown)) session.say("status.left", { seconds: shown });
  }, [shown]);
}

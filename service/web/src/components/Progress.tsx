// The six words as small sheets: done, now, to come. The state is told by a sign as well as by colour.

import type { QuickGuess, Round } from "../state/quick-guess";
import type { Session } from "../state/session";
import { Icon } from "./Icon";
import { Sketch } from "./Sketch";

export function Progress({ session, game }: { session: Session; game: QuickGuess }) {
  const label = session.t("round.progress", { number: game.current + 1, count: game.rounds.length });
  return (
    <div class="progress" role="img" aria-label={label}>
      {game.rounds.map((round, i) => (
        <span key={i} class={`progress-sheet ${sheetClass(round, i === game.current)}`}>
          {round.outcome && round.drawing.length > 0 && <Sketch drawing={round.drawing} />}
          {round.outcome && <Icon name={round.outcome.name === "guessed" ? "check" : "dots"} />}
        </span>
      ))}
    </div>
  );
}

function sheetClass(round: Round, now: boolean): string {
  if (round.outcome) return round.outcome.name === "guessed" ? "is-won" : "is-done";
  return now ? "is-now" : "";
}

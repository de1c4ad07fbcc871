// What the mate says about the drawing on the board.

import { SURE, type Round } from "../state/quick-guess";
import type { Session } from "../state/session";
import { GuessList } from "./GuessList";
import { Mate, type Mood } from "./Mate";

/** From this on a guess is said with an exclamation mark. */
const EMPHATIC = 0.75;

export function Bubble({ session, round, closing }: { session: Session; round: Round; closing: boolean }) {
  const { mood, line, guess } = remark(session, round, closing);
  return (
    <section class="talk" aria-label={session.t("mate.guesses")}>
      <Mate mood={mood} />
      <div class="bubble">
        <p class="bubble-line">{line}</p>
        {guess && <p class="bubble-guess">{guess}</p>}
        {guess && <GuessList session={session} guesses={round.guesses} word={null} />}
      </div>
    </section>
  );
}

interface Remark {
  mood: Mood;
  line: string;
  guess: string | null;
}

function remark(session: Session, round: Round, closing: boolean): Remark {
  const { t, link } = session;
  if (link.value.name === "offline") return { mood: "asleep", line: t("mate.asleep"), guess: null };
  if (link.value.name === "busy") return { mood: "asleep", line: t("mate.busy"), guess: null };
  if (round.refusal !== null) return { mood: "puzzled", line: t("mate.refused"), guess: null };
  const first = round.guesses[0];
  const guess = first ? `${session.nameOf(first.label)}${first.probability < EMPHATIC ? "?" : "!"}` : null;
  if (closing) return { mood: "puzzled", line: t("round.closing"), guess };
  if (!first) {
    const line = t(round.drawing.length ? "mate.puzzled" : "mate.waiting");
    return { mood: round.drawing.length ? "puzzled" : "watching", line, guess: null };
  }
  return { mood: first.probability < SURE ? "puzzled" : "seeing", line: t("mate.sees"), guess };
}

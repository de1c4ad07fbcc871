// The AI's first three, with how sure it is of each.

import type { Guess } from "../api/messages";
import type { Session } from "../state/session";

interface Props {
  session: Session;
  guesses: readonly Guess[];
  /** The word that was to be drawn; it is marked where it appears. */
  word: string | null;
}

export function GuessList({ session, guesses, word }: Props) {
  return (
    <ol class="guesses">
      {guesses.slice(0, 3).map((guess) => (
        <li key={guess.label} class={guess.label === word ? "is-word" : ""}>
          <span class="guess-name">{session.nameOf(guess.label)}</span>
          <span class="guess-share">{session.percent(guess.probability)}</span>
          <span class="guess-bar" aria-hidden="true">
            <span style={{ width: `${Math.round(guess.probability * 100)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

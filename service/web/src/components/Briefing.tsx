// The note between two rounds: how the last one went, and the next word.

import { useEffect, useRef } from "preact/hooks";
import { previousRound, type QuickGuess, type Round } from "../state/quick-guess";
import type { Session } from "../state/session";
import { Mate } from "./Mate";
import { Sketch } from "./Sketch";

export function Briefing({ session, game, round }: { session: Session; game: QuickGuess; round: Round }) {
  const { t } = session;
  const go = useRef<HTMLButtonElement>(null);
  useEffect(() => go.current?.focus(), [game.current]);
  const before = previousRound(game);
  const online = session.link.value.name === "open";
  return (
    <section class="note" aria-labelledby="note-word">
      {before && (
        <p class={`note-before is-${before.outcome?.name ?? ""}`}>
          <Mate mood={before.outcome?.name === "guessed" ? "happy" : "sorry"} />
          <span>{told(session, before)}</span>
          {before.drawing.length > 0 && <Sketch drawing={before.drawing} />}
        </p>
      )}
      <p class="note-number">{t("briefing.word", { number: game.current + 1, count: game.rounds.length })}</p>
      <h1 id="note-word" class="note-word">
        <small>{t("briefing.draw")}</small> <span>{session.nameOf(round.word.label)}</span>
      </h1>
      <p class="note-time">{t("briefing.time", { seconds: game.turn / 1000 })}</p>
      <div class="note-buttons">
        <button ref={go} type="button" class="button button-main" disabled={!online} onClick={session.begin}>
          {t("briefing.go")}
        </button>
        <button type="button" class="button" disabled={!online} onClick={session.skip}>
          {t("briefing.skip")}
        </button>
      </div>
    </section>
  );
}

function told(session: Session, { word, outcome }: Round): string {
  const name = session.nameOf(word.label);
  switch (outcome?.name) {
    case "guessed":
      return session.t("briefing.guessed", { word: name, seconds: session.seconds(outcome.after) });
    case "skipped":
      return session.t("briefing.skipped", { word: name });
    case "unjudged":
      return session.t("briefing.unjudged", { word: name });
    default:
      return session.t("briefing.missed", { word: name });
  }
}

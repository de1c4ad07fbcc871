// One drawing of the gallery: the picture, its replay, what the AI thought, and files to keep.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fileName, toRecord, toSvg } from "../canvas/files";
import { duration, until } from "../canvas/stroke";
import type { Round } from "../state/quick-guess";
import type { Session } from "../state/session";
import { download } from "./download";
import { GuessList } from "./GuessList";
import { Icon } from "./Icon";
import { Sketch } from "./Sketch";

interface Props {
  session: Session;
  round: Round;
  number: number;
  /** Grows each time all cards are asked to play. */
  cue: number;
}

/** How long a replay stands still at its end, in ms. */
const REST_MS = 400;

export function Card({ session, round, number, cue }: Props) {
  const { t } = session;
  /** Milliseconds into the replay; null while the whole drawing is shown. */
  const at = useSignal<number | null>(null);
  const playing = useSignal(false);
  const name = session.nameOf(round.word.label);
  const blank = round.drawing.length === 0;
  const length = duration(round.drawing);

  useEffect(() => {
    if (cue > 0 && !blank) playing.value = true;
  }, [cue]);

  useEffect(() => {
    if (!playing.value) return;
    const begun = performance.now();
    let frame = requestAnimationFrame(function show(now) {
      const elapsed = now - begun;
      if (elapsed > length + REST_MS) playing.value = false;
      else frame = requestAnimationFrame(show);
      at.value = elapsed;
    });
    return () => {
      cancelAnimationFrame(frame);
      at.value = null;
    };
  }, [playing.value]);

  const won = round.outcome?.name === "guessed";
  const shown = at.value === null ? round.drawing : until(round.drawing, at.value);
  return (
    <li class={`card ${won ? "is-won" : ""}`}>
      <figure>
        <div class="card-picture">
          {blank ? (
            <p class="card-blank">{t("gallery.nothing")}</p>
          ) : (
            <Sketch drawing={shown} label={t("gallery.picture", { word: name })} />
          )}
        </div>
        <figcaption>
          <h2>{name}</h2>
          <p class="card-outcome">
            <Icon name={won ? "check" : "dots"} />
            {outcomeText(session, round)}
          </p>
        </figcaption>
      </figure>
      <div class="card-thought">
        <h3>{t("gallery.thought")}</h3>
        {round.guesses.length ? (
          <GuessList session={session} guesses={round.guesses} word={round.word.label} />
        ) : (
          <p class="card-silent">{t("gallery.silent")}</p>
        )}
      </div>
      <div class="card-buttons">
        <button
          type="button"
          class="tool"
          disabled={blank}
          aria-label={`${t(playing.value ? "gallery.stop" : "gallery.replay")}: ${name}`}
          onClick={() => (playing.value = !playing.value)}
        >
          <Icon name={playing.value ? "stop" : "play"} />
          {t(playing.value ? "gallery.stop" : "gallery.replay")}
        </button>
        <button
          type="button"
          class="tool"
          disabled={blank}
          aria-label={`${t("gallery.svg")}: ${name}`}
          onClick={() =>
            download(fileName(round.word.label, number, "svg"), "image/svg+xml", toSvg(round.drawing, name))
          }
        >
          <Icon name="save" />
          {t("gallery.svg")}
        </button>
        <button
          type="button"
          class="tool"
          disabled={blank}
          aria-label={`${t("gallery.json")}: ${name}`}
          onClick={() =>
            download(
              fileName(round.word.label, number, "json"),
              "application/json",
              toRecord(round.drawing, round.word.label, won),
            )
          }
        >
          <Icon name="save" />
          {t("gallery.json")}
        </button>
      </div>
    </li>
  );
}

function outcomeText(session: Session, { outcome }: Round): string {
  switch (outcome?.name) {
    case "guessed":
      return session.t("gallery.guessed", { seconds: session.seconds(outcome.after) });
    case "skipped":
      return session.t("gallery.skipped");
    case "unjudged":
      return session.t("gallery.unjudged");
    default:
      return session.t("gallery.missed");
  }
}

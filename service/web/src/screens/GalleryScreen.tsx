// After six rounds: every drawing with what the AI made of it.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Card } from "../components/Card";
import { Icon } from "../components/Icon";
import { Mate } from "../components/Mate";
import type { QuickGuess } from "../state/quick-guess";
import type { Session } from "../state/session";

export function GalleryScreen({ session, game }: { session: Session; game: QuickGuess }) {
  const { t } = session;
  const heading = useRef<HTMLHeadingElement>(null);
  const cue = useSignal(0);
  useEffect(() => heading.current?.focus(), []);
  const won = game.rounds.filter((round) => round.outcome?.name === "guessed").length;
  const online = session.link.value.name === "open";
  return (
    <main id="main" class="gallery">
      <header class="gallery-head">
        <Mate mood={won * 2 >= game.rounds.length ? "happy" : "watching"} />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t("gallery.heading")}
          </h1>
          <p class="gallery-score" data-testid="score">
            {t("gallery.score", { won, count: game.rounds.length })}
          </p>
        </div>
        <div class="gallery-buttons">
          <button type="button" class="button button-main" disabled={!online} onClick={session.start}>
            {t("gallery.again")}
          </button>
          <button type="button" class="button" onClick={() => (cue.value += 1)}>
            <Icon name="play" />
            {t("gallery.replay.all")}
          </button>
        </div>
      </header>
      <ul class="cards">
        {game.rounds.map((round, i) => (
          <Card key={i} session={session} round={round} number={i + 1} cue={cue.value} />
        ))}
      </ul>
    </main>
  );
}

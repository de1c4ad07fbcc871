// Which screen is shown, and what is on every screen: the banner, the way home and the voice for screen readers.

import { LinkBanner } from "./components/LinkBanner";
import { Wordmark } from "./components/Wordmark";
import { GalleryScreen } from "./screens/GalleryScreen";
import { HomeScreen } from "./screens/HomeScreen";
import { PlayScreen } from "./screens/PlayScreen";
import type { Session } from "./state/session";

export function App({ session }: { session: Session }) {
  const game = session.game.value;
  return (
    <>
      <LinkBanner session={session} />
      {game !== null && (
        <header class="top">
          <button type="button" class="top-home" aria-label={session.t("app.home")} onClick={session.leave}>
            <Wordmark />
          </button>
        </header>
      )}
      {game === null && <HomeScreen session={session} />}
      {game !== null && game.phase.name !== "gallery" && <PlayScreen session={session} game={game} />}
      {game?.phase.name === "gallery" && <GalleryScreen session={session} game={game} />}
      <p role="status" class="visually-hidden">
        {session.announcement.value}
      </p>
    </>
  );
}

// Why buttons are disabled: the service cannot be reached, or asks for patience.

import type { Session } from "../state/session";
import { Icon } from "./Icon";

export function LinkBanner({ session }: { session: Session }) {
  const link = session.link.value;
  const playing = session.game.value !== null;
  let message = "";
  if (link.name === "offline") message = session.t(playing ? "link.offline" : "link.offline.home");
  if (link.name === "busy") message = session.t("link.busy", { seconds: link.seconds });
  return (
    <div role="alert" class="banner-place">
      {message && (
        <p class="banner">
          <Icon name="cloud" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}

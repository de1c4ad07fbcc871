// What can be done to the ink of the round, and how touch is treated.

import { pointCount } from "../canvas/stroke";
import type { Session } from "../state/session";
import { Icon } from "./Icon";

export function Tools({ session, active }: { session: Session; active: boolean }) {
  const { t } = session;
  const inked = pointCount(session.drawing.value) > 0 || session.live.value !== null;
  const online = session.link.value.name === "open";
  const acceptAll = session.settings.value.acceptAll;
  return (
    <div class="tools">
      <div class="tools-row">
        <button type="button" class="tool" disabled={!active || !inked} onClick={session.undo}>
          <Icon name="undo" />
          {t("tool.undo")}
        </button>
        <button type="button" class="tool" disabled={!active || !inked} onClick={session.clear}>
          <Icon name="clear" />
          {t("tool.clear")}
        </button>
        <button type="button" class="tool" disabled={!active || !online} onClick={session.skip}>
          <Icon name="skip" />
          {t("tool.skip")}
        </button>
      </div>
      <div class="tools-notes">
        <button
          type="button"
          class="toggle"
          aria-pressed={acceptAll}
          title={t("tool.touch.hint")}
          onClick={() => session.change({ acceptAll: !acceptAll })}
        >
          <span class="toggle-knob" aria-hidden="true" />
          {t("tool.touch")}
        </button>
        <details class="keys">
          <summary>
            <Icon name="keys" />
            {t("tool.keys")}
          </summary>
          <p id="board-help">{t("board.help")}</p>
        </details>
      </div>
    </div>
  );
}

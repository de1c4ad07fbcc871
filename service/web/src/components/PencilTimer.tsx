// Time left, as a pencil that gets shorter and as a number.

import { secondsToShow } from "../state/countdown";
import type { Session } from "../state/session";

/** The last seconds, in which the pencil changes its look. */
const LAST_SECONDS = 5;

interface Props {
  session: Session;
  turn: number;
  stopped: boolean;
}

export function PencilTimer({ session, turn, stopped }: Props) {
  const left = session.left.value;
  const shown = secondsToShow(left);
  const label = session.t("round.left", { seconds: shown });
  return (
    <div class={`timer ${shown <= LAST_SECONDS ? "is-short" : ""} ${stopped ? "is-stopped" : ""}`}>
      <div class="pencil" aria-hidden="true">
        <span class="pencil-rubber" />
        <span class="pencil-ring" />
        <span class="pencil-body" style={{ flexGrow: left / turn }} />
        <span class="pencil-point" />
        <span class="pencil-used" style={{ flexGrow: 1 - left / turn }} />
      </div>
      <p class="timer-number" role="timer" aria-label={stopped ? session.t("round.stopped") : label}>
        {shown}
      </p>
    </div>
  );
}

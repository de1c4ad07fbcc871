// Whether the service can be reached, and getting back to it: probing for ever, with longer and longer waits.

import { ApiFault, type Fault } from "./client";

export type LinkState =
  | { readonly name: "open" }
  | { readonly name: "offline" }
  /** The service asked for patience; `seconds` as of when it did. */
  | { readonly name: "busy"; readonly seconds: number };

export interface Link {
  state(): LinkState;
  /** A call went wrong. */
  report(fault: Fault): void;
  /** The browser says that the network is gone. */
  lose(): void;
  /** Something says that the connection may be back: try at once. */
  wake(): void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** `probe` is any cheap call to the service; `changed` hears of every new state. */
export function createLink(
  probe: () => Promise<unknown>,
  changed: (state: LinkState) => void,
  random: () => number = Math.random,
): Link {
  let state: LinkState = { name: "open" };
  let timer: ReturnType<typeof setTimeout> | null = null;
  let probing = false;
  let failures = 0;

  function become(next: LinkState): void {
    if (next.name === state.name && next.name !== "busy") return;
    state = next;
    changed(next);
  }

  function plan(delay: number, then: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      then();
    }, delay);
  }

  function open(): void {
    failures = 0;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    become({ name: "open" });
  }

  function report(fault: Fault): void {
    switch (fault.kind) {
      case "refused":
        open();
        break;
      case "busy":
        become({ name: "busy", seconds: fault.seconds });
        plan(fault.seconds * 1000, open);
        break;
      case "unreachable": {
        become({ name: "offline" });
        const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
        failures += 1;
        plan(longest * (0.5 + random() / 2), tryNow);
        break;
      }
    }
  }

  function tryNow(): void {
    if (probing) return;
    probing = true;
    probe()
      .then(open, (error: unknown) => report(error instanceof ApiFault ? error.fault : { kind: "unreachable" }))
      .finally(() => {
        probing = false;
      });
  }

  return {
    state: () => state,
    report,
    lose: () => report({ kind: "unreachable" }),
    wake: () => {
      if (state.name === "offline") tryNow();
    },
  };
}

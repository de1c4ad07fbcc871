import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFault, type Api, type Fault } from "../src/api/client";
import { createGuesser, PACE_MS, SETTLE_MS } from "../src/api/guesser";
import { createLink, type LinkState } from "../src/api/link";
import type { Answer, RecogniseRequest } from "../src/api/messages";
import { fromColumns } from "../src/canvas/stroke";

const INK = fromColumns([[[1, 2], [3, 4], [0, 9]]]);
const ANSWER: Answer = { label: "cat", state: "ok", top: [{ label: "cat", probability: 0.9 }] };

function table() {
  const asked: { request: RecogniseRequest; reply: (answer: Answer) => void; fail: (fault: Fault) => void }[] = [];
  const probes: { reply: () => void; fail: () => void }[] = [];
  const heard: number[] = [];
  const links: LinkState[] = [];
  const api: Api = {
    labels: () => Promise.reject(new Error("unused")),
    recognise: (request) =>
      new Promise((resolve, reject) => {
        asked.push({ request, reply: resolve, fail: (fault) => reject(new ApiFault(fault)) });
      }),
  };
  const probe = () =>
    new Promise<void>((resolve, reject) =>
      probes.push({ reply: resolve, fail: () => reject(new ApiFault({ kind: "unreachable" })) }),
    );
  const link = createLink(probe, (state) => {
    links.push(state);
    if (state.name === "open") guesser.resume();
  }, () => 1);
  const ears = { heard: (look: { round: number }) => heard.push(look.round), refused: () => undefined };
  const guesser = createGuesser(api, link, ears, () => Date.now());
  const see = (round = 0, final = false) => guesser.see({ round, drawing: INK, final });
  return { asked, probes, heard, links, link, guesser, see };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("new ink is sent soon, more ink at the pace, and never two requests at once", async () => {
  const { asked, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  expect(asked).toHaveLength(1);
  for (let i = 0; i < 20; i++) {
    see();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(asked).toHaveLength(1);
  asked[0]?.reply(ANSWER);
  await vi.advanceTimersByTimeAsync(PACE_MS);
  expect(asked).toHaveLength(2);
});

test("without new ink nothing is asked again", async () => {
  const { asked, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  asked[0]?.reply(ANSWER);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test("an answer that comes after the round was left is not heard", async () => {
  const { asked, heard, guesser, see } = table();
  see(0);
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  guesser.rest();
  see(1);
  asked[0]?.reply(ANSWER);
  await vi.advanceTimersByTimeAsync(PACE_MS);
  expect(heard).toEqual([]);
  asked[1]?.reply(ANSWER);
  await settle();
  expect(heard).toEqual([1]);
});

test("the last look does not wait and asks for the whole drawing", async () => {
  const { asked, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  see(0, true);
  asked[0]?.reply(ANSWER);
  await settle();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ request }) => request.partial)).toEqual([true, false]);
});

test("busy: it waits as long as it was told, then asks again by itself", async () => {
  const { asked, links, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  asked[0]?.fail({ kind: "busy", seconds: 3 });
  await settle();
  expect(links).toEqual([{ name: "busy", seconds: 3 }]);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100 + PACE_MS);
  expect(asked).toHaveLength(2);
  expect(links.at(-1)).toEqual({ name: "open" });
});

test("offline: longer and longer waits, and at once when something wakes it", async () => {
  const { asked, probes, links, link, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  asked[0]?.fail({ kind: "unreachable" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(probes).toHaveLength(1);
  probes[0]?.fail();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(probes).toHaveLength(1);
  link.wake();
  expect(probes).toHaveLength(2);
  probes[1]?.reply();
  await vi.advanceTimersByTimeAsync(PACE_MS);
  expect(links.map((state) => state.name)).toEqual(["offline", "open"]);
  expect(asked).toHaveLength(2);
});

test("a refused drawing is not sent again until it changes", async () => {
  const { asked, links, see } = table();
  see();
  await vi.advanceTimersByTimeAsync(SETTLE_MS);
  asked[0]?.fail({ kind: "refused", status: 413, code: "too_many_points" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(1);
  expect(links).toEqual([]);
});

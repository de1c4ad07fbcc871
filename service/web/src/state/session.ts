// The page's one live record: signals for what is shown, and the only place where time, network and rules meet.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Api } from "../api/client";
import { ApiFault } from "../api/client";
import { createGuesser } from "../api/guesser";
import { createLink, type LinkState } from "../api/link";
import type { Label } from "../api/messages";
import { IDLE, step, type PenInput, type PenState } from "../canvas/pen";
import type { Drawing, Stroke } from "../canvas/stroke";
import { percent, seconds, text, type TextKey } from "../i18n/languages";
import * as quickGuess from "./quick-guess";
import type { Action, QuickGuess } from "./quick-guess";
import { loadSettings, recentWords, rememberWords, saveSettings, type Settings } from "./settings";
import { chooseWords } from "./words";

export type WordList =
  | { name: "loading" }
  | { name: "ready"; labels: readonly Label[] }
  /** `code` is the service's reason. */
  | { name: "failed"; code: string };

const TICK_MS = 100;
/** Not heard and not seen, but a change to a live region, which is silent when its text stays the same. */
const SAID_AGAIN = "\u00a0";

export type Session = ReturnType<typeof createSession>;

export function createSession(api: Api, store: Storage | null, languages: readonly string[]) {
  const now = () => performance.now();

  const settings = signal<Settings>(loadSettings(store, languages));
  const words = signal<WordList>({ name: "loading" });
  const link = signal<LinkState>({ name: "open" });
  /** null on the start screen. */
  const game = signal<QuickGuess | null>(null);
  /** The stroke under the pen, in an object of its own for every change so that the board repaints. */
  const live = signal<{ stroke: Stroke } | null>(null);
  /** Milliseconds left in the round. */
  const left = signal(0);
  /** What a screen reader says next. */
  const announcement = signal("");

  const drawing = computed<Drawing>(() => {
    const playing = game.value;
    return playing === null ? [] : (quickGuess.currentRound(playing)?.drawing ?? []);
  });
  const names = computed(() => new Map(words.value.name === "ready" ? words.value.labels.map((l) => [l.label, l]) : []));

  let pen: PenState = IDLE;
  /** Clock reading at the first point of the drawing; null while there is no ink. */
  let inkStart: number | null = null;

  const watch = createLink(loadWords, (state) => {
    batch(() => {
      link.value = state;
      dispatch({ type: "link", open: state.name === "open", at: now() });
    });
    if (state.name === "open") guesser.resume();
  });

  const guesser = createGuesser(
    api,
    watch,
    {
      heard: ({ round, final }, answer) =>
        dispatch({ type: "answer", round, answer, final, at: now(), live: live.value?.stroke ?? null }),
      refused: ({ round, final }, code) => dispatch({ type: "refuse", round, code, final }),
    },
    now,
  );

  async function loadWords(): Promise<void> {
    const { labels } = await api.labels();
    if (words.value.name !== "ready") words.value = { name: "ready", labels };
  }

  function fetchWords(): void {
    words.value = { name: "loading" };
    loadWords().catch((error: unknown) => {
      const fault = error instanceof ApiFault ? error.fault : ({ kind: "unreachable" } as const);
      if (fault.kind === "refused") words.value = { name: "failed", code: fault.code };
      watch.report(fault);
      if (fault.kind === "busy") setTimeout(fetchWords, fault.seconds * 1000);
    });
  }

  function dispatch(action: Action): void {
    const before = game.peek();
    if (before === null) return;
    const after = quickGuess.apply(before, action);
    if (after === before) return;
    batch(() => {
      game.value = after;
      left.value = quickGuess.roundTimeLeft(after, now());
      if (after.phase.name !== "drawing" && before.phase.name === "drawing") layPenDown();
    });
    const moved = after.current !== before.current || after.phase.name !== before.phase.name;
    if (moved && after.phase.name === "closing") {
      guesser.rest();
      guesser.see({ round: after.current, drawing: drawing.peek(), final: true });
    } else if (moved) {
      guesser.rest();
    }
  }

  function layPenDown(): void {
    pen = IDLE;
    live.value = null;
    inkStart = null;
  }

  function look(): void {
    const playing = game.peek();
    if (playing?.phase.name !== "drawing") return;
    const strokes = live.peek() === null ? drawing.peek() : [...drawing.peek(), live.peek()!.stroke];
    if (strokes.length) guesser.see({ round: playing.current, drawing: strokes, final: false });
    else inkStart = null;
  }

  function ink(input: PenInput): void {
    if (game.peek()?.phase.name !== "drawing") return;
    if (input.type === "down") inkStart ??= input.at;
    const timed = "at" in input ? { ...input, at: input.at - (inkStart ?? input.at) } : input;
    const next = step(pen, timed);
    pen = next.state;
    batch(() => {
      if (next.finished) dispatch({ type: "stroke", stroke: next.finished });
      live.value = pen.name === "inking" ? { stroke: pen.stroke } : null;
    });
    look();
  }

  /** Adds a whole stroke, made by `make` for the time (ms into the drawing) at which it begins. */
  function addStroke(make: (at: number) => Stroke): void {
    if (game.peek()?.phase.name !== "drawing") return;
    inkStart ??= now();
    const last = drawing.peek().at(-1)?.t.at(-1) ?? 0;
    dispatch({ type: "stroke", stroke: make(Math.max(last, now() - inkStart)) });
    look();
  }

  function takeBack(action: "undo" | "clear"): void {
    const had = drawing.peek().length + (live.peek() ? 1 : 0);
    if (had === 0 || game.peek()?.phase.name !== "drawing") return;
    batch(() => {
      const inking = pen.name === "inking";
      pen = IDLE;
      live.value = null;
      if (action === "clear" || !inking) dispatch({ type: action });
    });
    guesser.rest();
    look();
    say(action === "undo" ? "status.undone" : "status.cleared");
  }

  function start(): void {
    if (words.value.name !== "ready" || link.value.name !== "open") return;
    const chosen = chooseWords(words.value.labels, recentWords(store), Math.random);
    rememberWords(store, chosen.map((word) => word.label));
    const next = quickGuess.newGame(chosen, settings.value.turn * 1000, true);
    batch(() => {
      layPenDown();
      game.value = next;
      left.value = next.turn;
    });
  }

  function leave(): void {
    guesser.rest();
    batch(() => {
      layPenDown();
      game.value = null;
    });
  }

  function tick(): void {
    const playing = game.peek();
    if (playing?.phase.name !== "drawing") return;
    left.value = Math.min(left.peek(), quickGuess.roundTimeLeft(playing, now()));
    if (left.peek() <= 0) dispatch({ type: "expire", at: now(), live: live.peek()?.stroke ?? null });
  }

  function change(part: Partial<Settings>): void {
    settings.value = { ...settings.value, ...part };
    saveSettings(store, settings.value);
  }

  /** The text in the player's language. */
  function t(key: TextKey, values: Record<string, string | number> = {}): string {
    return text(settings.value.language, key, values);
  }

  /** The name of a label in the player's language. */
  function nameOf(label: string): string {
    const known = names.value.get(label);
    return known?.names[settings.value.language] ?? known?.names["en"] ?? label;
  }

  function say(key: TextKey, values: Record<string, string | number> = {}): void {
    const message = text(settings.peek().language, key, values);
    announcement.value = message === announcement.peek() ? message + SAID_AGAIN : message;
  }

  /** Binds the session to the page's clock and network; returns how to let go. */
  function run(): () => void {
    const timer = setInterval(tick, TICK_MS);
    const stopLanguage = effect(() => {
      document.documentElement.lang = settings.value.language;
      document.title = t("app.title");
    });
    const seen = () => {
      tick();
      if (document.visibilityState === "visible") watch.wake();
    };
    const wake = () => watch.wake();
    const lose = () => watch.lose();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", wake);
    window.addEventListener("offline", lose);
    fetchWords();
    return () => {
      clearInterval(timer);
      stopLanguage();
      guesser.rest();
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", wake);
      window.removeEventListener("offline", lose);
    };
  }

  return {
    settings, words, link, game, live, left, announcement, drawing,
    run, start, leave, dispatch, ink, addStroke, fetchWords, change, t, nameOf, say,
    undo: () => takeBack("undo"),
    clear: () => takeBack("clear"),
    begin: () => dispatch({ type: "begin", at: now() }),
    skip: () => dispatch({ type: "skip", live: live.peek()?.stroke ?? null }),
    percent: (share: number) => percent(settings.value.language, share),
    seconds: (ms: number) => seconds(settings.value.language, ms),
  };
}

// What a player chooses once and finds again: kept in this browser only.

import { LANGUAGES, type Language } from "../i18n/languages";

export interface Settings {
  language: Language;
  /** Seconds for each word. */
  turn: Turn;
  /** Touch draws even while a pen is down. */
  acceptAll: boolean;
}

export const TURNS = [20, 40, 60] as const;
export type Turn = (typeof TURNS)[number];

const SETTINGS_KEY = "drawmate.settings";
const RECENT_KEY = "drawmate.recent-words";
const RECENT_WORDS = 36;

export function loadSettings(store: Storage | null, languages: readonly string[]): Settings {
  const saved = read(store, SETTINGS_KEY) as Partial<Settings> | null;
  return {
    language: LANGUAGES.find((code) => code === saved?.language) ?? preferred(languages),
    turn: TURNS.find((seconds) => seconds === saved?.turn) ?? TURNS[0],
    acceptAll: saved?.acceptAll === true,
  };
}

export function saveSettings(store: Storage | null, settings: Settings): void {
  write(store, SETTINGS_KEY, settings);
}

export function recentWords(store: Storage | null): string[] {
  const saved = read(store, RECENT_KEY);
  return Array.isArray(saved) ? saved.filter((word): word is string => typeof word === "string") : [];
}

export function rememberWords(store: Storage | null, words: readonly string[]): void {
  write(store, RECENT_KEY, [...words, ...recentWords(store)].slice(0, RECENT_WORDS));
}

/** The browser's storage; null where it is forbidden. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function preferred(languages: readonly string[]): Language {
  for (const wish of languages) {
    const known = LANGUAGES.find((code) => wish.toLowerCase().split("-")[0] === code);
    if (known) return known;
  }
  return "en";
}

function read(store: Storage | null, key: string): unknown {
  try {
    return JSON.parse(store?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(store: Storage | null, key: string, value: unknown): void {
  try {
    store?.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that the choice is not remembered.
  }
}

import { expect, test } from "vitest";
import { loadSettings, recentWords, rememberWords, saveSettings } from "../src/state/settings";

function memory(initial: Record<string, string> = {}): Storage {
  const kept = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

test("a first visit speaks the browser's language if it can", () => {
  expect(loadSettings(memory(), ["hu-HU", "en"]).language).toBe("hu");
  expect(loadSettings(memory(), ["fr", "pt-BR"]).language).toBe("en");
  expect(loadSettings(null, []).turn).toBe(20);
});

test("choices are found again", () => {
  const store = memory();
  saveSettings(store, { language: "hu", turn: 40, acceptAll: true });
  expect(loadSettings(store, ["en"])).toEqual({ language: "hu", turn: 40, acceptAll: true });
});

test("a spoilt or full storage does no harm", () => {
  const spoilt = memory({ "drawmate.settings": "{", "drawmate.recent-words": '{"a":1}' });
  expect(loadSettings(spoilt, ["en"]).language).toBe("en");
  expect(recentWords(spoilt)).toEqual([]);
  const full = { getItem: () => null, setItem: () => { throw new Error("full"); } } as unknown as Storage;
  expect(() => saveSettings(full, loadSettings(full, []))).not.toThrow();
});

test("the newest words come first and old ones fall off", () => {
  const store = memory();
  for (let i = 0; i < 10; i++) rememberWords(store, Array.from({ length: 6 }, (_, k) => `w${i}-${k}`));
  expect(recentWords(store)[0]).toBe("w9-0");
  expect(recentWords(store)).toHaveLength(36);
});

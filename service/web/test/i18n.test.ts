import { expect, test } from "vitest";
import app from "../src/App.tsx?raw";
import { LANGUAGES, percent, seconds, text, TEXTS } from "../src/i18n/languages";

const placeholders = (written: string) => [...written.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

test.each(LANGUAGES)("%s has the same texts with the same gaps as English, none empty", (language) => {
  expect(Object.keys(TEXTS[language]).sort()).toEqual(Object.keys(TEXTS.en).sort());
  for (const [key, english] of Object.entries(TEXTS.en)) {
    const written = TEXTS[language][key as keyof typeof TEXTS.en];
    expect(written.trim(), key).not.toBe("");
    expect(placeholders(written), key).toEqual(placeholders(english));
  }
});

test("every text is used", () => {
  const files = import.meta.glob<string>("../src/{state,components,screens}/*.{ts,tsx}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const source = Object.values(files).join("\n") + app;
  expect(Object.keys(TEXTS.en).filter((key) => !source.includes(`"${key}"`))).toEqual([]);
});

test("gaps are filled, numbers the way of the language", () => {
  expect(text("en", "gallery.score", { won: 3, count: 6 })).toBe("3 of 6 guessed");
  expect(text("hu", "gallery.score", { won: 3, count: 6 })).toBe("6 közül 3 kitalálva");
  expect(seconds("hu", 2345)).toBe("2,3");
  expect(percent("en", 0.934)).toBe("93%");
});

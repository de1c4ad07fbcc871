// The languages of the client and how a text is found and filled in.

import { en } from "./en";
import { hu } from "./hu";

export const LANGUAGES = ["en", "hu"] as const;
export type Language = (typeof LANGUAGES)[number];

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;

export const TEXTS: Record<Language, Texts> = { en, hu };

/** A language's name in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", hu: "Magyar" };

/** The text with each `{name}` replaced; numbers are written as the language does. */
export function text(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? new Intl.NumberFormat(language).format(value) : value;
  });
}

export function percent(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

export function seconds(language: Language, milliseconds: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, digits).format(milliseconds / 1000);
}

// What the service says and hears: the shapes of the v1 API that this client uses.

import type { StrokeColumns } from "../canvas/stroke";

export interface Label {
  label: string;
  /** The label in each language the service knows, by language code. */
  names: Record<string, string>;
  playable: boolean;
  /** 1 easy to 3 hard. */
  difficulty: number;
}

export interface Labels {
  model: string;
  labels: Label[];
}

export interface RecogniseRequest {
  strokes: StrokeColumns[];
  top: number;
  /** The drawing is not finished yet. */
  partial: boolean;
}

export interface Guess {
  label: string;
  /** 0..1, calibrated. */
  probability: number;
}

export interface Answer {
  /** The label the service stands by; null when it would rather not say. */
  label: string | null;
  state: "ok" | "blank" | "unknown";
  /** Best first. */
  top: Guess[];
}

/** An error body as in RFC 9457, as far as it is used here. */
export interface Problem {
  code: string;
  detail?: string;
}

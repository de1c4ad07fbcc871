// A drawing as a file to keep: SVG to look at, JSON (a Quick, Draw! record) to work with.

import { finishedPath } from "./outline";
import { CANVAS, toColumns, type Drawing } from "./stroke";

export function toSvg(drawing: Drawing, title: string): string {
  const paths = drawing.map((stroke) => `  <path d="${finishedPath(stroke)}"/>`).join("\n");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CANVAS} ${CANVAS}">`,
    `  <title>${escaped(title)}</title>`,
    paths,
    "</svg>",
    "",
  ].join("\n");
}

export function toRecord(drawing: Drawing, word: string, recognised: boolean): string {
  return JSON.stringify({ word, recognized: recognised, canvas: [CANVAS, CANVAS], drawing: toColumns(drawing) });
}

/** A name that is safe on every file system. */
export function fileName(word: string, number: number, extension: string): string {
  const plain = word.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `drawmate-${number}-${plain || "drawing"}.${extension}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

// Small signs on buttons; the words beside them carry the meaning.

const PATHS = {
  undo: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v6M14 11v6",
  skip: "M5 5l9 7-9 7ZM18 5v14",
  play: "M7 4l12 8-12 8Z",
  stop: "M6 6h12v12H6Z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  check: "M4 13l5 6L20 5",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  cloud: "M7 18a4 4 0 0 1 0-8 6 6 0 0 1 11-1 4.5 4.5 0 0 1 0 9M4 4l16 17",
  keys: "M3 7h18v11H3ZM7 11h.01M11 11h.01M15 11h.01M8 15h8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

// The AI at the table, as a face: what it does is also said in words beside it, so the face is decoration.

export type Mood = "watching" | "puzzled" | "seeing" | "happy" | "sorry" | "asleep";

const MOUTHS: Record<Mood, string> = {
  watching: "M50 80q10 4 20 0",
  puzzled: "M50 83q7 -7 12 -1t10 -2",
  seeing: "M46 77q14 14 28 0",
  happy: "M43 75q17 24 34 0q-17 4 -34 0Z",
  sorry: "M48 84q12 -9 24 0",
  asleep: "M54 82q6 5 12 0",
};

export function Mate({ mood }: { mood: Mood }) {
  return (
    <svg class={`mate mate-${mood}`} viewBox="0 0 120 120" aria-hidden="true">
      <path class="mate-body" d="M60 16c27-2 45 17 46 44s-17 47-46 47S13 89 14 61 32 18 60 16Z" />
      <g class="mate-pencil">
        <path class="mate-wood" d="M84 33l24-24 7 7-24 24Z" />
        <path class="mate-rubber" d="M108 9l4-4q4-2 6 1t0 6l-3 4Z" />
        <path class="mate-lead" d="M84 33l-5 12 12-5Z" />
      </g>
      <g class="mate-eyes">
        {mood === "asleep" ? (
          <path class="mate-line" d="M34 58q7 6 14 0M70 58q7 6 14 0" />
        ) : (
          <>
            <ellipse cx="42" cy="56" rx="6" ry={mood === "happy" ? 5 : 8} />
            <ellipse cx="77" cy="56" rx="6" ry={mood === "happy" ? 5 : 8} />
          </>
        )}
        {mood === "puzzled" && <path class="mate-line" d="M33 41q8 -6 16 -2M69 36q9 -4 16 3" />}
      </g>
      <path class={`mate-line ${mood === "happy" ? "mate-open" : ""}`} d={MOUTHS[mood]} />
      <path class="mate-cheek" d="M27 72q6 4 11 0M82 72q6 4 11 0" />
    </svg>
  );
}

// The start screen's sheet: a drawing that draws itself while the mate guesses. It stands still where motion is unwanted.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { duration, until } from "../canvas/stroke";
import type { Session } from "../state/session";
import { demoDrawing } from "./demo";
import { Mate } from "./Mate";
import { Sketch } from "./Sketch";

const REST_MS = 4_000;

export function Demo({ session }: { session: Session }) {
  const drawing = useMemo(demoDrawing, []);
  const length = duration(drawing);
  const at = useSignal(length);

  useEffect(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begun = performance.now();
    let frame = requestAnimationFrame(function show(now) {
      at.value = (now - begun) % (length + REST_MS);
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const guessed = at.value > length * 0.6;
  return (
    <div class="demo" role="img" aria-label={session.t("home.demo")}>
      <div class="sheet">
        <Sketch drawing={until(drawing, at.value)} class="demo-sketch" />
      </div>
      <div class="demo-talk" aria-hidden="true">
        <Mate mood={guessed ? "happy" : "puzzled"} />
        <p class={`bubble bubble-guess ${guessed ? "" : "is-quiet"}`}>
          {guessed ? session.t("home.demo.guess") : "…"}
        </p>
      </div>
    </div>
  );
}

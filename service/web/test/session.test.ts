import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import type { Api } from "../src/api/client";
import { createSession } from "../src/state/session";

const SILENT: Api = {
  labels: () => Promise.reject(new Error("unused")),
  recognise: () => Promise.reject(new Error("unused")),
};

test("a repeated announcement is a new text each time, so that a screen reader says it again", () => {
  const session = createSession(SILENT, null, ["en"]);
  const told: string[] = [];
  const stop = effect(() => void told.push(session.announcement.value));
  for (let i = 0; i < 3; i++) session.say("status.undone");
  session.say("status.cleared");
  stop();
  const undone = session.t("status.undone");
  expect(told.map((message) => message.trim())).toEqual(["", undone, undone, undone, session.t("status.cleared")]);
});

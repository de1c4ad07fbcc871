import { expect, test } from "vitest";
import { apiAddress } from "../src/api/address";
import { ApiFault, createApi, retryAfter } from "../src/api/client";

test.each([
  ["https://example.org/", "https://example.org/v1/labels"],
  ["https://example.org/games/draw/", "https://example.org/games/draw/v1/labels"],
  ["https://example.org/games/draw/index.html?a=1#/b", "https://example.org/games/draw/v1/labels"],
  ["http://localhost:8000/#/", "http://localhost:8000/v1/labels"],
])("T82: the API is next to the page %s", (page, address) => {
  expect(apiAddress("v1/labels", page)).toBe(address);
});

test("Retry-After: seconds, a date, nonsense, nothing", () => {
  const now = Date.parse("2030-01-01T00:00:00Z");
  expect(retryAfter("7", now)).toBe(7);
  expect(retryAfter("Tue, 01 Jan 2030 00:00:12 GMT", now)).toBe(12);
  expect(retryAfter("soon", now)).toBe(2);
  expect(retryAfter(null, now)).toBe(2);
  expect(retryAfter("99999", now)).toBe(60);
  expect(retryAfter("0", now)).toBe(1);
});

async function faultOf(response: () => Response | Promise<Response>): Promise<unknown> {
  const api = createApi("http://x/", async () => response());
  return api.labels().then(
    () => null,
    (error: unknown) => (error instanceof ApiFault ? error.fault : error),
  );
}

const problem = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

test("every failure is one of three faults", async () => {
  expect(await faultOf(() => Promise.reject(new TypeError("failed to fetch")))).toEqual({ kind: "unreachable" });
  expect(await faultOf(() => problem(503, {}, { "retry-after": "3" }))).toEqual({ kind: "busy", seconds: 3 });
  expect(await faultOf(() => problem(429, {}))).toEqual({ kind: "busy", seconds: 2 });
  expect(await faultOf(() => new Response("", { status: 503 }))).toEqual({ kind: "busy", seconds: 2 });
  expect(await faultOf(() => problem(503, { code: "no_model" }))).toMatchObject({ kind: "refused", code: "no_model" });
  expect(await faultOf(() => problem(502, {}))).toEqual({ kind: "unreachable" });
  expect(await faultOf(() => problem(413, { code: "too_many_points" }))).toEqual({
    kind: "refused", status: 413, code: "too_many_points",
  });
  expect(await faultOf(() => new Response("<html>", { status: 500 }))).toMatchObject({ kind: "refused", status: 500 });
  expect(await faultOf(() => problem(200, { nothing: 1 }))).toMatchObject({ code: "unexpected_answer" });
});

test("the labels are never read from the browser's cache: they are what the link probes with", async () => {
  let asked: RequestInit | undefined;
  const api = createApi("http://x/", async (_, init) => {
    asked = init;
    return problem(200, { model: "m", labels: [] });
  });
  await api.labels();
  expect(asked?.cache).toBe("no-store");
});

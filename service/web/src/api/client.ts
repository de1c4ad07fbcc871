// The service over HTTP. Every call ends in a value or in one ApiFault; nothing else is thrown.

import { apiAddress } from "./address";
import type { Answer, Labels, Problem, RecogniseRequest } from "./messages";

export type Fault =
  /** No answer at all: no connection, or none in time. */
  | { kind: "unreachable" }
  /** 429 or 503: come back after so many seconds. */
  | { kind: "busy"; seconds: number }
  /** The service refused; asking the same again is useless. */
  | { kind: "refused"; status: number; code: string };

export class ApiFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault.kind);
  }
}

export interface Api {
  /** Always from the service itself, never from a cache: its answer shows that the service is there. */
  labels(): Promise<Labels>;
  recognise(request: RecogniseRequest, signal: AbortSignal): Promise<Answer>;
}

/** Problem code of a service that has nothing to recognise drawings with. */
export const NO_MODEL = "no_model";

const LABELS_TIMEOUT_MS = 15_000;
const RECOGNISE_TIMEOUT_MS = 8_000;
const DEFAULT_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 60;

export function createApi(page: string, send: typeof fetch = (...call) => fetch(...call)): Api {
  return {
    labels: async () => {
      const signal = AbortSignal.timeout(LABELS_TIMEOUT_MS);
      return asLabels(await ask(send, apiAddress("v1/labels", page), { signal, cache: "no-store" }));
    },
    recognise: async (request, signal) => {
      const answer = await ask(send, apiAddress("v1/recognise", page), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        signal: AbortSignal.any([signal, AbortSignal.timeout(RECOGNISE_TIMEOUT_MS)]),
      });
      return asAnswer(answer);
    },
  };
}

/** Seconds a Retry-After header asks for: a number of seconds or an HTTP date. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return DEFAULT_RETRY_SECONDS;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  if (!Number.isFinite(seconds)) return DEFAULT_RETRY_SECONDS;
  return Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
}

async function ask(send: typeof fetch, address: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await send(address, init);
  } catch {
    throw new ApiFault({ kind: "unreachable" });
  }
  // A gateway that cannot reach the service is as good as no connection.
  if (response.status === 502 || response.status === 504) throw new ApiFault({ kind: "unreachable" });
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    if (response.ok) throw new ApiFault({ kind: "unreachable" });
    body = null;
  }
  if (!response.ok) throw new ApiFault(faultOf(response, (body as Partial<Problem> | null)?.code ?? ""));
  return body;
}

function faultOf(response: Response, code: string): Fault {
  const { status, headers } = response;
  // A service without a model will not have one in a moment either.
  if ((status === 429 || status === 503) && code !== NO_MODEL) {
    return { kind: "busy", seconds: retryAfter(headers.get("retry-after"), Date.now()) };
  }
  return { kind: "refused", status, code };
}

function asLabels(body: unknown): Labels {
  const labels = body as Labels | null;
  if (!Array.isArray(labels?.labels)) throw unexpected();
  return labels;
}

function asAnswer(body: unknown): Answer {
  const answer = body as Answer | null;
  if (!Array.isArray(answer?.top)) throw unexpected();
  return answer;
}

function unexpected(): ApiFault {
  return new ApiFault({ kind: "refused", status: 200, code: "unexpected_answer" });
}

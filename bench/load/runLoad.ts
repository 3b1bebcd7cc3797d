/** Sends loads: requests over HTTP by a generator in a process of its own, or calls by this process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `@version@` is replaced by `version` plus the accepted updates of the request, `@unique@` by a unique text. */
  readonly body?: string;
  /** Makes the request an update, of which at most one is in progress. */
  readonly version?: number;
  /** Headers beside those of the plan, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The kind of the request in a mix, which has its own share and times. */
  readonly kind?: string;
  /** True if the request is sent once, because it cannot succeed twice. */
  readonly once?: boolean;
  /** Names the response in a chain, whose later requests say `@<name>.<member>@` for a member of it. */
  readonly saveAs?: string;
}

export interface LoadPlan {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /**
   * An open loop: requests begin at this rate, whether or not earlier ones were answered. Without it each connection
   * sends the next request after the response.
   */
  readonly perSecond?: number;
  /** Requests that are sent repeatedly in this order over all connections. */
  readonly requests: readonly LoadRequest[];
  /** True if each request is sent once; otherwise they are sent for `seconds`. */
  readonly once?: boolean;
  /** Shares of the kinds, in any unit; without them the requests are sent in their order. */
  readonly mix?: Readonly<Record<string, number>>;
  /**
   * True if the requests are the steps of a chain, which a client sends one after the other. The counts and times of
   * the result then belong to whole chains, and its kinds are the steps.
   */
  readonly chain?: boolean;
}

/** The times of the accepted requests of one kind. */
export interface KindResult extends Pick<LoadResult, 'requests' | 'failures' | 'p50Ms' | 'p99Ms'> {
  readonly kind: string;
}

export interface LoadResult {
  /** Requests that got a response or whose connection failed. */
  readonly requests: number;
  /** Responses without status 2xx, and requests without response. */
  readonly failures: number;
  /** The part of the failures with status 503: the server refused them because of overload. */
  readonly refused: number;
  /** Requests of an open loop that were not sent because no connection was free. */
  readonly unsent: number;
  /** Seconds until the last response. */
  readonly seconds: number;
  /** Times of the accepted requests. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Processor time of the generator per request; 0 where this process makes the calls. */
  readonly generatorMicros: number;
  /** The kinds of a mix, or the steps of a chain. */
  readonly kinds?: readonly KindResult[];
}

/** Returns the values at parts of a sorted list; 0 for an empty list. */
export const quantiles = (values: readonly number[], ...parts: readonly number[]): number[] => {
  const sorted = Float64Array.from(values).sort();
  return parts.map(part => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
};

export const timesOf = (tookMs: readonly number[]): Pick<LoadResult, 'p50Ms' | 'p99Ms' | 'maxMs'> => {
  const [p50Ms = 0, p99Ms = 0, maxMs = 0] = quantiles(tookMs, 0.5, 0.99, 1);
  return { p50Ms, p99Ms, maxMs };
};

const generator = fileURLToPath(new URL('generator.js', import.meta.url));

export const runLoad = (plan: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = execFile(...boundCommand(process.execPath, [generator]), (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as LoadResult);
      else reject(new Error(`the load generator failed: ${stderr || error.message}`));
    });
    child.stdin?.end(JSON.stringify(plan));
  });

export type Calls = readonly (() => Promise<unknown>)[];

/** Runs calls repeatedly in this order, `concurrency` at a time: a reference that is no HTTP service. */
export const runCalls = async (calls: Calls, concurrency: number, seconds: number): Promise<LoadResult> => {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const tookMs: number[] = [];
  let [next, failures] = [0, 0];
  const caller = async (): Promise<void> => {
    for (let callMs = performance.now(); callMs < endMs; callMs = performance.now()) {
      await calls[next++ % calls.length]?.().catch(() => {
        failures++;
      });
      tookMs.push(performance.now() - callMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const took = (performance.now() - startMs) / 1_000;
  const counts = { requests: tookMs.length, failures, refused: 0, unsent: 0 };
  return { ...counts, seconds: took, ...timesOf(tookMs), generatorMicros: 0 };
};

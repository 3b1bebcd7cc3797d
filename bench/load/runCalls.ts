/** Calls by this process, for references that are no HTTP service. */
import type { LoadResult } from './plan.js';

export type Calls = readonly (() => Promise<unknown>)[];

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Runs the calls repeatedly in this order, `concurrency` at a time. */
export const runCalls = async (calls: Calls, concurrency: number, seconds: number): Promise<LoadResult> => {
  const beginMs = performance.now();
  const endMs = beginMs + seconds * 1_000;
  const tookMs: number[] = [];
  let at = 0;
  let failures = 0;
  const caller = async (): Promise<void> => {
    for (let callMs = performance.now(); callMs < endMs; callMs = performance.now()) {
      await calls[at++ % calls.length]?.().catch(() => {
        failures++;
      });
      tookMs.push(performance.now() - callMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  const took = (performance.now() - beginMs) / 1_000;
  tookMs.sort((one, other) => one - other);
  return { requests: tookMs.length, failures, seconds: took, p50Ms: share(tookMs, 0.5), p99Ms: share(tookMs, 0.99) };
};

/**
 * V8 collects garbage when a thread allocates: one without requests keeps what the last ones left, for an hour or for
 * good. A thread that rests empties its caches, collects once and gives the memory back to the system.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleOptions {
  readonly checkMs: number;
  /** Number of checks in a row that must find the thread idle. */
  readonly idleChecks: number;
  /** The thread is idle while its event loop is in use for a smaller part of the time. */
  readonly utilizationMax: number;
  /** Memory that has grown by less since the last collection is left as it is. */
  readonly growthBytesMin: number;
  /** Empties caches that a thread at rest has no use for; called before each collection. */
  readonly release: () => void;
  /** Collects the whole heap of this thread, in 20 to 120 ms. */
  readonly collect: () => void;
}

/** The function that V8 offers for tests of garbage collection; only contexts that are made afterwards have it. */
const findCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

let collector: (() => void) | undefined;

const defaultOptions: IdleOptions = {
  checkMs: 10_000,
  idleChecks: 3,
  utilizationMax: 0.05,
  growthBytesMin: 32 * 1024 * 1024,
  release: () => undefined,
  collect: () => (collector ??= findCollector())(),
};

/** The heap of this thread, with the buffers that belong to it. */
const memoryBytes = (): number => {
  const { total_heap_size: heapBytes, external_memory: bufferBytes } = getHeapStatistics();
  return heapBytes + bufferBytes;
};

/** Watches this thread until the returned function is called. */
export const collectWhenIdle = (options: Partial<IdleOptions> = {}): (() => void) => {
  const { checkMs, idleChecks, utilizationMax, growthBytesMin, release, collect } = { ...defaultOptions, ...options };
  let last = performance.eventLoopUtilization();
  let idle = 0;
  let collectedBytes = 0;
  const check = (): void => {
    const now = performance.eventLoopUtilization();
    idle = performance.eventLoopUtilization(now, last).utilization < utilizationMax ? idle + 1 : 0;
    last = now;
    const bytes = memoryBytes();
    collectedBytes = Math.min(collectedBytes, bytes);
    if (idle < idleChecks || bytes - collectedBytes < growthBytesMin) return;
    release();
    collect();
    collectedBytes = memoryBytes();
    idle = 0;
  };
  const timer = setInterval(check, checkMs).unref();
  return () => clearInterval(timer);
};

/**
 * Is loaded into every thread of the measured server (NODE_OPTIONS), and writes down each turn of the event loop that
 * computes for long: a line of JSON in the file of HOLDS_FILE. It counts processor time, so that a busy machine makes no
 * turn longer.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';
import { threadCpuMs } from '../../src/base/shedding/clocks.js';

/** A thread that held its event loop. */
export interface Hold {
  readonly thread: 'front' | 'worker' | 'heavy' | 'background';
  readonly ms: number;
}

const file = process.env.HOLDS_FILE;
const shortMs = 15;
/** Timers run once in each turn of the event loop, so the time between two of them is that of a turn. */
const everyMs = 2;

/** Piscina passes the data of a thread on in a list with data of its own. */
const isHeavy = (): boolean =>
  Array.isArray(workerData) && workerData.some((each: { readonly isHeavy?: boolean } | null) => each?.isHeavy === true);

const threadName = (): Hold['thread'] => {
  if (isMainThread) return 'front';
  if (/backgroundThread/.test(process.argv[1] ?? '')) return 'background';
  return isHeavy() ? 'heavy' : 'worker';
};

if (file !== undefined) {
  const thread = threadName();
  let lastMs = threadCpuMs();
  setInterval(() => {
    const ms = threadCpuMs() - lastMs;
    if (ms > shortMs) appendFileSync(file, `${JSON.stringify({ thread, ms } satisfies Hold)}\n`);
    lastMs = threadCpuMs();
  }, everyMs).unref();
}

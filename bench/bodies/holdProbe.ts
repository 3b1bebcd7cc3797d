/**
 * Is loaded into every thread of the measured server (NODE_OPTIONS), and records each turn of the event loop that
 * computes for long: a line of JSON in the file of HOLDS_FILE. It counts processor time, so that a busy machine does
 * not make turns longer.
 */
import { appendFileSync } from 'node:fs';
import threads from 'node:worker_threads';
import { threadCpuMs } from '../../src/base/shedding/clocks.js';

/** Records that a thread held its event loop. */
export interface Hold {
  readonly thread: 'front' | 'worker' | 'heavy' | 'background';
  readonly ms: number;
}

const file = process.env.HOLDS_FILE;
const shortMs = 15;
/** Timers run once in each turn of the event loop, so the time between two of them is the length of a turn. */
const everyMs = 2;

/** Modules that are loaded before the program do not yet see the data of their thread. */
const isHeavy = (): boolean => (threads.workerData as { readonly isHeavy?: boolean } | null)?.isHeavy === true;

const threadName = (): Hold['thread'] => {
  if (threads.isMainThread) return 'front';
  if (/backgroundThread/.test(process.argv[1] ?? '')) return 'background';
  return isHeavy() ? 'heavy' : 'worker';
};

if (file !== undefined) {
  let lastMs = threadCpuMs();
  setInterval(() => {
    const ms = threadCpuMs() - lastMs;
    if (ms > shortMs) appendFileSync(file, `${JSON.stringify({ thread: threadName(), ms } satisfies Hold)}\n`);
    lastMs = threadCpuMs();
  }, everyMs).unref();
}

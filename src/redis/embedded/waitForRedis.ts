/**
 * Waits until a Redis process that was started is ready. A process that loads a large file is not killed, since the
 * next one would start from the beginning.
 */
import { setTimeout } from 'node:timers/promises';
import { withTemporaryConnection } from '../withTemporaryConnection.js';

export interface WaitOptions {
  /** How long the process may give no answer at all. */
  readonly silenceTimeoutMs?: number;
  /** Ends the wait with an error. */
  readonly signal?: AbortSignal;
  /** Called while Redis loads its file, with the loaded percentage. */
  readonly onLoading?: (percent: number) => void;
}

export type WaitOutcome = 'ready' | 'ended' | 'unresponsive';

const defaultSilenceTimeoutMs = 60_000;
const pollMs = 20;
const loadingPollMs = 100;
const answerTimeoutMs = 1_000;

type Answer = 'ready' | 'none' | { readonly loadingPercent: number };

const parsePersistence = (info: string): Answer =>
  /^loading:1/m.test(info)
    ? { loadingPercent: Number(/^loading_loaded_perc:([\d.]+)/m.exec(info)?.[1] ?? 0) }
    : 'ready';

const askRedis = (url: string): Promise<Answer> =>
  withTemporaryConnection(url, answerTimeoutMs, async redis => parsePersistence(await redis.info('persistence'))).catch(
    () => 'none',
  );

/** `isRunning` tells whether the process exists, with or without an answer. */
export const waitForRedis = async (
  url: string,
  isRunning: () => boolean,
  { silenceTimeoutMs = defaultSilenceTimeoutMs, signal, onLoading }: WaitOptions = {},
): Promise<WaitOutcome> => {
  let answeredMs = Date.now();
  for (;;) {
    signal?.throwIfAborted();
    const answer = await askRedis(url);
    if (answer === 'ready') return 'ready';
    if (!isRunning()) return 'ended';
    if (answer !== 'none') {
      answeredMs = Date.now();
      onLoading?.(answer.loadingPercent);
    }
    if (Date.now() - answeredMs > silenceTimeoutMs) return 'unresponsive';
    await setTimeout(answer === 'none' ? pollMs : loadingPollMs);
  }
};

/** Waits until a Redis that was started serves. Killing one that loads a large file would only make it begin again. */
import { setTimeout } from 'node:timers/promises';
import { withTemporaryConnection } from '../withTemporaryConnection.js';

export interface WaitOptions {
  /** One that says nothing at all for so long is given up. */
  readonly silenceTimeoutMs?: number;
  /** Ends the waiting with an error. */
  readonly signal?: AbortSignal;
  /** While it reads its file: how much of it, in percent. */
  onLoading?(percent: number): void;
}

export type WaitOutcome = 'serves' | 'ended' | 'silent';

const silentMs = 60_000;
const pollMs = 20;
const loadingPollMs = 100;
const askMs = 1_000;

/** Undefined once all is loaded. */
const loadedPercent = (persistence: string): number | undefined =>
  /^loading:1/m.test(persistence) ? Number(/^loading_loaded_perc:([\d.]+)/m.exec(persistence)?.[1] ?? 0) : undefined;

interface Look {
  readonly percent?: number;
}

const look = (url: string): Promise<Look | undefined> =>
  withTemporaryConnection(url, askMs, async redis => ({
    percent: loadedPercent(await redis.info('persistence')),
  })).catch(() => undefined);

/** `isRunning` tells whether its process is there, answering or not. */
export const waitForRedis = async (
  url: string,
  isRunning: () => boolean,
  { silenceTimeoutMs = silentMs, signal, onLoading }: WaitOptions = {},
): Promise<WaitOutcome> => {
  for (let heardMs = Date.now(); ; ) {
    signal?.throwIfAborted();
    const seen = await look(url);
    if (seen !== undefined && seen.percent === undefined) return 'serves';
    if (!isRunning()) return 'ended';
    if (seen?.percent !== undefined) {
      heardMs = Date.now();
      onLoading?.(seen.percent);
    }
    if (Date.now() - heardMs > silenceTimeoutMs) return 'silent';
    await setTimeout(seen === undefined ? pollMs : loadingPollMs);
  }
};

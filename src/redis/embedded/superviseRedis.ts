import { setTimeout } from 'node:timers/promises';
import type { EmbeddedRedis } from './EmbeddedRedis.js';

/** How often the process is checked. A process that runs without an answer is left alone: its file is in use. */
const checkMs = 100;
const retryMs = 1_000;

export interface SupervisedRedis {
  readonly url: string;
  /** Stops Redis; cancels a restart in progress. A Redis that does not end in time is left running. */
  stop(timeoutMs?: number): Promise<void>;
}

export interface SuperviseOptions {
  /** Starts Redis again at the same address; `signal` cancels the start. */
  readonly restart: (url: string, signal: AbortSignal) => Promise<EmbeddedRedis>;
  readonly onEnd: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Starts the embedded Redis again when its process ended by itself or was killed. */
export const superviseRedis = (
  first: EmbeddedRedis,
  { restart, onEnd, onFailure }: SuperviseOptions,
): SupervisedRedis => {
  let redis = first;
  const stopping = new AbortController();

  const restartIfEnded = async (): Promise<void> => {
    if (redis.isRunning()) return;
    onEnd();
    redis = await restart(redis.url, stopping.signal);
  };

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pauseMs = await restartIfEnded().then(
        () => checkMs,
        (error: unknown) => {
          if (!stopping.signal.aborted) onFailure(error);
          return retryMs;
        },
      );
      // The pause ends early when the server stops.
      await setTimeout(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const supervising = supervise();
  return {
    url: first.url,
    stop: async timeoutMs => {
      stopping.abort();
      await supervising;
      await redis.stop(timeoutMs);
    },
  };
};

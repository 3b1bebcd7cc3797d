/** Starts the embedded Redis again when its process ended by itself or was killed: nobody else would. */
import { setTimeout } from 'node:timers/promises';
import type { EmbeddedRedis } from './startEmbeddedRedis.js';

/** How often it is looked whether the process runs. One that is there and says nothing is left alone: its file is in use. */
const lookMs = 100;
const retryMs = 1_000;

export interface SupervisedRedis {
  readonly url: string;
  /** A start under way is given up; one that does not end in time is left running. */
  stop(msMax?: number): Promise<void>;
}

export interface SuperviseOptions {
  /** At the address of the one before; `signal` gives it up. */
  restart(url: string, signal: AbortSignal): Promise<EmbeddedRedis>;
  onEnd(): void;
  onFailure(error: unknown): void;
}

export const superviseRedis = (
  first: EmbeddedRedis,
  { restart, onEnd, onFailure }: SuperviseOptions,
): SupervisedRedis => {
  let redis = first;
  const stopping = new AbortController();

  const look = async (): Promise<void> => {
    if (redis.isRunning()) return;
    onEnd();
    redis = await restart(redis.url, stopping.signal);
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pauseMs = await look().then(
        () => lookMs,
        (error: unknown) => {
          if (!stopping.signal.aborted) onFailure(error);
          return retryMs;
        },
      );
      await setTimeout(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const watching = watch();
  return {
    url: first.url,
    stop: async msMax => {
      stopping.abort();
      await watching;
      await redis.stop(msMax);
    },
  };
};

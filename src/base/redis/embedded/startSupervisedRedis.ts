import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { isOpen } from './dataDir.js';
import { type EmbeddedRedis, startEmbeddedRedis } from './startEmbeddedRedis.js';

const retryMs = 1_000;

type RedisConfig = Pick<Config, 'redisUrl' | 'dataDir' | 'redisearchModule' | 'durability'>;

/**
 * Starts the embedded Redis of a server, or of several server processes, with the configured durability, and starts it
 * again at the same address when its process ends. Resolves to undefined where REDIS_URL names a Redis. `startSignal`
 * cancels the start; `stop` cancels a restart.
 */
export const startSupervisedRedis = async (
  { redisUrl, dataDir, redisearchModule, durability }: RedisConfig,
  log: Logger,
  startSignal?: AbortSignal,
): Promise<Omit<EmbeddedRedis, 'ended'> | undefined> => {
  if (redisUrl !== '') return undefined;
  const start = (signal?: AbortSignal, url?: string): Promise<EmbeddedRedis> =>
    startEmbeddedRedis(dataDir, redisearchModule, {
      url,
      signal,
      fsync: durability === 'always' ? 'always' : 'everysec',
      onLoading: percent => log.info({ percent }, 'the embedded Redis loads its file'),
      onOpenFiles: paths =>
        log.warn({ paths, stillOpen: paths.filter(isOpen) }, 'other users could use files of DATA_DIR'),
    });
  let redis = await start(startSignal);
  const { url } = redis;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise(resolve => signal.addEventListener('abort', resolve));

  const restart = async (): Promise<void> => {
    log.error('embedded Redis ended, restarting it');
    try {
      redis = await start(signal, url);
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'embedded Redis could not be restarted');
      await Promise.race([setTimeout(retryMs, undefined, { ref: false }), stopped]);
    }
  };
  const supervise = async (): Promise<void> => {
    for (;;) {
      await Promise.race([redis.ended, stopped]);
      if (signal.aborted) return;
      await restart();
    }
  };
  const supervising = supervise();
  return {
    url,
    stop: async timeoutMs => {
      stopping.abort();
      await supervising;
      await redis.stop(timeoutMs);
    },
  };
};

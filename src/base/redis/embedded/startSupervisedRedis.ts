import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { AppendOnlyGuard } from './AppendOnlyGuard.js';
import { isOpen } from './dataDir.js';
import { type EmbeddedRedis, startEmbeddedRedis } from './startEmbeddedRedis.js';

const retryMs = 1_000;

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0');

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
  const fsync = durability === 'always' ? 'always' : 'everysec';
  const start = (signal?: AbortSignal, url?: string): Promise<EmbeddedRedis> =>
    startEmbeddedRedis(dataDir, redisearchModule, {
      url,
      signal,
      fsync,
      onLoading: percent => log.info({ percent }, 'the embedded Redis loads its file'),
      onOpenFiles: paths =>
        log.warn({ paths, stillOpen: paths.filter(isOpen) }, 'other users could use files of DATA_DIR'),
      onHoles: names =>
        log.error({ names }, 'a full disk has left holes in append-only files; they were removed, no change is lost'),
    });
  let redis = await start(startSignal);
  const { url } = redis;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise(onAbort => signal.addEventListener('abort', onAbort));

  let lastFailure = '';
  const restart = async (): Promise<void> => {
    if (lastFailure === '') log.error('embedded Redis ended, restarting it');
    try {
      redis = await start(signal, url);
      lastFailure = '';
    } catch (error) {
      if (signal.aborted) return;
      const { message } = error as Error;
      // It is tried again each second; the log of Redis, which the message may end with, has the times.
      if (withoutNumbers(message) !== lastFailure) log.error({ err: error }, 'embedded Redis could not be restarted');
      lastFailure = withoutNumbers(message);
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
  const guard = new AppendOnlyGuard({ url, dataDir: resolve(dataDir), fsync, log });
  return {
    url,
    stop: async timeoutMs => {
      stopping.abort();
      await Promise.all([supervising, guard.stop()]);
      await redis.stop(timeoutMs);
    },
  };
};

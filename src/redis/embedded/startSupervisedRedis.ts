import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import type { ProtectedPaths } from './protectDataDir.js';
import { startEmbeddedRedis } from './startEmbeddedRedis.js';
import { type SupervisedRedis, superviseRedis } from './superviseRedis.js';

const loadingLogIntervalMs = 5_000;

/** Creates a function that logs at most every five seconds how much of its file Redis has loaded. */
const createLoadingLog = (log: Logger): ((percent: number) => void) => {
  let loggedMs = -Infinity;
  return percent => {
    if (performance.now() - loggedMs < loadingLogIntervalMs) return;
    loggedMs = performance.now();
    log.info({ percent }, 'the embedded Redis loads its file');
  };
};

const logProtection = (log: Logger, { mended, open }: ProtectedPaths): void => {
  if (mended.length > 0)
    log.warn({ paths: mended }, 'other users could use files of DATA_DIR; now only their owner may');
  if (open.length > 0)
    log.warn({ paths: open }, 'other users may use files of DATA_DIR, and their permissions cannot be changed');
};

/**
 * Starts the embedded Redis of a server, or of several listener processes, with the configured durability, and
 * supervises it. Resolves to undefined where REDIS_URL names a Redis. `stopSignal` cancels the start.
 */
export const startSupervisedRedis = async (
  { redisUrl, dataDir, redisearchModule, durability }: Config,
  log: Logger,
  stopSignal?: AbortSignal,
): Promise<SupervisedRedis | undefined> => {
  if (redisUrl !== '') return undefined;
  const fsync = durability === 'always' ? 'always' : 'everysec';
  const start = (url?: string, signal?: AbortSignal) =>
    startEmbeddedRedis(dataDir, redisearchModule, {
      url,
      signal,
      fsync,
      onLoading: createLoadingLog(log),
      onProtected: paths => logProtection(log, paths),
    });
  return superviseRedis(await start(undefined, stopSignal), {
    restart: start,
    onEnd: () => log.error('embedded Redis ended, restarting it'),
    onFailure: error => log.error({ err: error }, 'embedded Redis could not be restarted'),
  });
};

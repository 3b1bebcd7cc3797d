/** The embedded Redis of a server, or of several fronts: durable as the setting says, and started again when it ends by itself. */
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { startEmbeddedRedis } from './startEmbeddedRedis.js';
import { superviseRedis, type SupervisedRedis } from './superviseRedis.js';

/** How often it is told how far a Redis is that loads its file. */
const tellMs = 5_000;

const loadingTeller = (log: Logger): ((percent: number) => void) => {
  let toldMs = -Infinity;
  return percent => {
    if (performance.now() - toldMs < tellMs) return;
    toldMs = performance.now();
    log.info({ percent }, 'the embedded Redis loads its file');
  };
};

/** Undefined where the setting names a Redis. */
export const startSupervisedRedis = async (
  { redisUrl, dataDir, redisearchModule, durability }: Config,
  log: Logger,
): Promise<SupervisedRedis | undefined> => {
  if (redisUrl !== '') return undefined;
  const fsync = durability === 'always' ? 'always' : 'everysec';
  const start = (url?: string, signal?: AbortSignal) =>
    startEmbeddedRedis(dataDir, redisearchModule, { url, signal, fsync, onLoading: loadingTeller(log) });
  return superviseRedis(await start(), {
    restart: start,
    onEnd: () => log.error('the embedded Redis ended and is started again'),
    onFailure: error => log.error({ err: error }, 'the embedded Redis was not started again'),
  });
};

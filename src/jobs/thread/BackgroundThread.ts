/**
 * The front's side of the background: one thread a process, for whatever no request waits for. It starts when there is
 * something to do, and again when it died.
 */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import type { ServiceOptions } from '../../services/services.js';
import type { RedisClient } from '../../redis/connect.js';
import { keys } from '../../store/keys.js';
import { writeThreadLine } from '../../log/threadLog.js';
import { withTimeout } from '../../lifecycle/withTimeout.js';
import type { BackgroundThreadData, FromBackgroundThread, ToBackgroundThread } from './message.js';
import { listenForIndexNotifications, type IndexNotificationListener } from '../../indexing/IndexNotifier.js';

export interface BackgroundThread {
  /** The thread, for tests that end it; undefined while there is none. */
  readonly thread: Worker | undefined;
  /** What it measured, in Prometheus' text format; empty while no thread answers. */
  metrics(): Promise<string>;
  /** Lets it finish what it has in hand, at most 6 s, then ends it: what it did not come to is marked in Redis. */
  stop(msMax?: number): Promise<void>;
}

export interface BackgroundThreadOptions {
  readonly config: Config;
  readonly options: ServiceOptions;
  readonly redis: RedisClient;
  readonly log: Logger;
}

/** How often it is looked whether another process made work for this one too. */
const lookMs = 5_000;
const stopMs = 6_000;
const metricsMs = 2_000;
const restartMsMin = 1_000;
const restartMsMax = 30_000;
/** One that lived so long did not die of its start. */
const healthyMs = 60_000;
/** It remembers no resources between two jobs. */
const cacheBytes = 1024 ** 2;
const youngGenerationMiB = 32;

export const startBackgroundThread = ({ config, options, redis, log }: BackgroundThreadOptions): BackgroundThread => {
  const { retentionMinutes, searchIdleDays } = config;
  const workerData: BackgroundThreadData = {
    options: { ...options, resourceCacheBytesMax: cacheBytes },
    retentionMinutes,
    searchIdleDays,
    logLevel: log.level,
  };
  let thread: Worker | undefined;
  let hearer: IndexNotificationListener | undefined;
  let looking: NodeJS.Timeout | undefined;
  let restarting: NodeJS.Timeout | undefined;
  let restartMs = restartMsMin;
  let isStopping = false;
  let isReady = false;
  let asking: { readonly answer: Promise<string>; readonly resolve: (text: string) => void } | undefined;

  const post = (message: ToBackgroundThread): void => thread?.postMessage(message);

  const onMessage = (message: FromBackgroundThread): void => {
    if (message.is === 'line') return writeThreadLine(log, message.line);
    if (message.is === 'ready') return void (isReady = true);
    asking?.resolve(message.text);
    asking = undefined;
  };

  const onExit = (code: number, startedMs: number): void => {
    thread = undefined;
    isReady = false;
    asking?.resolve('');
    asking = undefined;
    if (isStopping) return;
    if (performance.now() - startedMs > healthyMs) restartMs = restartMsMin;
    log.error({ code, restartMs }, 'the background ended; it is started again');
    restarting = setTimeout(start, restartMs);
    restarting.unref();
    restartMs = Math.min(2 * restartMs, restartMsMax);
  };

  const start = (): void => {
    if (thread !== undefined || isStopping) return;
    hearer?.close();
    clearInterval(looking);
    const startedMs = performance.now();
    // Flags of the process, such as for its heap, are not meant for this thread.
    thread = new Worker(new URL('./entry.js', import.meta.url), {
      workerData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMiB },
    });
    thread.on('message', onMessage);
    thread.on('error', error => log.error({ err: error }, 'the background failed'));
    thread.on('exit', code => onExit(code, startedMs));
  };

  const look = (): void => {
    redis.scard(keys.projectsWithSearch).then(
      count => {
        if (count > 0) start();
      },
      () => undefined,
    );
  };

  if (retentionMinutes > 0) start();
  else {
    hearer = listenForIndexNotifications(options.redisUrl, start);
    looking = setInterval(look, lookMs).unref();
  }

  return {
    get thread() {
      return thread;
    },
    metrics: async () => {
      if (thread === undefined) return '';
      if (asking === undefined) {
        let resolve: (text: string) => void = () => undefined;
        asking = {
          answer: new Promise(settle => {
            resolve = settle;
          }),
          resolve,
        };
        post({ do: 'metrics' });
      }
      // One that starts up has measured nothing; what others tell is told without it.
      return withTimeout(asking.answer, metricsMs).catch(() => '');
    },
    stop: async (msMax = stopMs) => {
      isStopping = true;
      hearer?.close();
      clearInterval(looking);
      clearTimeout(restarting);
      const ending = thread;
      if (ending === undefined) return;
      // It has nothing in hand as long as it loads.
      if (!isReady) return void (await ending.terminate());
      const ended = new Promise<void>(resolve => {
        ending.once('exit', () => resolve());
      });
      post({ do: 'stop' });
      await withTimeout(ended, Math.min(stopMs, msMax)).catch(async () => {
        log.warn('the background did not end in time');
        await ending.terminate();
      });
    },
  };
};

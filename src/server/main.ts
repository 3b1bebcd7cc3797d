/** Starts the parts of a server in order: Redis, services, tokens, workers, listeners, background thread, metrics. */
import { randomUUID } from 'node:crypto';
import type { Config } from '../base/config/settings.js';
import { abortable, shutdownBudget } from '../base/lifecycle/timeouts.js';
import { collectWhenIdle } from '../base/memory/collectWhenIdle.js';
import { createLog } from '../base/observe/log/createLog.js';
import { RequestMetrics } from '../base/observe/metrics/RequestMetrics.js';
import { ThreadSurvey } from '../base/observe/metrics/ThreadSurvey.js';
import { StartWait } from '../base/redis/StartWait.js';
import { addressWithout, type LostNode } from '../base/redis/diagnosis/examineCluster.js';
import { examinedRedis, explainRedisError, waitForRedis } from '../base/redis/diagnosis/examineRedis.js';
import { startSupervisedRedis } from '../base/redis/embedded/startSupervisedRedis.js';
import { pingMasters, createMasterOf } from '../base/redis/clusterNodes.js';
import { ReadLimiter } from '../base/shedding/ReadLimiter.js';
import type { Exchange } from '../http/exchange/Exchange.js';
import { TransferLimiter } from '../http/listener/TransferLimiter.js';
import { type Listener, listenAll } from '../http/listener/listen.js';
import { type ClientCredentials, describeStore, type StoreDescription } from '../projects/createProject.js';
import { createServiceOptions, type ServiceOptions } from '../services/ServiceOptions.js';
import { keys } from '../store/keys.js';
import { resolveEncryptionKey } from '../store/resolveEncryptionKey.js';
import { BackgroundThread } from './background/BackgroundThread.js';
import { Shutdown } from './lifecycle/Shutdown.js';
import { startMonitors } from './monitoring/monitors.js';
import type { Startup } from './parts/Startup.js';
import { openMetricsPort } from './parts/metrics.js';
import { createHandler } from './parts/requests.js';
import {
  openMainServices,
  openGrants,
  removeExpiredApiClientsRegularly,
  writeFirstProject,
} from './parts/mainServices.js';
import type { Logger } from 'pino';
import { writeThreadLine } from '../base/observe/log/threadLog.js';
import type { MasterOf } from '../base/shedding/MasterGates.js';
import { WorkerPool } from './workers/WorkerPool.js';
import { durabilityWarnings, evictionPolicies } from '../base/redis/serverChecks.js';
import { buildWarning } from '../http/listener/library.js';
import type { Services } from '../services/services.js';

const runCheck = (log: Logger, check: Promise<readonly string[]>, warn: (found: readonly string[]) => void): void =>
  void check.then(
    found => {
      if (found.length > 0) warn(found);
    },
    (error: unknown) => {
      // In a cluster a node that is away fails each check, and was named before.
      log.warn({ reason: (error as Error).message }, 'a check of Redis at the start failed');
      log.debug({ err: error }, 'a check of Redis at the start failed');
    },
  );

/** A cluster without some of its masters is served: the projects of these masters get a 503 until they are back. */
const warnAboutLostNodes = (log: Logger, lost: readonly object[]): void => {
  for (const each of lost) log.warn(each, 'a node of the Redis cluster cannot be used');
};

/** Logs warnings about Redis at the start; a check that fails does not hold it up. */
const logStartupWarnings = ({ redis, indexes }: Services, { config, log }: Startup): void => {
  if (config.redisUrl !== '') {
    // Redis is the database: evicted keys would be lost data.
    runCheck(log, evictionPolicies(redis), policies =>
      log.warn({ policies }, "Redis may evict data when its memory is full; set its maxmemory-policy to 'noeviction'"),
    );
    // The configuration of Redis must keep the promise of the DURABILITY setting.
    runCheck(log, durabilityWarnings(redis, config), problems => {
      for (const problem of problems) log.warn(`DURABILITY is '${config.durability}': ${problem}`);
    });
  }
  // Without these arguments a search that runs while orders change may miss or repeat some of them.
  runCheck(log, indexes.missingArguments(), missing =>
    log.warn(
      { missing },
      `RediSearch 1.x was loaded without ${missing.join(' and ')}: searches are inexact while orders change; ` +
        'add them to its loadmodule line',
    ),
  );
  const warning = buildWarning();
  if (warning !== undefined) log.warn(warning);
};

/** Time in which the workers may send their spans when they stop. */
const flushMs = 1_500;

const startWorkers = async (
  options: ServiceOptions,
  flushTraces: (threads: number, timeoutMs: number) => Promise<unknown>,
  masterOf: MasterOf | undefined,
  { config, log, shutdown }: Startup,
): Promise<WorkerPool> => {
  const pool = new WorkerPool(
    config,
    { ...options, workerLogLevel: log.level },
    {
      masterOf,
      onError: error => log.error({ err: error }, 'a worker failed'),
      onSilence: worker => log.error(worker, 'a worker did not come back and is replaced'),
      onLogLine: line => writeThreadLine(log, line),
      beforeWorkersEnd: async leftMs => {
        await flushTraces(pool.threads.length + pool.heavy.workers.length, Math.min(flushMs, leftMs));
      },
    },
  );
  shutdown.add(leftMs => pool.stop(leftMs));
  await abortable(pool.ready(), shutdown.requested);
  return pool;
};

export interface Service extends StoreDescription {
  /** The URL of the API, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly redisUrl: string;
  /** The first API client of the demo project, which an empty store gets outside production. */
  readonly demo?: ClientCredentials;
  stop(): Promise<void>;
}

const formatAddress = ({ host, tlsCertFile }: Config, port: number): string =>
  `${tlsCertFile === '' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Starts all parts but Redis. */
const startParts = async (startup: Startup, redisUrl: string, lost: readonly LostNode[]): Promise<Service> => {
  const { config, log, shutdown } = startup;
  const ownOptions = createServiceOptions(config, redisUrl, resolveEncryptionKey(config));
  const survey = new ThreadSurvey(randomUUID());
  shutdown.add(() => survey.close());
  const options = { ...ownOptions, surveyChannel: survey.name };
  const services = await openMainServices(options, startup);
  const { redis, tracing } = services;
  const masterOf = createMasterOf(redis);
  const reads = new ReadLimiter(config, projectKey => pingMasters(redis, [projectKey]), { masterOf });
  const grants = await openGrants(services, options, reads, startup);
  removeExpiredApiClientsRegularly(services, startup);
  const monitors = startMonitors(redis, log, config);
  shutdown.add(() => monitors.close());
  shutdown.add(collectWhenIdle());

  // It stops after the workers, because it indexes their last commits; it starts last, because it serves no requests.
  let background: BackgroundThread | undefined;
  shutdown.add(leftMs => background?.stop(leftMs));
  const transfers = new TransferLimiter(config);
  shutdown.add(() => transfers.close());
  // The shutdown drains the listeners, lets the workers finish their calls, and closes the connections that are left.
  let listeners: readonly Listener[] = [];
  shutdown.add(() => listeners.forEach(listener => listener.close()));
  const flushTraces = async (threads: number, timeoutMs: number): Promise<unknown> =>
    tracing === undefined ? undefined : survey.ask('flush', threads, timeoutMs);
  const pool = await startWorkers(options, flushTraces, masterOf, startup);
  shutdown.requested.throwIfAborted();

  const startWait = new StartWait(log, shutdown.requested);
  const requests = new RequestMetrics();
  const sources = {
    survey,
    pool,
    reads,
    requests,
    background: () => background?.thread,
    connections: () => listeners.reduce((total, each) => total + each.connections, 0),
  };
  const handleRequest = createHandler(services, startup, { ...sources, grants, startWait, monitors });
  const openListeners = await listenAll(
    config,
    tracing === undefined ? handleRequest : (exchange: Exchange) => tracing.traceRequest(exchange, handleRequest),
    { connectionsMax: config.connectionsMax, transfers },
  );
  listeners = openListeners;
  shutdown.add(async () => {
    listeners.forEach(listener => listener.stopListening());
    await Promise.all(listeners.map(listener => listener.drain(config.drainMs, shutdownBudget.drainByMs)));
  });
  background = new BackgroundThread({ config, options, redis, log });
  await openMetricsPort(
    { services, requests, pool, reads, listeners, transfers, grants, background, survey, monitors },
    startup,
  );
  const demo = await writeFirstProject(services, startWait, config);
  logStartupWarnings(services, startup);
  return {
    address: formatAddress(config, openListeners[0].port),
    redisUrl,
    demo,
    ...(await describeStore(services, lost)),
    stop: () => shutdown.run(),
  };
};

const start = async (startup: Startup): Promise<Service> => {
  const { config, log, shutdown } = startup;
  const embedded = await startSupervisedRedis(config, log, shutdown.requested);
  shutdown.add(leftMs => embedded?.stop(leftMs), { deadlineMs: shutdownBudget.redisStopsByMs, endsProcess: true });
  const redisUrl = embedded?.url ?? config.redisUrl;
  const redis = examinedRedis(config, redisUrl, [keys.format, keys.projects]);
  const lost = await abortable(waitForRedis(redis), shutdown.requested);
  warnAboutLostNodes(log, lost);
  return startParts(startup, addressWithout(lost, redisUrl), lost).catch(async (error: unknown) => {
    throw await explainRedisError(error, redis, lost);
  });
};

/**
 * Resolves when the service serves requests; after a failure, or when `shutdown` is requested, the parts that were
 * started are stopped.
 */
export const startService = async (
  config: Config,
  log: Logger = createLog(config),
  shutdown = new Shutdown(log),
): Promise<Service> => {
  try {
    return await start({ config, log, shutdown });
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};

/** Starts the parts of a server in order: Redis, services, tokens, workers, listeners, background thread, metrics. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ConfigError } from './config/ConfigError.js';
import type { Config } from './config/settings.js';
import { required } from './errors/required.js';
import { readFiguresCall } from './console/figuresCall.js';
import { CrossOriginPolicy } from './http/exchange/CrossOriginPolicy.js';
import type { Exchange, RequestObserver } from './http/exchange/Exchange.js';
import { combineObservers } from './http/exchange/observeRequests.js';
import { buildWarning } from './http/listener/library.js';
import type { Listener } from './http/listener/listen.js';
import { listenAll } from './http/listener/listenAll.js';
import { TransferLimiter } from './http/listener/TransferLimiter.js';
import { OpenapiDocument } from './http/pages/OpenapiDocument.js';
import { createAccessLog } from './http/request/createAccessLog.js';
import { createRequestHandler } from './http/request/handleRequest.js';
import type { RequestContext } from './http/request/RequestContext.js';
import { SlowRequests } from './http/request/SlowRequests.js';
import { consoleRoutes } from './http/routing/consoleRoutes.js';
import { readMissingRoutes } from './http/routing/missingRoutes.js';
import { Router } from './http/routing/Router.js';
import { routes } from './http/routing/routes.js';
import { BackgroundThread } from './jobs/thread/BackgroundThread.js';
import { abortable } from './lifecycle/abortable.js';
import { StartWait } from './lifecycle/StartWait.js';
import { Shutdown } from './lifecycle/Shutdown.js';
import { shutdownBudget } from './lifecycle/shutdownBudget.js';
import {
  warnAboutDurability,
  warnAboutEviction,
  warnAboutLostNodes,
  warnAboutSearch,
} from './lifecycle/startupWarnings.js';
import { createLog, logOutput } from './log/createLog.js';
import { writeThreadLine } from './log/writeThreadLine.js';
import { collectWhenIdle } from './memory/collectWhenIdle.js';
import { RequestCounts } from './metrics/RequestCounts.js';
import { RequestMetrics } from './metrics/RequestMetrics.js';
import { serveMetrics } from './metrics/serveMetrics.js';
import { ThreadSurvey } from './metrics/ThreadSurvey.js';
import { collectFigures, type FigureSources } from './monitoring/collectFigures.js';
import { type Monitors, startMonitors } from './monitoring/monitors.js';
import { createGrantLookup } from './oauth/createGrantLookup.js';
import { ExternalGrants } from './oauth/external/ExternalGrants.js';
import { GrantCache } from './oauth/GrantCache.js';
import { removeExpiredApiClients } from './oauth/removeExpiredApiClients.js';
import { WorkerPool } from './pool/WorkerPool.js';
import { createDemoProject } from './projects/createDemoProject.js';
import type { ClientCredentials } from './projects/createProject.js';
import { describeStore, type StoreDescription } from './projects/describeStore.js';
import { findProjectKey } from './projects/findProjectKey.js';
import { connectForBlockingReads } from './redis/connect.js';
import { addressWithout, type LostNode } from './redis/diagnosis/examineCluster.js';
import { examinedRedis, explainRedisError, waitForRedis } from './redis/diagnosis/examineRedis.js';
import { durabilityWarnings } from './redis/durabilityWarnings.js';
import { startSupervisedRedis } from './redis/embedded/startSupervisedRedis.js';
import { evictionPolicies } from './redis/evictionPolicies.js';
import { isRedisUnavailable } from './redis/isRedisUnavailable.js';
import { pingMasters } from './redis/masterNodes.js';
import { toRefusedWriteError } from './redis/redisErrors.js';
import { missingReplicas } from './redis/missingReplicas.js';
import { createMasterOf } from './redis/slotNodes.js';
import { supportsCommand } from './redis/supportsCommand.js';
import { createServiceOptions, type ServiceOptions } from './services/ServiceOptions.js';
import { openServices, type Services } from './services/services.js';
import type { MasterOf } from './shedding/MasterGates.js';
import { ReadLimiter } from './shedding/ReadLimiter.js';
import { resolveEncryptionKey } from './store/resolveEncryptionKey.js';
import { writeStoredDurability } from './store/storedDurability.js';
import { keys } from './store/keys.js';
import { assertStoredFormat } from './store/storedFormat.js';

export interface Service extends StoreDescription {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly redisUrl: string;
  /** The first API client of the demo project, which an empty store gets outside production. */
  readonly demo?: ClientCredentials;
  stop(): Promise<void>;
}

/** How long the workers may send their spans when they stop. */
const flushMs = 1_500;
const expiredApiClientsMs = 60_000;

/** What the parts of a starting server share. */
interface Startup {
  readonly config: Config;
  readonly log: Logger;
  /** Each part adds its step as soon as it is started; the steps run in reverse. Its signal ends a start. */
  readonly shutdown: Shutdown;
}

/** Where Redis refuses writes, a server starts without what it would write: resources can be read. */
const unlessRefused = <T>(write: Promise<T>): Promise<T | undefined> =>
  write.catch((error: unknown) => {
    if (toRefusedWriteError(error) === undefined) throw error;
    return undefined;
  });

const openMainServices = async (options: ServiceOptions, { config, log, shutdown }: Startup): Promise<Services> => {
  const services = await openServices(options, log);
  shutdown.add(() => services.close());
  // The creation of the first project writes the format too.
  await unlessRefused(assertStoredFormat(services.redis));
  await unlessRefused(writeStoredDurability(services.redis, config));
  if (config.durability === 'replicas-disk' && !(await supportsCommand(services.redis, 'WAITAOF')))
    throw new ConfigError([
      "DURABILITY is 'replicas-disk', which takes Redis 7.2 or newer (WAITAOF); allowed are everysec, always and replicas.",
    ]);
  return services;
};

const openGrants = async (
  services: Services,
  { redisUrl, redisTls }: ServiceOptions,
  reads: ReadLimiter,
  { config, log, shutdown }: Startup,
): Promise<GrantCache> => {
  const external = new ExternalGrants(services, config, log, reads);
  shutdown.add(() => external.close());
  const findGrant = createGrantLookup(
    services.tokens,
    (projectKey, token, correlationId) => external.find(projectKey, token, correlationId),
    reads,
  );
  const grants = await GrantCache.open(
    findGrant,
    () => connectForBlockingReads(redisUrl, redisTls),
    config.tokenCacheMax,
  );
  shutdown.add(() => grants.close());
  return grants;
};

const removeExpiredApiClientsRegularly = (services: Services, { log, shutdown }: Startup): void => {
  const timer = setInterval(() => {
    removeExpiredApiClients(services).catch((error: unknown) =>
      // The next run deletes them; that Redis is away is logged by its monitor.
      log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error }, 'expired API clients were not deleted'),
    );
  }, expiredApiClientsMs);
  shutdown.add(() => clearInterval(timer));
};

const startWorkers = async (
  options: ServiceOptions,
  flushTraces: (timeoutMs: number) => Promise<unknown>,
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
        await flushTraces(Math.min(flushMs, leftMs));
      },
    },
  );
  shutdown.add(leftMs => pool.stop(leftMs));
  await abortable(pool.ready(), shutdown.requested);
  return pool;
};

interface MeasuredParts {
  readonly services: Services;
  readonly requests: RequestMetrics | undefined;
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly listeners: readonly Listener[];
  readonly transfers: TransferLimiter;
  readonly grants: GrantCache;
  readonly background: BackgroundThread;
  readonly survey: ThreadSurvey;
  readonly monitors: Monitors;
}

/** Does nothing if metrics are disabled. */
const openMetricsPort = async (
  { services: { threadMetrics }, requests, ...parts }: MeasuredParts,
  { config, log, shutdown }: Startup,
): Promise<void> => {
  if (threadMetrics === undefined) return;
  const { ProcessMetrics } = await import('./metrics/ProcessMetrics.js');
  const processMetrics = new ProcessMetrics({
    ...parts,
    requests: required(requests, 'the metrics of requests'),
    mainThread: threadMetrics,
    logOutput,
  });
  const sources = [() => processMetrics.text(), () => parts.background.metrics()];
  const metrics = await serveMetrics(config.host, config.metricsPort, sources, error =>
    log.error({ err: error }, 'metrics scrape failed'),
  );
  shutdown.add(() => metrics.close());
};

const logStartupWarnings = ({ redis, indexes }: Services, { config, log }: Startup): void => {
  if (config.redisUrl !== '') {
    void warnAboutEviction(log, () => evictionPolicies(redis));
    void warnAboutDurability(log, config.durability, () => durabilityWarnings(redis, config));
  }
  void warnAboutSearch(log, () => indexes.missingArguments());
  const warning = buildWarning();
  if (warning !== undefined) log.warn(warning);
};

/**
 * Creates the demo project of an empty store. Where replicas must confirm changes, the first start waits for them, and it
 * waits while Redis refuses writes: the project could not be created, and there is nothing to read yet.
 */
const writeFirstProject = async (
  services: Services,
  startWait: StartWait,
  config: Config,
): Promise<ClientCredentials | undefined> => {
  const isFirstStart = (await findProjectKey(services)) === undefined;
  let demo: ClientCredentials | undefined;
  await startWait.until(async () => {
    try {
      const missing = isFirstStart ? await missingReplicas(services.redis, config) : undefined;
      if (missing === undefined) demo = await createDemoProject(services, config);
      return missing;
    } catch (error) {
      const refused = toRefusedWriteError(error);
      if (refused !== undefined) return refused.message;
      if (!config.durability.startsWith('replicas') || !isRedisUnavailable(error)) throw error;
      return (error as Error).message;
    }
  });
  return demo;
};

type OwnFigureSources = Pick<FigureSources, 'survey' | 'pool' | 'reads' | 'background' | 'connections'>;

/** What the console shows of this process: the observers that count its requests, and the answer. */
const createFigures = (
  services: Services,
  { config }: Startup,
  sources: OwnFigureSources,
): { readonly observers: readonly RequestObserver[]; readonly answer: RequestContext['figures'] } => {
  const requests = new RequestCounts();
  const slowRequests = new SlowRequests(config);
  const { redis, commitCounts, search } = services;
  const collect = () =>
    collectFigures({ ...sources, config, redis, states: search.states, commitCounts, requests, slowRequests });
  return {
    observers: [requests, slowRequests],
    answer: session => readFiguresCall(services, session, collect),
  };
};

const formatAddress = ({ host, tlsCertFile }: Config, port: number): string =>
  `${tlsCertFile === '' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

interface ServingParts extends OwnFigureSources {
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly requests: RequestMetrics | undefined;
  readonly grants: GrantCache;
  readonly startWait: StartWait;
  readonly monitors: Monitors;
}

const createHandler = (
  services: Services,
  startup: Startup,
  { requests, grants, startWait, monitors, ...sources }: ServingParts,
) => {
  const { config, log } = startup;
  const { store, tracing, audit } = services;
  const figures = createFigures(services, startup, sources);
  return createRequestHandler({
    config,
    router: new Router([...routes, ...consoleRoutes, ...readMissingRoutes(routes)]),
    grants,
    store,
    pool: sources.pool,
    reads: sources.reads,
    log,
    crossOrigin: new CrossOriginPolicy(config),
    observer: combineObservers([
      ...figures.observers,
      requests,
      createAccessLog(config, log),
      tracing?.requestObserver,
    ]),
    openapiDocument: new OpenapiDocument(sources.pool),
    audit,
    figures: figures.answer,
    readiness: async () => {
      const { failure, faults } = await monitors.readiness();
      return { failure: startWait.reason ?? failure, faults };
    },
  });
};

/** Starts all parts but Redis. */
const startParts = async (startup: Startup, redisUrl: string, lost: readonly LostNode[]): Promise<Service> => {
  const { config, log, shutdown } = startup;
  const ownOptions = createServiceOptions(config, redisUrl, resolveEncryptionKey(config));
  const survey = new ThreadSurvey(randomUUID());
  shutdown.add(() => survey.close());
  const options = { ...ownOptions, surveyChannel: survey.name };
  const services = await openMainServices(options, startup);
  const { redis, tracing, threadMetrics } = services;
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
  const flushTraces = async (timeoutMs: number): Promise<unknown> =>
    tracing === undefined ? undefined : survey.ask('flush', config.workers, timeoutMs);
  const pool = await startWorkers(options, flushTraces, masterOf, startup);
  shutdown.requested.throwIfAborted();

  const startWait = new StartWait(log, shutdown.requested);
  const requests = threadMetrics && new RequestMetrics();
  const sources = {
    survey,
    pool,
    reads,
    background: () => background?.thread,
    connections: () => listeners.reduce((total, each) => total + each.connections, 0),
  };
  const handleRequest = createHandler(services, startup, { ...sources, requests, grants, startWait, monitors });
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

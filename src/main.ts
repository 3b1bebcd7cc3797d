/** Starts the service: Redis, pool, front; `stop` takes them down in reverse. */
import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { BackgroundThread } from './jobs/thread/BackgroundThread.js';
import type { Config } from './config/settings.js';
import { required } from './errors/required.js';
import { ConfigError } from './config/ConfigError.js';
import { createAccessLog } from './http/request/createAccessLog.js';
import type { Exchange } from './http/exchange/Exchange.js';
import { createRequestHandler } from './http/request/handleRequest.js';
import { createRouter } from './http/routing/Router.js';
import { routes } from './http/routing/routes.js';
import { listenAll } from './http/listener/listenAll.js';
import type { Listener } from './http/listener/listen.js';
import { createTransferLimiter } from './http/listener/TransferLimiter.js';
import { combineObservers } from './http/exchange/RequestObserver.js';
import { writeThreadLine } from './log/writeThreadLine.js';
import { createOpenapiDocument } from './http/pages/openapiSite.js';
import { removeExpiredApiClients } from './oauth/removeExpiredApiClients.js';
import { ExternalGrants } from './oauth/external/ExternalGrants.js';
import { createGrantLookup } from './oauth/createGrantLookup.js';
import { GrantCache } from './oauth/GrantCache.js';
import { RequestMetrics } from './metrics/RequestMetrics.js';
import { serveMetrics } from './metrics/serveMetrics.js';
import { ThreadSurvey } from './metrics/ThreadSurvey.js';
import { ReadLimiter } from './shedding/ReadLimiter.js';
import { createWorkerPool } from './pool/WorkerPool.js';
import { createDemoProject } from './projects/createDemoProject.js';
import type { ClientCredentials } from './projects/createProject.js';
import { openServices, type ServiceOptions, serviceOptionsOf, type Services } from './services/services.js';
import { resolveEncryptionKey } from './store/resolveEncryptionKey.js';
import { connectForBlockingReads } from './redis/connect.js';
import { supportsCommand } from './redis/durabilityWarnings.js';
import { hasSearchModule } from './redis/searchIndex/hasSearchModule.js';
import { pingMasters } from './redis/masterNodes.js';
import { createReadinessCheck } from './redis/createReadinessCheck.js';
import { redactPassword } from './config/redisUrl.js';
import { startSupervisedRedis } from './redis/embedded/startSupervisedRedis.js';
import { shutdownBudget } from './lifecycle/shutdownBudget.js';
import { createShutdown, type Shutdown } from './lifecycle/Shutdown.js';
import { warnAboutDurability, warnAboutEviction, warnAboutSearch } from './lifecycle/startupWarnings.js';

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  readonly redisUrl: string;
  readonly searchAvailable: boolean;
  /** The first client of the project that an empty store is given outside production. */
  readonly demo?: ClientCredentials;
  stop(): Promise<void>;
}

/** What a stop gives the workers to send their spans. */
const flushMs = 1_500;

const open = async (options: ServiceOptions, log: Logger): Promise<Services> => {
  const { redisUrl } = options;
  try {
    return await openServices(options, log);
  } catch (error) {
    throw new ConfigError([
      `REDIS_URL is '${redactPassword(redisUrl)}', where no Redis answers (${(error as Error).message}); allowed is the address of a running Redis.`,
    ]);
  }
};

/** How often clients whose time is over are looked for. */
const tidyMs = 60_000;

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export const createLog = ({ logLevel, region }: Config): Logger =>
  pino({ level: logLevel, base: { region } }, pino.destination(2));

/** Resolves when the service serves; what was started before a failure is stopped again. */
export const startService = async (config: Config, log: Logger = createLog(config)): Promise<Service> => {
  const undo = createShutdown(log);
  try {
    return await start(config, log, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
};

const start = async (config: Config, log: Logger, undo: Shutdown): Promise<Service> => {
  const embedded = await startSupervisedRedis(config, log);
  undo.push(leftMs => embedded?.stop(leftMs), shutdownBudget.redisStopsByMs);
  const redisUrl = embedded?.url ?? config.redisUrl;

  const settings = serviceOptionsOf(config, redisUrl, resolveEncryptionKey(config));
  const survey = settings.isMeasured || settings.tracing !== undefined ? new ThreadSurvey(randomUUID()) : undefined;
  undo.push(() => survey?.close());
  const options = { ...settings, survey: survey?.name };
  const services = await open(options, log);
  undo.push(() => services.close());
  const { store, tokens, redis, tracing, threadMetrics } = services;
  if (config.durability === 'replicas-disk' && !(await supportsCommand(redis, 'WAITAOF')))
    throw new ConfigError([
      "DURABILITY is 'replicas-disk', which takes Redis 7.2 or newer (WAITAOF); allowed are everysec, always and replicas.",
    ]);
  const reads = new ReadLimiter(config, () => pingMasters(redis));
  const external = new ExternalGrants(services, config, log, reads);
  undo.push(() => external.close());
  const findGrant = createGrantLookup(
    tokens,
    (projectKey, token, correlationId) => external.find(projectKey, token, correlationId),
    reads,
  );
  const grants = await GrantCache.open(findGrant, connectForBlockingReads(redisUrl), config.tokenCacheMax);
  undo.push(() => grants.close());

  const tidying = setInterval(
    () =>
      removeExpiredApiClients(services).catch((error: unknown) =>
        log.error({ err: error }, 'expired API clients were not deleted'),
      ),
    tidyMs,
  );
  undo.push(() => clearInterval(tidying));

  // In the way back it ends behind the pool, whose last commits it indexes.
  let background: BackgroundThread | undefined;
  undo.push(leftMs => background?.stop(leftMs));

  const transfers = createTransferLimiter(config);
  undo.push(() => transfers.close());

  // In the way back: no new connections, calls under way to their end (the pool), then the connections that are left.
  let listening: readonly Listener[] = [];
  undo.push(() => listening.forEach(each => each.close()));

  const pool = createWorkerPool(
    config,
    { ...options, logLevel: log.level },
    error => log.error({ err: error }, 'a worker failed'),
    {
      line: line => writeThreadLine(log, line),
      ending: async leftMs => {
        if (tracing !== undefined) await survey!.ask('flush', config.workers, Math.min(flushMs, leftMs));
      },
    },
  );
  undo.push(leftMs => pool.stop(leftMs));
  await pool.ready();
  const demo = await createDemoProject(services, config);

  const requests = threadMetrics && new RequestMetrics();
  const watcher = combineObservers([requests, createAccessLog(config, log), tracing?.requestObserver]);
  const handler = createRequestHandler({
    config,
    router: createRouter(routes),
    grants,
    store,
    pool,
    reads,
    log,
    observer,
    openapi: createOpenapiDocument(pool),
    unreadiness: createReadinessCheck(redis),
  });
  const handle = tracing === undefined ? handler : (exchange: Exchange) => tracing.traceRequest(exchange, handler);
  listening = await listenAll(config, handle, { connectionsMax: config.connectionsMax, transfers });
  undo.push(async () => {
    listening.forEach(each => each.stopListening());
    await Promise.all(listening.map(each => each.drain(config.drainMs, shutdownBudget.drainByMs)));
  });
  const thread = new BackgroundThread({ config, options, redis, log });
  background = thread;
  if (threadMetrics !== undefined) {
    const { ProcessMetrics } = await import('./metrics/ProcessMetrics.js');
    const processMetrics = new ProcessMetrics({
      requests: required(requests, 'the metrics of requests'),
      mainThread: threadMetrics,
      pool,
      reads,
      listeners: listening,
      transfers,
      grants,
      background: thread,
      survey: required(survey, 'the survey of threads'),
    });
    const sources = [() => processMetrics.text(), () => thread.metrics()];
    const metrics = await serveMetrics(config.host, config.metricsPort, sources, error =>
      log.error({ err: error }, 'metrics scrape failed'),
    );
    undo.push(() => metrics.close());
  }
  if (embedded === undefined) void warnAboutEviction(redis, log);
  if (embedded === undefined) void warnAboutDurability(redis, config, log);
  void warnAboutSearch(services, log);

  const scheme = config.tlsCertFile === '' ? 'http' : 'https';
  return {
    address: `${scheme}://${urlHost(config.host)}:${listening[0]!.port}`,
    redisUrl,
    searchAvailable: await hasSearchModule(redis),
    demo,
    stop: undo.run,
  };
};

/** Starts the service: Redis, pool, front; `stop` takes them down in reverse. */
import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import { type Background, createBackground } from './background/background.js';
import { type Config, ConfigError } from './config.js';
import { createAccessLog } from './http/accessLog.js';
import { identify } from './http/correlation.js';
import type { Exchange } from './http/exchange.js';
import { createHandler } from './http/handle.js';
import { createRouter } from './http/router.js';
import { routes } from './http/routes.js';
import { type Bounds, listen, type Listening } from './http/server.js';
import { createTransfers } from './http/transfers.js';
import { notFoundPage } from './http/notFoundPage.js';
import { watchers } from './http/watcher.js';
import { relay } from './log/relay.js';
import { createOpenapi } from './http/openapi.js';
import { removeEndedClients } from './oauth/apiClients.js';
import { createFindExternal } from './oauth/external/findExternal.js';
import { createFindGrant } from './oauth/findGrant.js';
import { createGrantCache } from './oauth/grantCache.js';
import { createRequestFigures } from './metrics/requestFigures.js';
import { serveMetrics } from './metrics/server.js';
import { createSurvey } from './metrics/survey.js';
import { createReads } from './overload/reads.js';
import { createPool } from './pool/pool.js';
import { createProject, type Credentials, ProjectError } from './registry/projects.js';
import { openServices, type ServiceOptions, serviceOptionsOf, type Services } from './services.js';
import { encryptionKeyOf } from './store/encryptionKey.js';
import { connectFollower, type RedisClient } from './store/connect.js';
import { startEmbeddedRedis } from './store/embeddedRedis.js';
import { durabilityLacks, knowsCommand } from './store/durabilityLacks.js';
import { evictions } from './store/evictions.js';
import { hasSearch } from './store/hasSearch.js';
import { keepRedis } from './store/keepRedis.js';
import { keys } from './store/keys.js';
import { pingMasters } from './store/masters.js';
import { withoutPassword } from './store/redisUrl.js';
import { within } from './within.js';

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  readonly redisUrl: string;
  readonly searchAvailable: boolean;
  /** The first client of the project that an empty store is given outside production. */
  readonly demo?: Credentials;
  stop(): Promise<void>;
}

const pingMs = 1_000;
/** What a stop gives the workers to send their spans. */
const flushMs = 1_500;

/** Says why Redis does not answer; undefined when it does. */
const unreadiness = (redis: RedisClient) => async (): Promise<string | undefined> => {
  try {
    await within(redis.ping(), pingMs);
    return undefined;
  } catch (error) {
    return `Redis does not answer: ${(error as Error).message}.`;
  }
};

const open = async (options: ServiceOptions, log: Logger): Promise<Services> => {
  const { redisUrl } = options;
  try {
    return await openServices(options, log);
  } catch (error) {
    throw new ConfigError([`REDIS_URL is '${withoutPassword(redisUrl)}', where no Redis answers (${(error as Error).message}); allowed is the address of a running Redis.`]);
  }
};

/** Our Redis is a database: what it threw away would be lost. */
const warnOfEviction = async (redis: RedisClient, log: Logger): Promise<void> => {
  const policies = await evictions(redis).catch(() => []);
  if (policies.length > 0) log.warn({ policies }, "Redis may throw data away when its memory is full; set its maxmemory-policy to 'noeviction'");
};

/** What the setting promises, the server must do. */
const warnOfDurability = async (redis: RedisClient, config: Config, log: Logger): Promise<void> => {
  for (const lack of await durabilityLacks(redis, config).catch(() => [])) log.warn(`DURABILITY is '${config.durability}': ${lack}`);
};

/** What is found while orders change may be wrong by some, for a moment. */
const warnOfSearch = async ({ indexes }: Services, log: Logger): Promise<void> => {
  const lacks = await indexes.lacks().catch(() => []);
  if (lacks.length > 0) log.warn({ lacks }, `RediSearch 1.x was loaded without ${lacks.join(' and ')}: searches are inexact while orders change; add them to its loadmodule line`);
};

const demoKey = 'demo';

const makeDemo = async (services: Services, { nodeEnv }: Config): Promise<Credentials | undefined> => {
  if (nodeEnv === 'production' || (await services.redis.scard(keys.projects)) > 0) return undefined;
  // Of several servers that start on one empty store, one makes it.
  return createProject(services, { key: demoKey, name: 'Demo' }).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
};

/** How often clients whose time is over are looked for. */
const tidyMs = 60_000;

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const listenAll = async (config: Config, handle: Parameters<typeof listen>[3], bounds: Bounds): Promise<{ main: Listening; all: Listening[] }> => {
  const { host, port, sharePort, tlsCertFile, tlsKeyFile, plainPort } = config;
  const tls = tlsCertFile === '' ? undefined : { certFile: tlsCertFile, keyFile: tlsKeyFile };
  const main = await listen(host, port, tls, handle, bounds, sharePort);
  if (plainPort === 0) return { main, all: [main] };
  const plain = await listen(host, plainPort, undefined, exchange => {
    identify(exchange);
    exchange.send(notFoundPage);
  }, bounds, sharePort);
  return { main, all: [main, plain] };
};

/** How long a stop waits for requests under way. */
const drainMsMax = 6_000;

/** A step of the stop; each runs once, the last that was started first. */
type Undo = () => Promise<void> | void;

export const createLog = ({ logLevel, region }: Config): Logger => pino({ level: logLevel, base: { region } }, pino.destination(2));

/** Resolves when the service serves; what was started before a failure is stopped again. */
export const startService = async (config: Config, log: Logger = createLog(config)): Promise<Service> => {
  const undo: Undo[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => stopping ??= (async () => {
    for (const step of undo.reverse()) await step();
  })();
  try {
    return await start(config, log, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

const start = async (config: Config, log: Logger, undo: Undo[], stop: () => Promise<void>): Promise<Service> => {
  const fsync = config.durability === 'always' ? 'always' : 'everysec';
  const embedded = config.redisUrl === '' ? await startEmbeddedRedis(config.dataDir, config.redisearchModule, { fsync }) : undefined;
  if (embedded !== undefined) {
    const kept = keepRedis(embedded, {
      restart: sameUrl => startEmbeddedRedis(config.dataDir, config.redisearchModule, { sameUrl, fsync }),
      onEnd: () => log.error('the embedded Redis ended and is started again'),
      onFailure: error => log.error({ err: error }, 'the embedded Redis was not started again'),
    });
    undo.push(() => kept.stop());
  }
  const redisUrl = embedded?.url ?? config.redisUrl;

  const settings = serviceOptionsOf(config, redisUrl, encryptionKeyOf(config));
  const survey = settings.isMeasured || settings.tracing !== undefined ? createSurvey(randomUUID()) : undefined;
  undo.push(() => survey?.close());
  const options = { ...settings, survey: survey?.name };
  const services = await open(options, log);
  undo.push(() => services.close());
  const { store, tokens, redis, tracing, figures } = services;
  if (config.durability === 'replicas-disk' && !await knowsCommand(redis, 'WAITAOF'))
    throw new ConfigError(["DURABILITY is 'replicas-disk', which takes Redis 7.2 or newer (WAITAOF); allowed are everysec, always and replicas."]);
  const reads = createReads(config, () => pingMasters(redis));
  const external = createFindExternal(services, config, log, reads);
  undo.push(() => external.close());
  const findGrant = createFindGrant(tokens, external.find, reads);
  const grants = await createGrantCache(findGrant, connectFollower(redisUrl), config.tokenCacheMax);
  undo.push(() => grants.close());

  const tidying = setInterval(() => removeEndedClients(services).catch((error: unknown) => log.error({ err: error }, 'clients whose time is over were not deleted')), tidyMs);
  undo.push(() => clearInterval(tidying));

  // In the way back it ends behind the pool, whose last commits it indexes.
  let background: Background | undefined;
  undo.push(() => background?.stop());

  const transfers = createTransfers(config);
  undo.push(() => transfers.close());

  const pool = createPool(config, { ...options, logLevel: log.level }, error => log.error({ err: error }, 'a worker failed'), {
    line: line => relay(log, line),
    ending: async () => { if (tracing !== undefined) await survey!.ask('flush', config.workers, flushMs); },
  });
  undo.push(() => pool.stop());
  await pool.ready();
  const demo = await makeDemo(services, config);

  const requests = figures && createRequestFigures();
  const watcher = watchers([requests, createAccessLog(config, log), tracing?.watcher]);
  const handler = createHandler({ config, router: createRouter(routes), grants, store, pool, reads, log, watcher, openapi: createOpenapi(pool), unreadiness: unreadiness(redis) });
  const handle = tracing === undefined ? handler : (exchange: Exchange) => tracing.serve(exchange, handler);
  const { main, all } = await listenAll(config, handle, { connectionsMax: config.connectionsMax, transfers });
  // In the way back: no new connections, calls under way to their end (the pool), then the connections.
  undo.splice(-1, 0, () => all.forEach(each => each.close()));
  undo.push(async () => {
    all.forEach(each => each.stopListening());
    await Promise.all(all.map(each => each.drain(config.drainMs, drainMsMax)));
  });
  background = createBackground({ config, options, redis, log });
  if (figures !== undefined) {
    const { createFrontMetrics } = await import('./metrics/frontMetrics.js');
    const parts = [createFrontMetrics({ requests: requests!, front: figures, pool, reads, ports: all, transfers, grants, background, survey: survey! }), background.metrics];
    const metrics = await serveMetrics(config.host, config.metricsPort, parts, error => log.error({ err: error }, 'metrics were not told'));
    undo.push(() => metrics.close());
  }
  if (embedded === undefined) void warnOfEviction(redis, log);
  if (embedded === undefined) void warnOfDurability(redis, config, log);
  void warnOfSearch(services, log);

  const scheme = config.tlsCertFile === '' ? 'http' : 'https';
  return { address: `${scheme}://${urlHost(config.host)}:${main.port}`, redisUrl, searchAvailable: await hasSearch(redis), demo, stop };
};

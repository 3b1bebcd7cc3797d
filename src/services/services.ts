/** The parts that every process and every thread works with: store, engine, registry, authorization, search. */
import type { Logger } from 'pino';
import { AuditLog } from '../accounts/AuditLog.js';
import { Sessions } from '../accounts/Sessions.js';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { IndexingShare } from '../indexing/IndexingShare.js';
import { IndexNotifier } from '../indexing/IndexNotifier.js';
import { notifyingStore } from '../indexing/notifyingStore.js';
import { createEngine, type Engine } from '../engine/Engine.js';
import { Extensions } from '../extensions/Extensions.js';
import { ClientUseRecorder } from '../oauth/ClientUseRecorder.js';
import { countedStore } from '../monitoring/countedStore.js';
import { measuredSearchIndexes, measuredStore } from '../monitoring/measuredStore.js';
import { CommitCounts } from '../metrics/CommitCounts.js';
import { ThreadMetrics } from '../metrics/ThreadMetrics.js';
import { threadLog } from '../log/threadLog.js';
import type { OAuthServices } from '../oauth/OAuthRequest.js';
import { createLogins } from '../resources/customer/logins.js';
import { boundPasswords } from '../credentials/passwords.js';
import { createRateLimits, type RateLimits } from '../oauth/rateLimits.js';
import { TokenStore } from '../oauth/TokenStore.js';
import { HttpOutbound } from '../outbound/HttpOutbound.js';
import type { Outbound } from '../outbound/Outbound.js';
import { ProjectSettingsCache } from '../registry/projectSettings.js';
import { definitions, resourceTypes } from '../resources/index.js';
import { OrderSearch } from '../search/OrderSearch.js';
import { assertConnects, connect, connectForSlowCommands, type RedisClient } from '../redis/connect.js';
import { FieldIndexes } from '../store/FieldIndexes.js';
import { type DurabilityOptions, ReplicatedCommitRunner } from '../store/ReplicatedCommitRunner.js';
import { keys } from '../store/keys.js';
import { RedisSearchIndexes } from '../store/RedisSearchIndexes.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import { Sealer } from '../store/Sealer.js';
import { SearchStates } from '../store/SearchStates.js';
import { readStoredDurability } from '../store/storedDurability.js';
import { createStore } from '../store/createStore.js';
import { damagedBodyCount, logDamagedBodies } from '../store/damagedBodies.js';
import type { Store } from '../store/Store.js';
import type { Tracing } from '../tracing/Tracing.js';
import type { ServiceOptions } from './ServiceOptions.js';
import { shareCounts } from './sharedCounts.js';
import { ApiClientRegistry } from '../registry/ApiClientRegistry.js';

export interface Services extends OAuthServices {
  readonly redis: RedisClient;
  /** For errors that no client caused. */
  readonly log: Logger;
  /** Of this thread. */
  readonly commitCounts: CommitCounts;
  /** Absent if metrics are disabled. */
  readonly threadMetrics?: ThreadMetrics;
  /** Absent if tracing is disabled. */
  readonly tracing?: Tracing;
  readonly store: Store;
  readonly engine: Engine;
  readonly settings: ProjectSettingsCache;
  readonly indexes: SearchIndexes;
  /** Of this process, or of the servers for a command. */
  readonly durability: DurabilityOptions;
  readonly extensions: Extensions;
  readonly search: OrderSearch;
  readonly fieldIndexes: FieldIndexes;
  /** Sessions of the administration console. */
  readonly sessions: Sessions;
  readonly accountGuesses: RateLimits['accountGuesses'];
  /** What accounts of the administration console did. */
  readonly audit: AuditLog;
  /** API clients of one project. */
  readonly apiClientsMax: number;
  /** Limits of GraphQL documents; the GraphQL modules are loaded with the first document. */
  readonly graphqlOptions: Pick<Config, 'graphqlDepthMax' | 'graphqlCostMax' | 'graphqlIntrospection'>;
  close(): Promise<void>;
}

/** The index lists of an anonymous id: one for every resource type that indexes it (AUTH018). */
const anonymousIdLists = (projectKey: string, anonymousId: string): string[] =>
  definitions
    .filter(({ indexes }) => indexes?.includes('anonymousId'))
    .map(({ typeId }) => keys.index(projectKey, typeId, 'anonymousId', anonymousId));

/** Tracing loads many modules, so it is loaded only if it is enabled. */
const loadTracing = async ({ tracing: options }: ServiceOptions) => {
  if (options === undefined) return undefined;
  const [{ openTracing }, wrappers] = await Promise.all([
    import('../tracing/openTracing.js'),
    import('../monitoring/tracedStore.js'),
  ]);
  return { tracing: openTracing(options), ...wrappers };
};

type LoadedTracing = Awaited<ReturnType<typeof loadTracing>>;

interface StoreConnections extends Pick<Services, 'commitCounts' | 'threadMetrics' | 'confirmWrites' | 'durability'> {
  /** Measured and traced as the options say, as is `indexes`. */
  readonly store: Store;
  readonly indexes: SearchIndexes;
  close(): void;
}

const durabilityOf = async (redis: RedisClient, options: ServiceOptions): Promise<DurabilityOptions> =>
  (options.adoptsDurability === true ? await readStoredDurability(redis) : undefined) ?? options;

const openStore = async (
  redis: RedisClient,
  options: ServiceOptions,
  loaded: LoadedTracing,
  log: Logger,
): Promise<StoreConnections> => {
  const { redisUrl, redisTls, queryTimeoutMs, compressBodies, countMemories } = options;
  shareCounts(countMemories);
  logDamagedBodies(log);
  const durability = await durabilityOf(redis, options);
  const commitRunner = durability.durability.startsWith('replicas')
    ? new ReplicatedCommitRunner(redis, durability)
    : undefined;
  const commitCounts = new CommitCounts();
  const threadMetrics = options.isMeasured ? new ThreadMetrics(commitCounts, damagedBodyCount) : undefined;
  const slowConnection = connectForSlowCommands(redisUrl, redisTls);
  let store = countedStore(
    createStore(redis, { runCommit: commitRunner?.run, waitsForReplicas: commitRunner !== undefined, compressBodies }),
    commitCounts,
  );
  let indexes: SearchIndexes = new RedisSearchIndexes(slowConnection, { queryTimeoutMs });
  if (threadMetrics !== undefined) {
    store = measuredStore(store, threadMetrics);
    indexes = measuredSearchIndexes(indexes, threadMetrics);
  }
  if (loaded !== undefined) {
    store = loaded.tracedStore(store, loaded.tracing);
    indexes = loaded.tracedSearchIndexes(indexes, loaded.tracing);
  }
  return {
    store,
    indexes,
    commitCounts,
    threadMetrics,
    durability,
    confirmWrites: async key => commitRunner?.confirmWrites(key),
    close: () => {
      commitRunner?.close();
      slowConnection.disconnect();
    },
  };
};

/** Writes to stderr where no other thread receives the lines. */
const standardErrorLog = (): Logger =>
  threadLog('info', line => {
    process.stderr.write(line);
  });

const consoleServices = (redis: RedisClient, tokens: TokenStore): Pick<Services, 'sessions' | 'audit'> => ({
  sessions: new Sessions(redis, tokens),
  audit: new AuditLog(redis),
});

const openOutbound = (options: ServiceOptions, loaded: LoadedTracing): Outbound => {
  const outbound = new HttpOutbound(options, limits.extensionAnswerBytesMax);
  return loaded === undefined ? outbound : loaded.tracedOutbound(outbound, loaded.tracing);
};

const createOrderSearch = (redis: RedisClient, indexes: SearchIndexes, notifier: IndexNotifier): OrderSearch =>
  new OrderSearch({
    states: new SearchStates(redis),
    indexes,
    notifyIndexer: projectKey => notifier.notify(projectKey),
  });

/** Throws if Redis does not answer within seconds. */
export const openServices = async (options: ServiceOptions, log = standardErrorLog()): Promise<Services> => {
  const { redisUrl, encryptionKey, resourceCacheBytesMax, queryTimeoutMs, tokenRequestsPerSecond } = options;
  boundPasswords(options);
  const redis = connect(redisUrl, { tls: options.redisTls, commandTimeout: options.redisTimeoutMs });
  await assertConnects(redis);
  const loaded = await loadTracing(options);
  const connections = await openStore(redis, options, loaded, log);
  const { indexes, commitCounts, threadMetrics, confirmWrites } = connections;
  const registry = new ApiClientRegistry(redis, confirmWrites);
  const settings = new ProjectSettingsCache(connections.store);
  const indexNotifier = new IndexNotifier(redisUrl);
  const indexingShare = new IndexingShare(redisUrl, options.searchIndexingShare);
  const store = notifyingStore(connections.store, indexNotifier, settings.get, indexingShare);
  const sealer = new Sealer(encryptionKey);
  const outbound = openOutbound(options, loaded);
  const extensions = new Extensions({ store, sealer, outbound, log });
  const tokens = new TokenStore(redis, anonymousIdLists, options);
  const notifyTokensRevoked = (projectKey: string, subject: string): Promise<void> =>
    tokens.announceRevocation(`${projectKey}/${subject}`);
  const engine = createEngine({
    store,
    sealer,
    resourceTypes,
    messageTypeId: 'message',
    settings: settings.get,
    mayCall: url => outbound.mayCall(url),
    hasSearchModule: projectKey => indexes.available(projectKey),
    extensionCaller: extensions.extensionCaller,
    notifyTokensRevoked,
    resourceCacheBytesMax,
    queryTimeoutMs,
  });
  const clientUse = new ClientUseRecorder(engine);
  return {
    redis,
    log,
    commitCounts,
    threadMetrics,
    confirmWrites,
    durability: connections.durability,
    tracing: loaded?.tracing,
    store,
    registry,
    engine,
    settings,
    extensions,
    search: createOrderSearch(redis, indexes, indexNotifier),
    fieldIndexes: new FieldIndexes(redis),
    tokens,
    ...consoleServices(redis, tokens),
    logins: createLogins(redis, store),
    indexes,
    ...createRateLimits(redis, tokenRequestsPerSecond),
    recordClientUse: client => clientUse.record(client),
    apiClientsMax: options.apiClientsMax,
    graphqlOptions: options,
    close: async () => {
      indexNotifier.close();
      indexingShare.close();
      threadMetrics?.close();
      await loaded?.tracing.close();
      await outbound.close();
      connections.close();
      redis.disconnect();
    },
  };
};

/** The parts that every process and every thread works with: store, engine, registry, authorization, search. */
import type { Logger } from 'pino';
import { AuditLog } from '../auth/accounts/AuditLog.js';
import { Sessions } from '../auth/accounts/Sessions.js';
import type { Config } from '../base/config/settings.js';
import { limits } from '../base/config/limits.js';
import { required } from '../base/errors/ApiError.js';
import { IndexingShare, commitForIndexing } from '../search/indexing/commitForIndexing.js';
import { IndexNotifier } from '../search/indexing/IndexNotifier.js';
import { createEngine, type Engine } from '../engine/Engine.js';
import { Extensions } from '../commerce/extensions/Extensions.js';
import { ClientUseRecorder } from '../auth/oauth/apiClients.js';
import { observeCalls } from '../base/observe/observeCalls.js';
import { CommitCounts, ThreadMetrics } from '../base/observe/metrics/ThreadMetrics.js';
import { threadLog } from '../base/observe/log/threadLog.js';
import type { OAuthServices } from '../auth/oauth/tokenEndpoints.js';
import { createLogins } from '../commerce/resources/customer/logins.js';
import { boundPasswords } from '../base/credentials/passwords.js';
import { createRateLimits, type RateLimits } from '../auth/oauth/rateLimits.js';
import { TokenStore } from '../auth/oauth/TokenStore.js';
import { HttpOutbound, type Outbound } from '../base/net/HttpOutbound.js';
import { ProjectSettingsCache } from '../commerce/resources/project/projectSettings.js';
import { definitions, resourceTypes } from '../commerce/resources/index.js';
import { TypeSearch } from '../search/TypeSearch.js';
import { searchedTypes } from '../search/types/index.js';
import { assertConnects, connect, connectForSlowCommands, type RedisClient } from '../base/redis/connect.js';
import { FieldIndexes } from '../store/FieldIndexes.js';
import { type DurabilityOptions, ReplicatedCommitRunner } from '../store/ReplicatedCommitRunner.js';
import { keys } from '../store/keys.js';
import { RedisSearchIndexes } from '../search/redisearch/RedisSearchIndexes.js';
import type { SearchIndexes } from '../search/SearchIndexes.js';
import { Sealer } from '../store/Sealer.js';
import { SearchStates } from '../search/SearchStates.js';
import { readStoredDurability } from '../store/storedFormat.js';
import { createStore } from '../store/createStore.js';
import { damagedBodyCount, logDamagedBodies } from '../store/damagedBodies.js';
import type { DataStore } from '../store/DataStore.js';
import type { Tracing } from '../base/observe/tracing/Tracing.js';
import { countCommits, measureCalls, observeSearch, traceCalls, tracedOutbound } from './observers.js';
import { type ServiceOptions, shareCounts } from './ServiceOptions.js';
import { ApiClientRegistry } from '../auth/clients/ApiClientRegistry.js';

export interface Services extends OAuthServices {
  readonly redis: RedisClient;
  /** Logs errors that no client caused. */
  readonly log: Logger;
  /** Counts the commits of this thread. */
  readonly commitCounts: CommitCounts;
  /** Absent if metrics are disabled. */
  readonly threadMetrics?: ThreadMetrics;
  /** Absent if tracing is disabled. */
  readonly tracing?: Tracing;
  readonly store: DataStore;
  readonly engine: Engine;
  readonly settings: ProjectSettingsCache;
  readonly indexes: SearchIndexes;
  /** The durability of this process, or for a command that of the servers. */
  readonly durability: DurabilityOptions;
  readonly extensions: Extensions;
  /** The searches by the type that they search; `search` is that of orders. */
  readonly searches: ReadonlyMap<string, TypeSearch>;
  readonly search: TypeSearch;
  readonly fieldIndexes: FieldIndexes;
  /** Sessions of the administration console. */
  readonly sessions: Sessions;
  readonly accountGuesses: RateLimits['accountGuesses'];
  /** Records changes by accounts of the administration console. */
  readonly audit: AuditLog;
  /** Maximum number of API clients of one project. */
  readonly apiClientsMax: number;
  /** Days for which the history of a resource is kept. */
  readonly historyDays: number;
  /** Days without a search after which a search is deactivated. */
  readonly searchIdleDays: number;
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
const loadTracing = async ({ tracing: options }: ServiceOptions): Promise<Tracing | undefined> =>
  options === undefined ? undefined : (await import('../base/observe/tracing/openTracing.js')).openTracing(options);

interface StoreConnections extends Pick<Services, 'commitCounts' | 'threadMetrics' | 'confirmWrites' | 'durability'> {
  /** Observed as the options say, as is `indexes`. */
  readonly store: DataStore;
  readonly indexes: SearchIndexes;
  close(): void;
}

const durabilityOf = async (redis: RedisClient, options: ServiceOptions): Promise<DurabilityOptions> =>
  (options.adoptsDurability === true ? await readStoredDurability(redis) : undefined) ?? options;

const openStore = async (
  redis: RedisClient,
  options: ServiceOptions,
  tracing: Tracing | undefined,
  log: Logger,
): Promise<StoreConnections> => {
  const { redisUrl, redisTls, queryTimeoutMs, countMemories } = options;
  shareCounts(countMemories);
  logDamagedBodies(log);
  const durability = await durabilityOf(redis, options);
  const commitRunner = durability.durability.startsWith('replicas')
    ? new ReplicatedCommitRunner(redis, durability)
    : undefined;
  const commitCounts = new CommitCounts();
  const threadMetrics = options.isMeasured ? new ThreadMetrics(commitCounts, damagedBodyCount) : undefined;
  const slowConnection = connectForSlowCommands(redisUrl, redisTls);
  const waitsForReplicas = commitRunner !== undefined;
  const store = createStore(redis, { runCommit: commitRunner?.run, waitsForReplicas });
  const indexes: SearchIndexes = new RedisSearchIndexes(slowConnection, { queryTimeoutMs });
  const observers = [
    ...(threadMetrics === undefined ? [] : [measureCalls(threadMetrics)]),
    ...(tracing === undefined ? [] : [traceCalls(tracing)]),
  ];
  return {
    store: observeCalls(store, { walk: true, masterOf: true }, [countCommits(commitCounts), ...observers]),
    indexes: observeCalls(indexes, {}, observers.map(observeSearch)),
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

const openOutbound = (options: ServiceOptions, tracing: Tracing | undefined): Outbound => {
  const outbound = new HttpOutbound(options, limits.extensionAnswerBytesMax);
  return tracing === undefined ? outbound : tracedOutbound(outbound, tracing);
};

const createSearches = (
  redis: RedisClient,
  indexes: SearchIndexes,
  notifier: IndexNotifier,
): Pick<Services, 'searches' | 'search'> => {
  const searches = searchedTypes.map(
    type =>
      new TypeSearch({
        type,
        states: new SearchStates(redis, type.typeId),
        indexes,
        notifyIndexer: projectKey => notifier.notify(projectKey, type.typeId),
      }),
  );
  const byTypeId = new Map(searches.map(search => [search.type.typeId, search]));
  return { searches: byTypeId, search: required(byTypeId.get('order'), 'the search of orders') };
};

/** Throws if Redis does not answer within seconds. */
export const openServices = async (options: ServiceOptions, log = standardErrorLog()): Promise<Services> => {
  const { redisUrl, encryptionKey, resourceCacheBytesMax, queryTimeoutMs, tokenRequestsPerSecond } = options;
  boundPasswords(options);
  const redis = connect(redisUrl, { tls: options.redisTls, commandTimeout: options.redisTimeoutMs });
  await assertConnects(redis);
  const tracing = await loadTracing(options);
  const notifier = new IndexNotifier(redisUrl);
  const share = new IndexingShare(redisUrl, options.searchIndexingShare);
  const connections = await openStore(redis, options, tracing, log);
  const { indexes, commitCounts, threadMetrics, confirmWrites } = connections;
  const registry = new ApiClientRegistry(redis, confirmWrites);
  const settings = new ProjectSettingsCache(connections.store);
  const store = commitForIndexing(connections.store, { share, notifier, settings: settings.get });
  const sealer = new Sealer(encryptionKey, options.formerEncryptionKey);
  const outbound = openOutbound(options, tracing);
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
    hasSearchModule: async projectKey =>
      (await Promise.all(searchedTypes.map(({ typeId }) => indexes.available(projectKey, typeId)))).every(Boolean),
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
    tracing,
    store,
    registry,
    engine,
    settings,
    extensions,
    ...createSearches(redis, indexes, notifier),
    fieldIndexes: new FieldIndexes(redis),
    tokens,
    ...consoleServices(redis, tokens),
    logins: createLogins(redis, store),
    indexes,
    ...createRateLimits(redis, tokenRequestsPerSecond),
    recordClientUse: client => clientUse.record(client),
    apiClientsMax: options.apiClientsMax,
    historyDays: options.historyDays,
    searchIdleDays: options.searchIdleDays,
    graphqlOptions: options,
    close: async () => {
      notifier.close();
      share.close();
      threadMetrics?.close();
      await tracing?.close();
      await outbound.close();
      connections.close();
      redis.disconnect();
    },
  };
};

/** What every process and worker works with: the engine over one store, the registry, the authorization service. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { IndexNotifier } from '../indexing/IndexNotifier.js';
import { notifyingStore } from '../indexing/notifyingStore.js';
import { createEngine, type Engine } from '../engine/Engine.js';
import { Extensions } from '../extensions/Extensions.js';
import { ClientUseRecorder } from '../oauth/ClientUseRecorder.js';
import { measuredSearchIndexes, measuredStore } from '../monitoring/measuredStore.js';
import { ThreadMetrics } from '../metrics/ThreadMetrics.js';
import { threadLog } from '../log/threadLog.js';
import type { OAuthServices } from '../oauth/OAuthRequest.js';
import type { GraphqlOptions } from '../graphql/QueryCompiler.js';
import { createLogins } from '../resources/customer/logins.js';
import { boundPasswords } from '../credentials/passwords.js';
import { createRateLimits } from '../oauth/rateLimits.js';
import { TokenStore } from '../oauth/TokenStore.js';
import { HttpOutbound } from '../outbound/HttpOutbound.js';
import { openApiClientRegistry } from '../registry/ApiClientRegistry.js';
import { ProjectSettingsCache } from '../registry/projectSettings.js';
import { definitions, resourceTypes } from '../resources/index.js';
import { OrderSearch } from '../search/OrderSearch.js';
import { assertConnects, connect, connectForSlowCommands, type RedisClient } from '../redis/connect.js';
import { ReplicatedCommitRunner } from '../store/ReplicatedCommitRunner.js';
import { keys } from '../store/keys.js';
import { RedisSearchIndexes } from '../store/RedisSearchIndexes.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import { Sealer } from '../store/Sealer.js';
import { SearchStates } from '../store/SearchStates.js';
import { createStore } from '../store/createStore.js';
import type { Store } from '../store/Store.js';
import { type TracingOptions, readTracingOptions } from '../tracing/tracingOptions.js';
import type { Tracing } from '../tracing/Tracing.js';

/** Plain data, so that it can be handed to a worker. */
export interface ServiceOptions
  extends Pick<
    Config,
    | 'workers'
    | 'resourceCacheBytesMax'
    | 'queryTimeoutMs'
    | 'refreshTokensMax'
    | 'tokenRequestsPerSecond'
    | 'encryptionKey'
    | 'nodeEnv'
    | 'privateDestinations'
    | 'graphqlDepthMax'
    | 'graphqlCostMax'
    | 'graphqlIntrospection'
    | 'durability'
    | 'durabilityReplicas'
    | 'durabilityWaitMs'
  > {
  readonly redisUrl: string;
  /** Whether the threads count metrics. */
  readonly isMeasured: boolean;
  readonly tracing?: TracingOptions;
  /** Names the channel on which the main thread asks the other threads (metrics/ThreadSurvey.ts). */
  readonly surveyChannel?: string;
}

export const serviceOptionsOf = (config: Config, redisUrl: string, encryptionKey: string): ServiceOptions => {
  const {
    workers,
    resourceCacheBytesMax,
    queryTimeoutMs,
    refreshTokensMax,
    tokenRequestsPerSecond,
    nodeEnv,
    privateDestinations,
  } = config;
  const { graphqlDepthMax, graphqlCostMax, graphqlIntrospection, durability, durabilityReplicas, durabilityWaitMs } =
    config;
  return {
    redisUrl,
    encryptionKey,
    isMeasured: config.metricsPort !== 0,
    tracing: readTracingOptions(config),
    workers,
    resourceCacheBytesMax,
    queryTimeoutMs,
    refreshTokensMax,
    tokenRequestsPerSecond,
    nodeEnv,
    privateDestinations,
    graphqlDepthMax,
    graphqlCostMax,
    graphqlIntrospection,
    durability,
    durabilityReplicas,
    durabilityWaitMs,
  };
};

export interface Services extends OAuthServices {
  readonly redis: RedisClient;
  /** For what went wrong by no fault of the client's. */
  readonly log: Logger;
  /** Absent where nothing is counted. */
  readonly threadMetrics?: ThreadMetrics;
  /** Absent where nothing is traced. */
  readonly tracing?: Tracing;
  readonly store: Store;
  readonly engine: Engine;
  readonly settings: ProjectSettingsCache;
  readonly indexes: SearchIndexes;
  readonly extensions: Extensions;
  readonly search: OrderSearch;
  /** Limits of documents; what compiles them is loaded where the first one comes. */
  readonly graphqlOptions: GraphqlOptions;
  close(): Promise<void>;
}

/** Lists that hold a resource with an anonymous id: of every resource type that indexes it (AUTH018). */
const anonymousIdLists = (projectKey: string, anonymousId: string): string[] =>
  definitions
    .filter(({ indexes }) => indexes?.includes('anonymousId'))
    .map(({ typeId }) => keys.index(projectKey, typeId, 'anonymousId', anonymousId));

/** Loaded only where something is traced. */
const openTraces = async ({ tracing: options }: ServiceOptions) => {
  if (options === undefined) return undefined;
  const [{ openTracing }, wraps] = await Promise.all([
    import('../tracing/openTracing.js'),
    import('../monitoring/tracedStore.js'),
  ]);
  return { tracing: openTracing(options), ...wraps };
};

interface Calls {
  readonly store: Store;
  readonly indexes: SearchIndexes;
}

/** As they are where nobody wants to know. */
const watched = (
  { store, indexes }: Calls,
  metrics: ThreadMetrics | undefined,
  traces: Awaited<ReturnType<typeof openTraces>>,
): Calls => {
  const measured =
    metrics === undefined
      ? { store, indexes }
      : { store: measuredStore(store, metrics), indexes: measuredSearchIndexes(indexes, metrics) };
  if (traces === undefined) return measured;
  return {
    store: traces.tracedStore(measured.store, traces.tracing),
    indexes: traces.tracedSearchIndexes(measured.indexes, traces.tracing),
  };
};

/** What no thread takes over is seen at least. */
const ownLog = (): Logger =>
  threadLog('info', line => {
    process.stderr.write(line);
  });

/** Throws when no Redis answers within seconds. */
export const openServices = async (options: ServiceOptions, log = ownLog()): Promise<Services> => {
  const { redisUrl, encryptionKey, resourceCacheBytesMax, queryTimeoutMs, refreshTokensMax, tokenRequestsPerSecond } =
    options;
  boundPasswords(options.workers);
  const redis = connect(redisUrl);
  await assertConnects(redis);
  const registry = openApiClientRegistry(redisUrl);
  const traces = await openTraces(options);
  const threadMetrics = options.isMeasured ? new ThreadMetrics() : undefined;
  const confirmed = options.durability.startsWith('replicas')
    ? new ReplicatedCommitRunner(redisUrl, options)
    : undefined;
  const patient = connectForSlowCommands(redisUrl);
  const { store: quiet, indexes } = watched(
    { store: createStore(redis, confirmed?.run), indexes: new RedisSearchIndexes(patient, { queryTimeoutMs }) },
    threadMetrics,
    traces,
  );
  const settings = new ProjectSettingsCache(quiet);
  const indexNotifier = new IndexNotifier(redisUrl);
  const store = notifyingStore(quiet, teller, settings.get);
  const sealer = new Sealer(encryptionKey);
  const calls = new HttpOutbound(options, limits.extensionAnswerBytesMax);
  const outbound = traces === undefined ? calls : traces.tracedOutbound(calls, traces.tracing);
  const extensions = new Extensions({ store, sealer, outbound });
  const tokens = new TokenStore(redis, anonymousIdLists, { refreshTokensMax });
  const notifyTokensRevoked = (projectKey: string, subject: string): Promise<void> =>
    tokens.announceRevocation(`${projectKey}/${subject}`);
  const engine = createEngine({
    store,
    sealer,
    resourceTypes,
    messageTypeId: 'message',
    settings: settings.get,
    extensionCaller: extensions.extensionCaller,
    notifyTokensRevoked,
    resourceCacheBytesMax,
    queryTimeoutMs,
  });
  const clientUse = new ClientUseRecorder(engine);
  return {
    redis,
    log,
    threadMetrics,
    tracing: traces?.tracing,
    store,
    registry,
    engine,
    settings,
    extensions,
    search: new OrderSearch({
      states: new SearchStates(redis),
      indexes,
      notifyIndexer: projectKey => indexNotifier.notify(projectKey),
    }),
    tokens,
    logins: createLogins(redis, store),
    indexes,
    ...createRateLimits(redis, tokenRequestsPerSecond),
    recordClientUse: client => clientUse.record(client),
    graphqlOptions: options,
    close: async () => {
      indexNotifier.close();
      threadMetrics?.close();
      await traces?.tracing.close();
      await outbound.close();
      await registry.close();
      confirmed?.close();
      patient.disconnect();
      redis.disconnect();
    },
  };
};

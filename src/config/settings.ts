/** Every setting that the environment may hold, with what is allowed; units stand last in names. */
import { availableParallelism } from 'node:os';
import { Type, type TSchema } from '@sinclair/typebox';
import { limits } from './limits.js';

/** One setting: its variable, what it may be, what it is when nobody sets it, and one line for the README. */
export interface Setting {
  readonly variable: string;
  readonly schema: TSchema;
  readonly byDefault: unknown;
  readonly about: string;
  readonly isSecret: boolean;
}

const setting = (variable: string, schema: TSchema, byDefault: unknown, about: string, isSecret = false): Setting => ({
  variable,
  schema,
  byDefault,
  about,
  isSecret,
});

const text = Type.String();
const port = Type.Integer({ minimum: 0, maximum: 65_535 });
const flag = Type.Boolean();
const oneOf = (...values: string[]): TSchema => Type.Unsafe({ type: 'string', enum: values });
const from = (minimum: number, maximum: number): TSchema => Type.Integer({ minimum, maximum });
export const redisUrl = Type.String({ pattern: '^(|rediss?://.+|unix:///.+|redis-cluster://.+)$' });
const hostNames = Type.String({ pattern: '^[A-Za-z0-9.:, \\[\\]-]*$' });

/** Enough workers to use the machine beside the front, the network and Redis. */
const workersDefault = Math.max(1, availableParallelism() - 1);

export const settings = {
  port: setting('PORT', port, 8080, 'port that the API and the authorization service listen on; 0 takes a free one'),
  host: setting('HOST', text, '127.0.0.1', 'address to listen on; one beyond loopback needs TLS or BEHIND_TLS_PROXY'),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl,
    '',
    '`redis://`, `rediss://`, `unix://` or `redis-cluster://host:port,host:port`; empty starts an embedded Redis',
  ),
  dataDir: setting('DATA_DIR', text, './data', 'where the embedded Redis keeps its append-only file'),
  fronts: setting(
    'FRONTS',
    from(1, 64),
    1,
    'processes that serve PORT together, each with WORKERS; one that dies is started again',
  ),
  sharePort: setting(
    'SHARE_PORT',
    flag,
    false,
    '`true` lets several servers that are started apart listen on PORT, such as the old and the new one of an update',
  ),
  drainMs: setting(
    'DRAIN_MS',
    from(0, 5_000),
    3_000,
    'time at a stop in which kept connections are still served, and told to close',
  ),
  workers: setting(
    'WORKERS',
    from(1, 128),
    workersDefault,
    'worker threads that run the engine; by default one less than the processors',
  ),
  region: setting(
    'REGION',
    Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' }),
    'local',
    'name of the region that this deployment is',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'least severe log line that is written',
  ),
  tlsCertFile: setting(
    'TLS_CERT_FILE',
    text,
    '',
    'certificate chain in PEM; with it the API speaks TLS 1.2 and 1.3 only',
  ),
  tlsKeyFile: setting('TLS_KEY_FILE', text, '', 'private key in PEM that belongs to TLS_CERT_FILE'),
  nodeEnv: setting(
    'NODE_ENV',
    oneOf('development', 'production', 'test'),
    'development',
    '`production` creates no demo project',
  ),
  behindTlsProxy: setting(
    'BEHIND_TLS_PROXY',
    flag,
    false,
    '`true` when a proxy that ends TLS stands before the server',
  ),
  plainPort: setting('PLAIN_PORT', port, 0, 'with TLS: a port where plain HTTP gets the 404 page; 0 opens none'),
  apiHosts: setting(
    'API_HOSTS',
    hostNames,
    '',
    'host names of the API, comma-separated, older aliases too; empty means any',
  ),
  authHosts: setting(
    'AUTH_HOSTS',
    hostNames,
    '',
    'host names of the authorization service, comma-separated; empty means any',
  ),
  bodyBytesMax: setting(
    'BODY_BYTES_MAX',
    from(1_024, limits.resourceBytesMax),
    limits.resourceBytesMax,
    'longest request body',
  ),
  headerBytesMax: setting('HEADER_BYTES_MAX', from(1_024, 65_536), 15 * 1024, 'longest URL and headers together'),
  connectionsMax: setting(
    'CONNECTIONS_MAX',
    from(1, 1_000_000),
    20_000,
    'connections of a port; more are closed as they come',
  ),
  transferBytesMax: setting(
    'TRANSFER_BYTES_MAX',
    from(1_048_576, Number.MAX_SAFE_INTEGER),
    256 * 1024 * 1024,
    'bodies that are arriving and answers that wait to be taken, together; room for more is made by ending who has held most for longest',
  ),
  transferTimeoutMs: setting(
    'TRANSFER_TIMEOUT_MS',
    from(100, 3_600_000),
    120_000,
    'time in which a body must be there, and an answer taken; then the connection ends',
  ),
  poolQueueMax: setting(
    'POOL_QUEUE_MAX',
    from(1, 1_000_000),
    4_096,
    'calls that may wait for the workers; more get a 503',
  ),
  queueWaitMs: setting(
    'QUEUE_WAIT_MS',
    from(5, 60_000),
    60,
    'time that a step of a request may wait for a worker or for Redis; where it waits longer, less is let in, and the rest gets a 503',
  ),
  readQueueMax: setting(
    'READ_QUEUE_MAX',
    from(1, 1_000_000),
    8_192,
    'reads of single resources that may wait for Redis; more get a 503',
  ),
  batchMax: setting('BATCH_MAX', from(1, 1_024), 32, 'calls that cross to a worker at once'),
  queryTimeoutMs: setting(
    'QUERY_TIMEOUT_MS',
    from(10, 600_000),
    10_000,
    'time after which a query ends as QueryTimedOut',
  ),
  tokenCacheMax: setting('TOKEN_CACHE_MAX', from(1, 10_000_000), 100_000, 'access tokens that a process remembers'),
  refreshTokensMax: setting(
    'REFRESH_TOKENS_MAX',
    from(1, 10_000_000),
    10_000_000,
    'refresh tokens of one project; the least recently used go first',
  ),
  tokenRequestsPerSecond: setting(
    'TOKEN_REQUESTS_PER_SECOND',
    from(0, 1_000_000),
    300,
    "tokens that one API client may ask for, with bursts of ten seconds' worth; more get a 429; 0 bounds nothing",
  ),
  durability: setting(
    'DURABILITY',
    oneOf('everysec', 'always', 'replicas', 'replicas-disk'),
    'everysec',
    'what an answered change has survived: see [durability](docs/decisions/durability.md)',
  ),
  durabilityReplicas: setting(
    'DURABILITY_REPLICAS',
    from(1, 16),
    1,
    'replicas that confirm a change before it is answered, with DURABILITY `replicas` or `replicas-disk`',
  ),
  durabilityWaitMs: setting(
    'DURABILITY_WAIT_MS',
    from(10, 60_000),
    500,
    'how long a change waits for them; then it gets a 503',
  ),
  encryptionKey: setting(
    'ENCRYPTION_KEY',
    Type.String({ pattern: '^(|.{32,})$' }),
    '',
    'at least 32 characters that seal secrets of other services in Redis; the embedded Redis gets one of its own in DATA_DIR',
    true,
  ),
  privateDestinations: setting(
    'PRIVATE_DESTINATIONS',
    flag,
    false,
    '`true` lets calls to other services go to loopback and private addresses in production',
  ),
  resourceCacheBytesMax: setting(
    'RESOURCE_CACHE_BYTES_MAX',
    from(1, 16 * 1024 ** 3),
    64 * 1024 ** 2,
    'bytes of recently written resources that each worker keeps for their next update',
  ),
  retentionMinutes: setting(
    'RETENTION_MINUTES',
    from(0, 1_440),
    60,
    'minutes between two runs that delete what is kept no longer, such as old messages; 0 runs none',
  ),
  searchIdleDays: setting(
    'SEARCH_IDLE_DAYS',
    from(1, 3_650),
    30,
    'days without a search after which order search of a project is deactivated',
  ),
  accessLog: setting('ACCESS_LOG', flag, false, '`true` logs a line for each request'),
  slowRequestMs: setting(
    'SLOW_REQUEST_MS',
    from(0, 600_000),
    1_000,
    'requests that take longer are logged as warnings; 0 logs none',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    port,
    0,
    'port on HOST where `/metrics` tells Prometheus what was measured; 0 opens none',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    Type.String({ pattern: '^(|https?://.+)$' }),
    '',
    'address of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to; empty traces nothing',
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', text, 'quayside', 'name of the service in traces'),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'which requests are traced',
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    Type.Number({ minimum: 0, maximum: 1 }),
    1,
    'share of the requests that the `traceidratio` samplers trace',
  ),
  graphqlDepthMax: setting('GRAPHQL_DEPTH_MAX', from(1, 100), 20, 'deepest nesting of a GraphQL query'),
  graphqlCostMax: setting(
    'GRAPHQL_COST_MAX',
    from(1, 1_000_000_000),
    100_000,
    'most that a GraphQL query may cost: fields, each counted as often as its `limit` allows, 5,000 for each page or mutation, 500 for each other query',
  ),
  graphqlIntrospection: setting(
    'GRAPHQL_INTROSPECTION',
    flag,
    true,
    '`false` keeps the GraphQL schema from being asked for',
  ),
  redisearchModule: setting(
    'REDISEARCH_MODULE',
    text,
    '',
    'path of the RediSearch module for the embedded Redis; empty looks in the usual places',
  ),
} as const satisfies Record<string, Setting>;

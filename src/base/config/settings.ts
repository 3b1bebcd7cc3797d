/**
 * Every setting of a server is one row, here or in limitSettings.ts: environment variable, allowed values, default,
 * text. The type `Config`, the validation, `quayside start --help` and docs/reference/configuration.md are derived from
 * these rows. Units stand last in names.
 */
import { availableParallelism } from 'node:os';
import { limitSettings } from './limitSettings.js';
import { type Setting, setting, valueKinds } from './valueKinds.js';

const { addressRanges, anyText, flag, flagOr, hostNames, integer, matching, number, oneOf, origins, redisUrl } =
  valueKinds;
const hashes = matching(/^(|[0-9a-f]{64}(, ?[0-9a-f]{64})*)$/i, 'SHA-256 hashes with commas between them, or nothing');
const port = integer(0, 65_535);
const mebibyte = 1_024 ** 2;

/** The main thread, the network and Redis need a processor, too. */
const workersDefault = Math.max(1, availableParallelism() - 1);

export const settings = {
  port: setting('PORT', port, 8080, 'port of the API and of the authorization service; 0 takes a free one'),
  host: setting(
    'HOST',
    anyText,
    '127.0.0.1',
    'address to listen on; an address beyond loopback needs TLS or BEHIND_TLS_PROXY',
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl,
    '',
    '`redis://user:password@host:port`, `unix:///path` or ' +
      '`redis-cluster://user:password@host:port,host:port`; `rediss://` and `rediss-cluster://` use TLS; ' +
      'user and password may be left out, and are percent-encoded; empty starts an embedded Redis',
  ),
  redisTlsCaFile: setting(
    'REDIS_TLS_CA_FILE',
    anyText,
    '',
    'certificates in PEM of the authorities that may have issued the certificate of Redis; ' +
      'empty means those that Node trusts',
  ),
  redisTlsCertFile: setting(
    'REDIS_TLS_CERT_FILE',
    anyText,
    '',
    'certificate chain in PEM that Quayside shows to Redis, which asks for one unless its `tls-auth-clients` is `no`',
  ),
  redisTlsKeyFile: setting('REDIS_TLS_KEY_FILE', anyText, '', 'private key in PEM that belongs to REDIS_TLS_CERT_FILE'),
  redisTlsServerName: setting(
    'REDIS_TLS_SERVER_NAME',
    matching(/^([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)?$/, 'a host name such as redis.example.com, or nothing'),
    '',
    'name that the certificates of all Redis servers have, for servers that are reached by addresses; ' +
      'empty means the host of each server',
  ),
  redisTimeoutMs: setting(
    'REDIS_TIMEOUT_MS',
    integer(100, 60_000),
    2_200,
    'milliseconds after which Redis counts as unavailable for a command without an answer; its request gets a 503',
  ),
  dataDir: setting('DATA_DIR', anyText, './data', 'folder of the append-only file of the embedded Redis'),
  serverProcesses: setting(
    'SERVER_PROCESSES',
    integer(1, 64),
    1,
    'processes that serve PORT together, each with WORKERS threads; a process that ends unexpectedly is replaced',
  ),
  sharePort: setting(
    'SHARE_PORT',
    flag,
    false,
    '`true` lets servers that are started separately listen on the same PORT, such as the old and the new ' +
      'version during an update',
  ),
  drainMs: setting(
    'DRAIN_MS',
    integer(0, 5_000),
    3_000,
    'milliseconds during a shutdown in which open connections are still served and are told to close',
  ),
  workers: setting(
    'WORKERS',
    integer(1, 128),
    workersDefault,
    'worker threads that run the engine; the default is the number of processors minus one',
    { defaultText: 'processors - 1' },
  ),
  background: setting(
    'BACKGROUND',
    flag,
    true,
    '`false` leaves the indexing of searches and the jobs to other servers on the same Redis, ' +
      'of which one at least must do them',
  ),
  region: setting(
    'REGION',
    matching(/^[A-Za-z0-9._-]{1,64}$/, '1 to 64 letters, digits, dots, underscores and hyphens'),
    'local',
    'name of the region of this deployment',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'least severe log line that is written',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    oneOf('auto', 'json', 'text'),
    'auto',
    'form of the log lines on standard error: `json`, or `text` for people; ' +
      '`auto` means text in a terminal and JSON elsewhere',
  ),
  tlsCertFile: setting(
    'TLS_CERT_FILE',
    anyText,
    '',
    'certificate chain in PEM; if set, the API speaks TLS 1.2 and 1.3 only',
  ),
  tlsKeyFile: setting('TLS_KEY_FILE', anyText, '', 'private key in PEM that belongs to TLS_CERT_FILE'),
  nodeEnv: setting(
    'NODE_ENV',
    oneOf('development', 'production', 'test'),
    'development',
    '`production` creates no demo project',
  ),
  behindTlsProxy: setting(
    'BEHIND_TLS_PROXY',
    flagOr('nginx'),
    false,
    '`true` if a proxy in front of the server terminates TLS; `nginx` if it has ops/nginx/quayside.conf, ' +
      'which the older build of the HTTP library needs beyond loopback, see docs/decisions/http-library.md',
  ),
  hstsSeconds: setting(
    'HSTS_SECONDS',
    integer(0, 63_072_000),
    31_536_000,
    'seconds for which browsers use HTTPS alone (Strict-Transport-Security), sent with TLS_CERT_FILE or ' +
      'BEHIND_TLS_PROXY=true; 0 sends no such header',
  ),
  plainPort: setting('PLAIN_PORT', port, 0, 'with TLS: a port where plain HTTP gets the 404 page; 0 opens none'),
  apiHosts: setting(
    'API_HOSTS',
    hostNames,
    [],
    'host names of the API, separated by commas, including older aliases; empty means any',
  ),
  authHosts: setting(
    'AUTH_HOSTS',
    hostNames,
    [],
    'host names of the authorization service, separated by commas; empty means any',
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    [],
    'origins whose pages may call the API from a browser (CORS); `loopback` stands for localhost, ' +
      '127.0.0.0/8 and [::1] with any port',
    { defaultText: 'loopback; in production none' },
  ),
  ...limitSettings,
  durability: setting(
    'DURABILITY',
    oneOf('everysec', 'always', 'replicas', 'replicas-disk'),
    'everysec',
    'when a change is acknowledged: `everysec` when Redis has it, which writes it to disk within a second; ' +
      '`always` when it is on disk; `replicas` when replicas have it, too; ' +
      '`replicas-disk` when it is on their disks, see docs/decisions/durability.md',
  ),
  durabilityReplicas: setting(
    'DURABILITY_REPLICAS',
    integer(1, 16),
    1,
    'replicas that confirm a change before it is acknowledged, with DURABILITY `replicas` or `replicas-disk`',
  ),
  durabilityWaitMs: setting(
    'DURABILITY_WAIT_MS',
    integer(10, 60_000),
    500,
    'milliseconds that a change waits for these replicas; then it gets a 503',
  ),
  encryptionKey: setting(
    'ENCRYPTION_KEY',
    matching(/^(|.{32,})$/u, 'text of at least 32 characters, or nothing'),
    '',
    'key of at least 32 characters that encrypts secrets of other services in Redis; ' +
      'the embedded Redis gets a generated key in DATA_DIR',
    { isSecret: true },
  ),
  formerEncryptionKey: setting(
    'ENCRYPTION_KEY_FORMER',
    matching(/^(|.{32,})$/u, 'text of at least 32 characters, or nothing'),
    '',
    'the ENCRYPTION_KEY of before, which opens secrets that were stored with it until they are set again',
    { isSecret: true },
  ),
  privateDestinations: setting(
    'PRIVATE_DESTINATIONS',
    addressRanges,
    [],
    'loopback and private addresses that API extensions and external OAuth servers may have, ' +
      'such as `loopback` or `10.1.0.0/16`; all others are never called',
    { defaultText: 'none; with npm start and the embedded Redis loopback' },
  ),
  trustedBinaries: setting('TRUSTED_BINARIES', hashes, '', 'SHA-256 of native binaries that you built yourself'),
  resourceCacheBytesMax: setting(
    'RESOURCE_CACHE_BYTES_MAX',
    integer(1, 16 * 1_024 ** 3),
    64 * mebibyte,
    'bytes of recently written resources that each worker keeps for their next update, and again as many of ' +
      'those whose long lists it keeps as objects',
  ),
  retentionMinutes: setting(
    'RETENTION_MINUTES',
    integer(0, 1_440),
    60,
    'minutes between two runs that delete expired data, such as old messages; 0 disables them',
  ),
  historyDays: setting(
    'HISTORY_DAYS',
    integer(0, 3_650),
    400,
    'days for which the history of a resource is kept after its messages are deleted, counted from the change; ' +
      '0 keeps none',
  ),
  searchIdleDays: setting(
    'SEARCH_IDLE_DAYS',
    integer(1, 3_650),
    30,
    'days without a search after which the search of orders, products or customers of a project is deactivated',
  ),
  searchIndexingShare: setting(
    'SEARCH_INDEXING_SHARE',
    integer(0, 80),
    50,
    'percent of the time in which commits of orders wait when their search index is 1.5 seconds behind, ' +
      'so that it catches up; less from half a second on, up to 90 at three seconds; 0 disables it',
  ),
  accessLog: setting('ACCESS_LOG', flag, false, '`true` logs a line for each request'),
  slowRequestMs: setting(
    'SLOW_REQUEST_MS',
    integer(0, 600_000),
    1_000,
    'milliseconds after which a request is logged as slow, with a warning; 0 disables it',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    port,
    0,
    'port on HOST where Prometheus reads the metrics at `/metrics`; 0 opens none',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    matching(/^(|https?:\/\/.+)$/, 'a URL that begins with http:// or https://, or nothing'),
    '',
    'address of an OpenTelemetry collector (OTLP over HTTP) that receives the traces; empty disables tracing',
  ),
  traceUrl: setting(
    'TRACE_URL',
    matching(
      /^(|https?:\/\/.*\{traceId\}.*)$/,
      'a URL with {traceId} in it that begins with http:// or https://, or nothing',
    ),
    '',
    'address of the page that shows a trace, such as `http://127.0.0.1:16686/trace/{traceId}`, ' +
      'for links from slow requests in the console; empty for none',
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', anyText, 'quayside', 'name of the service in traces'),
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
    number(0, 1),
    1,
    'share of the requests that the `traceidratio` samplers trace',
  ),
  graphqlDepthMax: setting('GRAPHQL_DEPTH_MAX', integer(1, 100), 20, 'deepest nesting of a GraphQL query'),
  graphqlCostMax: setting(
    'GRAPHQL_COST_MAX',
    integer(1, 1_000_000_000),
    100_000,
    'highest cost of a GraphQL query: a page or a mutation costs 5,000, any other query 500; ' +
      'a reference and each field behind it cost 1, as often as the `limit` of the page allows; ' +
      'own fields of the resources of a page cost nothing',
  ),
  graphqlIntrospection: setting(
    'GRAPHQL_INTROSPECTION',
    flag,
    true,
    '`false` refuses introspection of the GraphQL schema',
  ),
  redisearchModule: setting(
    'REDISEARCH_MODULE',
    anyText,
    '',
    'path of the RediSearch module for the embedded Redis; empty tries the usual folders',
  ),
} as const;

type Settings = typeof settings;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

import { test } from '../../support/tap.js';
import { readConfig, settingsHelp } from '../../../src/base/config/readConfig.js';
import { ConfigError, type Setting } from '../../../src/base/config/valueKinds.js';
import { settings } from '../../../src/base/config/settings.js';
import { describeOlderBuild } from '../../../src/http/listener/library.js';
import { matchWhole } from '../../support/matchWhole.js';

const problems = (environment: Record<string, string>, olderBuild?: string): readonly string[] => {
  try {
    readConfig(environment, olderBuild);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

/**
 * A wrong value for each setting, and the allowed values that the message names; undefined where any text is allowed.
 */
const wrongValues: Readonly<Record<string, readonly [value: string, allowed: RegExp] | undefined>> = {
  PORT: ['70000', /an integer from 0 to 65535/],
  HOST: undefined,
  REDIS_URL: ['http://redis', /redis:\/\/…/],
  DATA_DIR: undefined,
  SERVER_PROCESSES: ['0', /an integer from 1 to 64/],
  SHARE_PORT: ['maybe', /true or false/],
  DRAIN_MS: ['6000', /an integer from 0 to 5000/],
  WORKERS: ['0', /an integer from 1 to 128/],
  REGION: ['a b', /1 to 64 letters, digits/],
  LOG_LEVEL: ['loud', /one of trace, debug, info, warn, error, fatal, silent/],
  LOG_FORMAT: ['pretty', /one of auto, json, text/],
  TLS_CERT_FILE: undefined,
  TLS_KEY_FILE: undefined,
  REDIS_TLS_CA_FILE: undefined,
  REDIS_TLS_CERT_FILE: undefined,
  REDIS_TLS_KEY_FILE: undefined,
  REDIS_TLS_SERVER_NAME: ['redis.example.com:6379', /a host name such as redis\.example\.com, or nothing/],
  NODE_ENV: ['staging', /one of development, production, test/],
  BEHIND_TLS_PROXY: ['caddy', /true, false or nginx/],
  HSTS_SECONDS: ['-1', /an integer from 0 to 63072000/],
  PLAIN_PORT: ['-1', /an integer from 0 to 65535/],
  API_HOSTS: ['a b/c', /host names or addresses with commas/],
  AUTH_HOSTS: ['https://x', /host names or addresses with commas/],
  CORS_ORIGINS: ['https://shop.example.com/path', /^.*allowed is \*, or origins such as https:/],
  BODY_BYTES_MAX: ['1', /an integer from 1024 to 16777216/],
  HEADER_BYTES_MAX: ['1e9', /an integer from 1024 to 65536/],
  CONNECTIONS_MAX: ['0', /an integer from 1 to 1000000/],
  TRANSFER_BYTES_MAX: ['1000', /an integer from 1048576 to 9007199254740991/],
  TRANSFER_TIMEOUT_MS: ['10', /an integer from 100 to 3600000/],
  POOL_QUEUE_MAX: ['0', /an integer from 1/],
  QUEUE_WAIT_MS: ['1', /an integer from 5 to 60000/],
  READ_QUEUE_MAX: ['0', /an integer from 1 to 1000000/],
  BATCH_MAX: ['2.5', /an integer from 1 to 1024/],
  QUERY_TIMEOUT_MS: ['1', /an integer from 10/],
  WORK_TIMEOUT_MS: ['0', /an integer from 1 to 600000/],
  WORKER_SILENCE_MS: ['99', /an integer from 100 to 600000/],
  TOKEN_CACHE_MAX: ['none', /an integer from 1/],
  ACCESS_TOKENS_MAX: ['0', /an integer from 1 to 10000000/],
  REFRESH_TOKENS_MAX: ['0', /an integer from 1 to 10000000/],
  CLIENT_REFRESH_TOKENS_MAX: ['0', /an integer from 1 to 10000000/],
  API_CLIENTS_MAX: ['0', /an integer from 1 to 1000000/],
  TOKEN_REQUESTS_PER_SECOND: ['-1', /an integer from 0/],
  PASSWORD_MEMORY_KIB: ['7', /an integer from 8 to 4194304/],
  REDIS_TIMEOUT_MS: ['99', /an integer from 100 to 60000/],
  DURABILITY: ['never', /one of everysec, always, replicas, replicas-disk/],
  DURABILITY_REPLICAS: ['0', /an integer from 1 to 16/],
  DURABILITY_WAIT_MS: ['1', /an integer from 10 to 60000/],
  ENCRYPTION_KEY: undefined,
  ENCRYPTION_KEY_FORMER: undefined,
  TRUSTED_BINARIES: ['abc', /SHA-256 hashes with commas between them/],
  PRIVATE_DESTINATIONS: ['true', /loopback, addresses, and ranges such as 10\.0\.0\.0\/8, separated by commas/],
  RESOURCE_CACHE_BYTES_MAX: ['0', /an integer from 1/],
  HISTORY_DAYS: ['-1', /an integer from 0 to 3650/],
  SEARCH_IDLE_DAYS: ['0', /an integer from 1 to 3650/],
  SEARCH_INDEXING_SHARE: ['81', /an integer from 0 to 80/],
  BACKGROUND: ['maybe', /true or false/],
  ACCESS_LOG: ['maybe', /true or false/],
  SLOW_REQUEST_MS: ['-1', /an integer from 0 to 600000/],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', /a URL that begins with http:/],
  TRACE_URL: ['http://traces.example.com/', /a URL with \{traceId\} in it/],
  OTEL_SERVICE_NAME: undefined,
  OTEL_TRACES_SAMPLER: ['sometimes', /one of always_on, always_off, traceidratio, parentbased_always_on/],
  OTEL_TRACES_SAMPLER_ARG: ['2', /a number from 0 to 1/],
  METRICS_PORT: ['-1', /an integer from 0 to 65535/],
  RETENTION_MINUTES: ['1441', /an integer from 0 to 1440/],
  GRAPHQL_DEPTH_MAX: ['0', /an integer from 1 to 100/],
  GRAPHQL_COST_MAX: ['-5', /an integer from 1/],
  GRAPHQL_INTROSPECTION: ['maybe', /true or false/],
  REDISEARCH_MODULE: undefined,
};

test('lists a wrong value for each setting', async t => {
  t.same(
    Object.values<Setting>(settings)
      .map(({ variable }) => variable)
      .sort(),
    Object.keys(wrongValues).sort(),
  );
});

for (const [variable, row] of Object.entries(wrongValues)) {
  if (row === undefined) continue;
  const [value, allowed] = row;
  test(`refuses a wrong ${variable} with its name, its value and the allowed values`, async t => {
    const [problem = '', ...others] = problems({ [variable]: value });
    t.same(others, []);
    t.ok(problem.startsWith(`${variable} is '${value}'`), problem);
    matchWhole(t, problem, allowed);
  });
}

test('shows no password of an address', async t => {
  t.same(problems({ REDIS_URL: 'http://user:secret@redis' }), [
    "REDIS_URL is 'http://***@redis': the scheme 'http' is unknown; " +
      'allowed is redis://…, rediss://…, unix:///path, redis-cluster://host:port,… or rediss-cluster://host:port,….',
  ]);
});

test('shows only the length of an encryption key that is too short', async t => {
  t.same(problems({ ENCRYPTION_KEY: '🔑'.repeat(31) }).length, 1, 'characters are counted, not UTF-16 units');
  t.same(problems({ ENCRYPTION_KEY: 'tooshort' }), [
    "ENCRYPTION_KEY is '8 characters'; allowed is text of at least 32 characters, or nothing.",
  ]);
});

test('reports all wrong values at once', async t => {
  t.same(problems({ PORT: 'x', WORKERS: 'y', NODE_ENV: 'z' }), [
    "PORT is 'x'; allowed is an integer from 0 to 65535.",
    "WORKERS is 'y'; allowed is an integer from 1 to 128.",
    "NODE_ENV is 'z'; allowed is one of development, production, test.",
  ]);
});

test('uses the defaults without variables; an empty variable counts as not set', async t => {
  const defaults = readConfig({});
  t.same(defaults, readConfig(Object.fromEntries(Object.keys(wrongValues).map(name => [name, '']))));
  t.same(
    Object.entries(defaults),
    Object.entries<Setting>(settings).map(([name, { defaultValue }]) => [name, defaultValue]),
  );
  t.same(
    [defaults.port, defaults.host, defaults.dataDir, defaults.bodyBytesMax, defaults.headerBytesMax],
    [8080, '127.0.0.1', './data', 16_777_216, 15_360],
  );
});

test('reads values of every kind', async t => {
  const { port, behindTlsProxy, apiHosts, redisUrl, tracesSamplerArg, durability } = readConfig({
    PORT: '9000',
    BEHIND_TLS_PROXY: 'nginx',
    API_HOSTS: ' A.example.com , b.example.com,',
    REDIS_URL: 'redis-cluster://a:1,b:2',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    DURABILITY: 'replicas',
  });
  t.same(
    { port, behindTlsProxy, apiHosts, redisUrl, tracesSamplerArg, durability },
    {
      port: 9_000,
      behindTlsProxy: 'nginx',
      apiHosts: ['a.example.com', 'b.example.com'],
      redisUrl: 'redis-cluster://a:1,b:2',
      tracesSamplerArg: 0.25,
      durability: 'replicas',
    },
  );
});

test('reports settings that contradict each other', async t => {
  const onlyProblem = (environment: Record<string, string>): string => {
    const [problem = '', ...others] = problems(environment);
    t.same(others, []);
    return problem;
  };
  t.match(onlyProblem({ TLS_CERT_FILE: 'a.pem' }), /^TLS_CERT_FILE is set and TLS_KEY_FILE is not/);
  t.match(onlyProblem({ TLS_KEY_FILE: 'a.pem' }), /^TLS_KEY_FILE is set and TLS_CERT_FILE is not/);
  const tlsUrl = 'rediss-cluster://a,b';
  t.match(
    onlyProblem({ REDIS_URL: tlsUrl, REDIS_TLS_CERT_FILE: 'a' }),
    /^REDIS_TLS_CERT_FILE is set and REDIS_TLS_KEY/,
  );
  t.same(problems({ REDIS_URL: tlsUrl, REDIS_TLS_CA_FILE: 'a', REDIS_TLS_SERVER_NAME: 'redis' }), []);
  for (const REDIS_URL of ['', 'redis://a', 'redis-cluster://a', 'unix:///a'])
    t.match(
      onlyProblem({ REDIS_URL, REDIS_TLS_CA_FILE: 'a' }),
      /^REDIS_TLS_CA_FILE is set and REDIS_URL does not use TLS/,
    );
  t.match(onlyProblem({ PLAIN_PORT: '80' }), /^PLAIN_PORT is '80'/);
  t.match(onlyProblem({ REDIS_URL: 'redis-cluster://:5' }), /^REDIS_URL is/);
  t.match(onlyProblem({ DURABILITY: 'replicas' }), /^DURABILITY is 'replicas'/);
});

test('prints every setting with its default and its text in the help', async t => {
  const help = settingsHelp();
  for (const setting of Object.values<Setting>(settings)) {
    t.ok(help.includes(`  ${setting.variable}`), setting.variable);
    t.ok(help.includes(setting.text.replaceAll('`', '')), setting.text);
  }
});

const olderBuild = describeOlderBuild(new Error('the library\nGLIBC_2.38 not found'))!;
const encryption = 'TLS_CERT_FILE with TLS_KEY_FILE, or BEHIND_TLS_PROXY=true';
const plainText = `where plain HTTP is not allowed; allowed is a loopback address, or ${encryption}.`;
const olderText =
  'and this system loads only the older build of uWebSockets.js (GLIBC_2.38 not found), ' +
  'which leaves requests with more than 98 headers without an answer; ' +
  'allowed is a loopback address, BEHIND_TLS_PROXY=nginx with ops/nginx/quayside.conf, ' +
  'or a system with glibc 2.38, such as Debian 13';
const tls = { TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' };

/** What protects the connections, and what a start beyond loopback then lacks with each build. */
const beyondLoopback: readonly [Record<string, string>, newest: string | undefined, older: string | undefined][] = [
  [{}, plainText, `${olderText}, and there ${encryption}.`],
  [{ BEHIND_TLS_PROXY: 'true' }, undefined, `${olderText}.`],
  [{ BEHIND_TLS_PROXY: 'nginx' }, undefined, undefined],
  [tls, undefined, `${olderText}.`],
  [{ ...tls, BEHIND_TLS_PROXY: 'true' }, undefined, `${olderText}.`],
  [{ ...tls, BEHIND_TLS_PROXY: 'nginx' }, undefined, undefined],
];

test('names in one text all that a start beyond loopback lacks, with each build of the HTTP library', async t => {
  for (const [protection, newest, older] of beyondLoopback)
    for (const [build, text] of [
      [undefined, newest],
      [olderBuild, older],
    ]) {
      const title = `${JSON.stringify(protection)}, ${build ?? 'newest build'}`;
      for (const HOST of ['0.0.0.0', '::', '10.1.2.3', 'api.example.com'])
        t.same(
          problems({ HOST, ...protection }, build),
          text === undefined ? [] : [`HOST is '${HOST}', ${text}`],
          title,
        );
      for (const HOST of ['localhost', '::1', '127.8.0.1']) t.same(problems({ HOST, ...protection }, build), [], title);
    }
});

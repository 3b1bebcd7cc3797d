/** The settings of this process, read from the environment. */
import { Type, type TSchema } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { type Setting, redisUrl, settings } from './settings.js';
import { parseRedisUrl, redactPassword } from './redisUrl.js';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Empty: an embedded Redis. */
  readonly redisUrl: string;
  readonly dataDir: string;
  readonly fronts: number;
  readonly sharePort: boolean;
  readonly drainMs: number;
  readonly workers: number;
  readonly region: string;
  readonly logLevel: string;
  readonly tlsCertFile: string;
  readonly tlsKeyFile: string;
  readonly nodeEnv: 'development' | 'production' | 'test';
  readonly behindTlsProxy: boolean;
  readonly plainPort: number;
  readonly apiHosts: readonly string[];
  readonly authHosts: readonly string[];
  readonly bodyBytesMax: number;
  readonly headerBytesMax: number;
  readonly connectionsMax: number;
  readonly transferBytesMax: number;
  readonly transferTimeoutMs: number;
  readonly poolQueueMax: number;
  readonly queueWaitMs: number;
  readonly readQueueMax: number;
  readonly batchMax: number;
  readonly queryTimeoutMs: number;
  readonly tokenCacheMax: number;
  readonly refreshTokensMax: number;
  readonly tokenRequestsPerSecond: number;
  readonly durability: 'everysec' | 'always' | 'replicas' | 'replicas-disk';
  readonly durabilityReplicas: number;
  readonly durabilityWaitMs: number;
  /** Empty with the embedded Redis, which has one in its folder. */
  readonly encryptionKey: string;
  readonly privateDestinations: boolean;
  readonly resourceCacheBytesMax: number;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly accessLog: boolean;
  readonly slowRequestMs: number;
  readonly metricsPort: number;
  /** Empty: nothing is traced. */
  readonly otlpEndpoint: string;
  readonly otelServiceName: string;
  readonly tracesSampler: string;
  readonly tracesSamplerArg: number;
  readonly graphqlDepthMax: number;
  readonly graphqlCostMax: number;
  readonly graphqlIntrospection: boolean;
  readonly redisearchModule: string;
}

/** What is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

const allowed = (schema: TSchema): string => {
  if (schema.enum !== undefined) return `one of ${(schema.enum as string[]).join(', ')}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'number') return `a number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'integer') return `an integer from ${schema.minimum} to ${schema.maximum}`;
  return schema === redisUrl
    ? 'redis://…, rediss://…, unix:///path or redis-cluster://host:port,…'
    : `text that matches ${schema.pattern}`;
};

const ajv = new Ajv({ coerceTypes: true, strict: false, meta: false, validateSchema: false });

const read = (
  environment: NodeJS.ProcessEnv,
  { variable, schema, byDefault, isSecret }: Setting,
  problems: string[],
): unknown => {
  const given = environment[variable];
  if (given === undefined || given === '') return byDefault;
  const holder = { value: given as unknown };
  if (ajv.validate(Type.Object({ value: schema }), holder)) return holder.value;
  problems.push(
    `${variable} is '${isSecret ? `${given.length} characters` : redactPassword(given)}'; allowed is ${allowed(schema)}.`,
  );
  return byDefault;
};

const list = (value: unknown): string[] =>
  String(value)
    .split(',')
    .map(item => item.trim().toLowerCase())
    .filter(item => item !== '');

export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** Rules that concern two variables at once. */
const conflicts = ({
  host,
  redisUrl,
  durability,
  tlsCertFile,
  tlsKeyFile,
  behindTlsProxy,
  plainPort,
}: Config): string[] => {
  const found: string[] = [];
  const [given, other] = tlsCertFile === '' ? ['TLS_KEY_FILE', 'TLS_CERT_FILE'] : ['TLS_CERT_FILE', 'TLS_KEY_FILE'];
  if ((tlsCertFile === '') !== (tlsKeyFile === ''))
    found.push(`${given} is set and ${other} is not; allowed is both or neither.`);
  if (!isLoopbackHost(host) && tlsCertFile === '' && !behindTlsProxy)
    found.push(
      `HOST is '${host}', which plain HTTP must not be served on; allowed is a loopback address, or TLS_CERT_FILE with TLS_KEY_FILE, or BEHIND_TLS_PROXY=true.`,
    );
  if (plainPort !== 0 && tlsCertFile === '')
    found.push(`PLAIN_PORT is '${plainPort}'; allowed is 0 while TLS_CERT_FILE is not set.`);
  if (redisUrl === '' && durability.startsWith('replicas'))
    found.push(
      `DURABILITY is '${durability}', and the embedded Redis has no replicas; allowed are everysec and always while REDIS_URL is not set.`,
    );
  return found;
};

const redisProblem = (url: string): string[] => {
  if (url === '') return [];
  try {
    parseRedisUrl(url);
    return [];
  } catch (error) {
    return [`REDIS_URL is '${redactPassword(url)}': ${(error as Error).message}; allowed is ${allowed(redisUrl)}.`];
  }
};

/** The settings of this process; throws a ConfigError that tells all wrong values at once. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, each]) => [name, read(environment, each, problems)]),
  );
  const config = { ...values, apiHosts: list(values.apiHosts), authHosts: list(values.authHosts) } as unknown as Config;
  problems.push(...conflicts(config), ...redisProblem(config.redisUrl));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};

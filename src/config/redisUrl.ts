/** The forms of REDIS_URL: redis://, rediss://, unix:///path, redis-cluster://host:port,host:port. */
export interface RedisAddress {
  readonly kind: 'server' | 'unix' | 'cluster';
  /** The URL as given. */
  readonly href: string;
  readonly path: string;
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
}

const redisPort = 6379;
const clusterScheme = 'redis-cluster://';
const unixScheme = 'unix://';

const readNode = (text: string) => {
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === '') throw new Error(`'${text}' names no host`);
  return { host: hostname, port: port === '' ? redisPort : Number(port) };
};

/** Throws an Error that says what is wrong with the URL. */
export const parseRedisUrl = (url: string): RedisAddress => {
  if (url.startsWith(unixScheme)) return { kind: 'unix', href: url, path: url.slice(unixScheme.length), nodes: [] };
  if (url.startsWith(clusterScheme))
    return { kind: 'cluster', href: url, path: '', nodes: url.slice(clusterScheme.length).split(',').map(readNode) };
  readNode(url.slice(url.indexOf('//') + 2));
  return { kind: 'server', href: url, path: '', nodes: [] };
};

/** An address as messages and logs may show it. */
export const redactPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//***@');

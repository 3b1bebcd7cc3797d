/** The forms of REDIS_URL: redis://, rediss://, unix:///path, redis-cluster://host:port,host:port. */
export interface RedisAddress {
  readonly kind: 'server' | 'unix' | 'cluster';
  /** The URL as given. */
  readonly href: string;
  readonly path: string;
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
}

const redisPort = 6379;

const readNode = (text: string) => {
  const colon = text.lastIndexOf(':');
  return colon < 0 ? { host: text, port: redisPort } : { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
};

export const readRedisUrl = (url: string): RedisAddress => {
  if (url.startsWith('unix://')) return { kind: 'unix', href: url, path: url.slice('unix://'.length), nodes: [] };
  if (url.startsWith('redis-cluster://')) return { kind: 'cluster', href: url, path: '', nodes: url.slice('redis-cluster://'.length).split(',').map(readNode) };
  return { kind: 'server', href: url, path: '', nodes: [] };
};

import type { RedisOptions } from 'ioredis';
import type { RedisAddress } from '../config/redisUrl.js';

/** Where a server listens, who connects, and how the connection is protected; for a cluster the latter two. */
export const serverOptions = (
  { kind, isTls, path, nodes, username, password }: RedisAddress,
  tls: RedisOptions['tls'] = {},
): RedisOptions => ({
  username,
  password,
  ...(isTls && { tls }),
  ...(kind === 'unix' && { path }),
  ...(kind === 'server' && nodes[0]),
});

import { Redis } from 'ioredis';

const unixScheme = 'unix://';

/** Connects to the Redis of the benchmark by ioredis alone, without the connection code of the server. */
export const connectBare = (url: string | undefined): Redis => {
  if (url === undefined) throw new Error('the URL of Redis is missing');
  const options = { enableAutoPipelining: true };
  return url.startsWith(unixScheme)
    ? new Redis({ ...options, path: url.slice(unixScheme.length) })
    : new Redis(url, options);
};

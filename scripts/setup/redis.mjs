/** Provides Redis: by REDIS_URL, from the PATH, or by Debian packages. Without Redis the server explains what to do. */
import { existsSync } from 'node:fs';
import { installDebian, onPath } from './debian.mjs';

const modules = [
  process.env.REDISEARCH_MODULE,
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

const hasModule = () => modules.some(path => path !== undefined && existsSync(path));

export const installRedis = async () => {
  if (process.env.REDIS_URL) return;
  const missing = [...(onPath('redis-server') ? [] : ['redis-server']), ...(hasModule() ? [] : ['redis-redisearch'])];
  if (missing.length > 0) await installDebian(missing);
};

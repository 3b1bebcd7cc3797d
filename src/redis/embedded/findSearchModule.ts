import { existsSync } from 'node:fs';

const modulePaths = [
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

/** Finds the search module: the configured path, or the first usual path where a file exists. */
export const findSearchModule = (configured: string): string | undefined =>
  configured === '' ? modulePaths.find(path => existsSync(path)) : configured;

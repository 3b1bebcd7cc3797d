/** Where the search module lies, and the ways to load it. */
import { existsSync } from 'node:fs';
import { loadArguments } from '../searchIndex/Generation.js';

const modulePaths = [
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

export const findSearchModule = (configured: string): string | undefined =>
  configured === '' ? modulePaths.find(path => existsSync(path)) : configured;

/** What `--loadmodule` is given, one attempt after the other: a module may refuse arguments, and one that nobody asked for may be left out. */
export const moduleLoadAttempts = (configured: string): readonly (readonly string[])[] => {
  const module = findSearchModule(configured);
  if (module === undefined) return [[]];
  const loaded = [[module, ...loadArguments], [module]];
  return configured === '' ? [...loaded, []] : loaded;
};

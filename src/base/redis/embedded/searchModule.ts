import { existsSync } from 'node:fs';
import { loadArguments } from '../searchIndex/parseModuleList.js';

const modulePaths = [
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

/** Finds the search module: the configured path, or the first usual path where a file exists. */
export const findSearchModule = (configured: string): string | undefined =>
  configured === '' ? modulePaths.find(path => existsSync(path)) : configured;

/**
 * Lists the values of `--loadmodule` for one attempt after another: some versions of the module refuse the arguments,
 * and a module that is not configured may be left out.
 */
export const moduleLoadAttempts = (configured: string): readonly (readonly string[])[] => {
  const module = findSearchModule(configured);
  if (module === undefined) return [[]];
  const attempts = [[module, ...loadArguments], [module]];
  return configured === '' ? [...attempts, []] : attempts;
};

/**
 * Preloaded by `node --import`, it makes each look-up in the caches of a process and its workers find nothing, as if
 * the entry had just been removed. Such a server makes each response anew.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { packageFile } from '../../src/base/config/packageFile.js';

type Cache = Pick<LRUCache<object, object>, 'get' | 'has' | 'peek'>;

const emptyCaches = (prototype: Cache): void => {
  Object.assign(prototype, { get: () => undefined, has: () => false, peek: () => undefined } satisfies Cache);
};

const isCache = (value: unknown): value is { readonly prototype: Cache } =>
  typeof value === 'function' && Object.hasOwn((value.prototype ?? {}) as object, 'purgeStale');

/** The threads run bundles, which contain copies of the library. */
const bundledCaches = async () => {
  const folder = packageFile('dist/program/');
  const modules = readdirSync(folder)
    .filter(name => name.endsWith('.js') && readFileSync(new URL(name, folder), 'utf8').includes('purgeStale() {'))
    .map(name => import(new URL(name, folder).href) as Promise<object>);
  return (await Promise.all(modules)).map(module => Object.values(module).filter(isCache));
};

for (const caches of [[LRUCache], ...(await bundledCaches())]) {
  if (caches.length === 0) throw new Error('A bundle has a copy of lru-cache that it does not export.');
  for (const { prototype } of caches) emptyCaches(prototype);
}

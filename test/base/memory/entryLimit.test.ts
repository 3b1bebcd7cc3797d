import { LRUCache } from 'lru-cache';
import { entryLimit } from '../../../src/base/memory/ReadCache.js';
import { test } from '../../support/tap.js';

test('a cache keeps a limited number of entries: those that were used last', async t => {
  const cache = new LRUCache<number, string>({ ...entryLimit(3), ttl: 60_000 });
  for (const key of [1, 2, 3]) cache.set(key, `value ${key}`);
  cache.get(1);
  cache.set(4, 'value 4');
  cache.set(3, 'another value');
  t.same(
    [...cache.entries()],
    [
      [3, 'another value'],
      [4, 'value 4'],
      [1, 'value 1'],
    ],
  );
});

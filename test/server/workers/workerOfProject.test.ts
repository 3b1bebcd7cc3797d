/** One worker runs the searches of a project, since it has the columns of the products in memory. */
import type { Redis } from 'ioredis';
import { keys } from '../../../src/store/keys.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';
import { dataOf, randomFrom, randomProduct } from '../../search/products/sampleProducts.js';

const { services } = await startQuaysideAlone({ WORKERS: '3' });
const api = await startProductSearch();
const random = randomFrom(3);
await api.stored(Array.from({ length: 20 }, (_, at) => ({ data: dataOf(randomProduct(random, at), at) })));
await api.activate();
const facets = [{ distinct: { name: 'colors', field: 'variants.attributes.color', fieldType: 'text' } }];

test('the products of a project are read into the memory of one worker', async t => {
  const name = keys.indexChanges(api.projectKey, 'product', (await api.ofProject.current())!);
  const redis = services.redis as Redis;
  await redis.config('SET', 'slowlog-log-slower-than', '0', 'slowlog-max-len', '100000');
  /** The positions from which workers read the changes of the index; a worker begins without one. */
  const positions = async (): Promise<string[]> => {
    const entries = (await redis.slowlog('GET', -1)) as [number, number, number, words: string[]][];
    return entries.flatMap(([, , , words]) => (words[3] === name ? [words[4] ?? ''] : []));
  };
  const search = () => api.search({ facets, limit: 1 });
  const [first] = await Promise.all(Array.from({ length: 40 }, search));
  await waitUntil(async () => {
    t.same(await search(), first);
    return (await positions()).filter(position => position !== '').length > 5;
  });
  t.equal((await positions()).filter(position => position === '').length, 1, 'one worker began to follow the index');
});

/** Searches while documents are written: no hit is missing, and none appears twice. */
import { t as root, test } from '../../support/tap.js';
import { connect } from '../../../src/base/redis/connect.js';
import { entryOf, plainFind, searchBench } from '../../support/searchBench.js';

const [redis, writing] = [connect(process.env.REDIS_URL!), connect(process.env.REDIS_URL!)];
root.teardown(() => [redis, writing].forEach(client => client.disconnect()));

const documents = 2_000;
const searches = 120;

test('keeps totals and hits exact while all documents are replaced', async t => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  t.same(await indexes.missingArguments(), [], 'the module was loaded for it');
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const entries = await Promise.all(
    Array.from({ length: documents }, async (_, index) => entryOf(await store(1), 1, ['all', `n${index}`], index)),
  );
  const writer = searchBench(writing);
  const write = (from: number) =>
    writer.indexes.apply(projectKey, 'order', { current: 1 }, entries.slice(from, from + 100));
  for (let from = 0; from < documents; from += 100) await write(from);
  let isOver = false;
  let written = 0;
  const replacing = (async () => {
    for (; !isOver; written += 100) await write(written % documents);
  })();
  const wrong: string[] = [];
  for (let count = 0; count < searches || written <= documents; count++) {
    const query = count % 2 === 0 ? '@t:{all}' : '*';
    const isWhole = count % 10 < 2;
    const { total, hits } = await indexes.find(projectKey, 'order', 1, query, {
      ...plainFind,
      limit: isWhole ? documents : 10,
    });
    const different = new Set(hits.map(({ id }) => id)).size;
    if (total !== documents || different !== (isWhole ? documents : 10))
      wrong.push(`${query}: ${total} in all, ${different} of ${hits.length}`);
  }
  isOver = true;
  await replacing;
  t.ok(written > documents, `${written} were replaced meanwhile`);
  t.same(wrong, []);
  await indexes.drop(projectKey, 'order', 1);
});

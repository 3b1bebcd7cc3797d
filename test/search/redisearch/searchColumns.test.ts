/** The precision of numbers in the search module; the fraction digits are part of an id. */
import { t as root, test } from '../../support/tap.js';
import { numberColumns } from '../../../src/search/redisearch/Generation.js';
import { columnBetween, conditionText } from '../../../src/search/plan/Condition.js';
import { columnValue } from '../../../src/search/terms/formatTerm.js';
import { connect } from '../../../src/base/redis/connect.js';
import { entryOf, plainFind, searchBench } from '../../support/searchBench.js';

const redis = connect(process.env.REDIS_URL!);
root.teardown(() => redis.disconnect());

const wholes = [
  0,
  1,
  -1,
  2,
  7,
  -7,
  41_710,
  41_711,
  99_999,
  131_072,
  2_000_000,
  16_777_216,
  16_777_217,
  300_000_000,
  1_732_000_000_000,
  1_732_000_000_001,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];
/** First characters of ids, from the lowest to the highest, and with digits at the limit of precision. */
const ties = ['00000000', '00000001', '00001fff', '7fffffff', 'fd70a3d7', 'ff95816b', 'ffffffff'];

test('finds a number by its own value only (SEARCH035, SEARCH036)', async t => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const held = wholes.flatMap(whole => ties.map(tie => ({ whole, column: columnValue(whole, tie) })));
  const entries = await Promise.all(
    held.map(async ({ column }) => {
      const { document, ...entry } = entryOf(await store(1), 1, ['a']);
      return {
        ...entry,
        document: {
          ...document!,
          numbers: Object.fromEntries(numberColumns.map(name => [name, column])) as Record<
            (typeof numberColumns)[number],
            number
          >,
        },
      };
    }),
  );
  t.equal(await indexes.apply(projectKey, 'order', { current: 1 }, entries), true);
  const total = async (gte?: number, lte?: number) =>
    (await indexes.find(projectKey, 'order', 1, conditionText(columnBetween('cents', gte, lte))!, plainFind)).total;
  for (const whole of wholes) {
    t.equal(await total(whole, whole), ties.length, `${whole} exactly`);
    t.equal(await total(whole), held.filter(each => each.whole >= whole).length, `from ${whole}`);
    t.equal(await total(undefined, whole), held.filter(each => each.whole <= whole).length, `to ${whole}`);
  }
});

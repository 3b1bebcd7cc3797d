/**
 * Random combinations of conditions, against the search module: an earlier translation lost documents under negations.
 */
import fc from 'fast-check';
import { t as root, test } from '../../support/tap.js';
import {
  allOf,
  anyOf,
  anyTerm,
  columnBetween,
  type Condition,
  noneOf,
  conditionText,
} from '../../../src/search/plan/Condition.js';
import { columnValue, everyTerm } from '../../../src/search/terms/formatTerm.js';
import { connect } from '../../../src/base/redis/connect.js';
import { entryOf, plainFind, searchBench } from '../../support/searchBench.js';
import { rounds } from '../../support/rounds.js';

const redis = connect(process.env.REDIS_URL!);
root.teardown(() => redis.disconnect());

interface Held {
  readonly tag: string;
  readonly cents: number;
}
interface RequestedCondition {
  readonly condition: Condition;
  readonly holds: (held: Held) => boolean;
}

const count = 150;
const tags = ['xa', 'xb', 'xc', 'xd'];

const ofTags = fc
  .subarray([...tags, 'xnone'], { minLength: 1 })
  .map((wanted): RequestedCondition => ({ condition: anyTerm(wanted), holds: ({ tag }) => wanted.includes(tag) }));
const ofRange = fc.tuple(fc.integer({ min: -3, max: 22 }), fc.integer({ min: 0, max: 6 })).map(
  ([from, more]): RequestedCondition => ({
    condition: columnBetween('cents', from, from + more),
    holds: ({ cents }) => cents >= from && cents <= from + more,
  }),
);

const { asked } = fc.letrec<{ asked: RequestedCondition }>(tie => ({
  asked: fc.oneof(
    { maxDepth: 4 },
    ofTags,
    ofRange,
    ...[
      (parts: RequestedCondition[]): RequestedCondition => ({
        condition: allOf(parts.map(({ condition }) => condition)),
        holds: held => parts.every(({ holds }) => holds(held)),
      }),
      (parts: RequestedCondition[]): RequestedCondition => ({
        condition: anyOf(parts.map(({ condition }) => condition)),
        holds: held => parts.some(({ holds }) => holds(held)),
      }),
      (parts: RequestedCondition[]): RequestedCondition => ({
        condition: noneOf(parts.map(({ condition }) => condition)),
        holds: held => !parts.some(({ holds }) => holds(held)),
      }),
    ].map(compound => fc.array(tie('asked'), { minLength: 1, maxLength: 3 }).map(compound)),
  ),
}));

test('combines terms and ranges by all, any and none (SEARCH014, SEARCH015, SEARCH016)', async () => {
  const { indexes, projectKey, setState, store } = searchBench(redis);
  await indexes.create(projectKey, 'order', 1);
  await setState({ current: 1 });
  const held = Array.from(
    { length: count },
    (_, at): Held => ({ tag: tags[(at * 7) % tags.length]!, cents: (at * 13) % 20 }),
  );
  const byId = new Map<string, Held>();
  const entries = await Promise.all(
    held.map(async ({ tag, cents }, at) => {
      const id = await store(1);
      byId.set(id, { tag, cents });
      const { document, ...entry } = entryOf(id, 1, [tag, everyTerm], at);
      return {
        ...entry,
        document: { ...document!, numbers: { created: at, modified: at, version: 1, cents: columnValue(cents, id) } },
      };
    }),
  );
  await indexes.apply(projectKey, 'order', { current: 1 }, entries);
  await fc.assert(
    fc.asyncProperty(asked, async ({ condition, holds }) => {
      const query = conditionText(condition);
      const hits =
        query === undefined
          ? []
          : (await indexes.find(projectKey, 'order', 1, query, { ...plainFind, limit: count })).hits;
      const found = hits.map(({ id }) => byId.get(id)!);
      // An inexact query finds all expected documents, and possibly more.
      return (
        found.filter(holds).length === held.filter(holds).length &&
        (condition.kind === 'nothing' || !condition.isExact || found.every(holds))
      );
    }),
    { numRuns: rounds(1_500) },
  );
});

/** The partly unpacked content equals the complete content at the wanted members. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { rounds } from '../../support/rounds.js';
import { test } from '../../support/tap.js';
import { anyCharacter } from '../../support/anyCharacter.js';
import { packContent, unpackContent } from '../../../src/search/document/contentOf.js';
import { unpackPart } from '../../../src/search/document/unpackPart.js';
import { requiredFields } from '../../../src/search/run/findCandidates.js';
import { parseOrderSearch } from '../../support/search/searchedOrder.js';

const leaf = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: anyCharacter, minLength: 200, maxLength: 400 }),
);
const value = fc.letrec<{ any: unknown }>(tie => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('any'), { maxLength: 20 }),
    fc.dictionary(fc.string({ maxLength: 40 }), tie('any'), { maxKeys: 18 }),
  ),
})).any;
const contents = fc.array(value, { maxLength: 30 });

test('unpacks the wanted members only', async t => {
  fc.assert(
    fc.property(contents, fc.array(fc.nat(32)), (content, places) => {
      const bytes = packContent(content);
      const whole = unpackContent(bytes);
      const wanted = new Set(places);
      const part = unpackPart(bytes, wanted);
      return whole.every((member, at) => isDeepStrictEqual(part[at], wanted.has(at) ? member : undefined));
    }),
    { numRuns: rounds(800) },
  );
  t.same(unpackPart(packContent([1, [2], { a: 3 }]), undefined), [1, [2], { a: 3 }]);
});

test('skips long lists, maps and texts', async t => {
  const map = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, at]));
  const list = Array.from({ length: 70_000 }, (_, at) => [at, -at * 1e9, at / 3]);
  for (const long of [
    map,
    list,
    'y'.repeat(70_000),
    -1,
    -200,
    -40_000,
    3e9,
    -3e9,
    2 ** 50,
    0.1,
    true,
    null,
    '',
    [],
    {},
  ])
    t.same(unpackPart(packContent([long, 'behind']), new Set([1])), [undefined, 'behind']);
});

test('reads the members that expressions, sorts and filters name', async t => {
  const places = (request: object) => requiredFields(parseOrderSearch(request as Record<string, unknown>));
  const one = places({ query: { exact: { field: 'orderNumber', value: 'x' } } })!;
  t.equal(one.size, 1);
  const filter = { exact: { field: 'lineItems.variant.sku', value: 's' } };
  const more = places({
    query: {
      or: [
        { exact: { field: 'orderNumber', value: 'x' } },
        { not: [{ exists: { field: 'custom.colour', customType: 'StringType' } }] },
      ],
    },
    sort: [
      { field: 'customerEmail', order: 'asc' },
      { field: 'lineItems.state.quantity', order: 'asc', filter },
    ],
  })!;
  t.equal(more.size, 4, [...more].join());
  t.ok([...one].every(place => more.has(place)));
  t.equal(places({ query: { fullText: { field: 'all', value: 'x' } } }), undefined);
});

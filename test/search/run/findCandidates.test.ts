import { test } from '../../support/tap.js';
import { contentOf, packContent } from '../../../src/search/document/contentOf.js';
import { orderTable, parseOrderSearch } from '../../support/search/searchedOrder.js';
import { runSearch } from '../../../src/search/run/runSearch.js';
import type { SearchedIndex } from '../../../src/search/run/findCandidates.js';
import type { FindOptions } from '../../../src/search/SearchIndexes.js';

interface Doc {
  readonly id: string;
  readonly created: number;
  readonly orderNumber: string;
}

const count = 12_345;
/** There are five orders per millisecond. */
const docs: readonly Doc[] = Array.from({ length: count }, (_, at) => ({
  id: String(at),
  created: 1_700_000_000_000 + Math.floor(at / 5),
  orderNumber: `ON-${at}`,
}));
const around = { resolve: () => undefined, languages: new Set<string>() };

/** The orders whose number has at least one character after a 7. */
const sevens = docs.filter(({ orderNumber }) => /7./.test(orderNumber));

/** Creates an index that evaluates only the creation time of a query. */
const startIndex = () => {
  const largest = { found: 0 };
  const contentOfId = (id: string): Buffer =>
    packContent(contentOf(orderTable, { orderNumber: docs[Number(id)]!.orderNumber }, around));
  const find = async (query: string, { offset, limit, content }: FindOptions) => {
    const [, from = '-Infinity', to = 'Infinity'] = /@created:\[(\S+) (\S+)\]/.exec(query) ?? [];
    const found = docs.filter(({ created }) => created >= Number(from) && created <= Number(to)).reverse();
    const hits = found.slice(offset, offset + limit).map(({ id, created }) => ({
      id,
      version: 1,
      sortKey: created,
      ...(content ? { content: contentOfId(id) } : {}),
    }));
    largest.found = Math.max(largest.found, hits.length);
    return { total: found.length, hits };
  };
  const searched: SearchedIndex = {
    projectKey: 'any',
    find,
    contents: async ids => ids.map(id => ({ id, version: 1, content: contentOfId(id) })),
    boundaries: async stretches =>
      Array.from(
        { length: stretches - 1 },
        (_, at) => docs[Math.floor((count * (stretches - 1 - at)) / stretches)]!.created,
      ),
  };
  return { searched, largest };
};

const numbersOf = (request: object) =>
  runSearch(startIndex().searched, parseOrderSearch(request as Record<string, unknown>), ['en'], 60_000);

test('checks each candidate once across all time windows', async t => {
  const { searched, largest } = startIndex();
  const { total, hits } = await runSearch(
    searched,
    parseOrderSearch({ query: { wildcard: { field: 'orderNumber', value: '*7*' } }, limit: 100 }),
    ['en'],
    60_000,
  );
  t.equal(total, sevens.length);
  t.same(
    hits.map(({ id }) => id),
    [...sevens]
      .reverse()
      .slice(0, 100)
      .map(({ id }) => id),
    'the newest first, also across time windows',
  );
  t.ok(largest.found > 0 && largest.found < 6_000, `found at once: ${largest.found}`);
});

test('sorts across all time windows (SEARCH056)', async t => {
  const { hits } = await numbersOf({
    query: { exists: { field: 'orderNumber' } },
    sort: [{ field: 'orderNumber', order: 'desc' }],
    limit: 3,
    offset: 2,
  });
  t.same(
    hits.map(({ id }) => docs[Number(id)]!.orderNumber),
    docs
      .map(({ orderNumber }) => orderNumber)
      .sort()
      .reverse()
      .slice(2, 5),
  );
});

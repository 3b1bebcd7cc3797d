import { storeMany } from '../../support/graphql.js';
import { rounds } from '../../support/rounds.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { matchingVariants, type SampleProduct } from './oracle.js';
import { dataOf, inventoryOf, randomFrom, randomProduct, randomQuery } from './sampleProducts.js';

const count = 300;
const seed = Number(process.env.PRODUCT_SEARCH_SEED ?? 7);
const random = randomFrom(seed);
const api = await startProductSearch();
const drafts = Array.from({ length: count }, (_, at) => randomProduct(random, at));
const ids = await api.stored(drafts.map((draft, at) => ({ data: dataOf(draft, at), members: { key: draft.key } })));
const products: readonly SampleProduct[] = drafts.map((draft, at) => ({ ...draft, id: ids[at]! }));
await storeMany(api.quayside, api.projectKey, 'inventory-entry', inventoryOf(drafts));
await api.activate();

test('finds products by one variant, and marks the matches (search.db18c, search.2b286, search.d6cb4)', async t => {
  for (let round = 0; round < rounds(400); round++) {
    const query = randomQuery(random, count);
    const expected = new Map(
      products.flatMap(product => {
        const matching = matchingVariants(query, product);
        return matching.length === 0 ? [] : [[product.id, { matching, product }] as const];
      }),
    );
    const answer = await api.search({ query, limit: 100, markMatchingVariants: true });
    const shown = JSON.stringify(query);
    t.equal(answer.total, expected.size, `seed ${seed}: ${shown}`);
    t.equal(answer.results.length, Math.min(100, expected.size), shown);
    for (const { id, matchingVariants: found } of answer.results) {
      const wanted = expected.get(id);
      if (wanted === undefined) {
        t.fail(`seed ${seed}: ${id} is found by ${shown}`);
        continue;
      }
      const all = wanted.matching.length === wanted.product.variants.length;
      t.equal(found!.allMatched, all, shown);
      t.same(
        found!.matchedVariants.map(({ id: variantId }) => variantId),
        all ? [] : wanted.matching,
        shown,
      );
    }
    if (!t.passing()) return;
  }
});

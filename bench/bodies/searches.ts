/** Searches at their limits, over 2,000 products and over orders with long texts. */
import { activateSearch } from '../search/indexing.js';
import { openShop } from '../search/openShop.js';
import { oncePer, post } from '../world/prepare.js';
import { type BodyWorld, type HostileBody, range, unique } from './HostileBody.js';
import { openLargeOrders } from './queries.js';

const openProducts = oncePer(async (world: BodyWorld) => {
  await openShop(world);
  await post(world, 'products', {
    productType: { typeId: 'product-type', id: world.ids.get('product-type') },
    name: { en: 'long '.repeat(2_000), de: 'lang '.repeat(2_000) },
    description: { en: 'words and words '.repeat(600) },
    slug: { en: `long-${Date.now()}` },
    publish: true,
    searchKeywords: { en: range(100, at => ({ text: `keyword ${at} of a long product` })) },
    masterVariant: { sku: `long-${Date.now()}` },
  });
});

const openOrders = oncePer(async (world: BodyWorld) => {
  await openLargeOrders(world);
  await activateSearch(world);
});

const products = (body: object): HostileBody['make'] => {
  return async world => {
    await openProducts(world);
    return () => ({ path: 'products/search', body: JSON.stringify(body) });
  };
};

const orders = (body: object): HostileBody['make'] => {
  return async world => {
    await openOrders(world);
    return () => ({ path: 'orders/search', body: JSON.stringify(body) });
  };
};

const projections = (parameters: readonly (readonly [string, string])[]): HostileBody['make'] => {
  return async world => {
    await openProducts(world);
    const text = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString();
    return () => ({
      path: 'product-projections/search',
      body: text,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };
};

const name = (kind: string, value: string, more: object = {}): object => ({
  [kind]: { field: 'name', language: 'en', value, caseInsensitive: true, ...more },
});
const either = (count: number, make: (at: number) => object): object => ({ query: { or: range(count, make) } });
const nested = (levels: number): object => (levels === 0 ? name('wildcard', '*a*') : { not: [nested(levels - 1)] });
const uniqueCount = { count: { name: unique } };
const wildcard = `${'*a?'.repeat(300)}*`;

const facets = range(29, at => ({
  ranges: {
    name: `f${at}`,
    field: 'variants.prices.centAmount',
    ranges: range(100, from => ({ from: from * 10 + at, to: from * 10 + 500 })),
  },
}));

const kinds: Readonly<Record<string, HostileBody['make']>> = {
  'product search: 200 wildcards of 60 characters': products(
    either(200, at => name('wildcard', `${'*a?'.repeat(20)}${at}*`)),
  ),
  'product search: a wildcard of 900 characters': products({ query: name('wildcard', wildcard) }),
  'product search: 200 fuzzy words': products(
    either(200, at => ({ fuzzy: { field: 'name', language: 'en', value: `prodct${at}`, level: 2 } })),
  ),
  'product search: full text of 100 words': products({
    query: name('fullText', range(100, at => `word${at}`).join(' '), { mustMatch: 'any' }),
  }),
  'product search: full text of 65 KB': products({ query: name('fullText', 'x'.repeat(65_000)) }),
  'product search: 45 nested negations': products({ query: nested(45) }),
  'product search: 100 exact values in 190 expressions': products(
    either(190, at => ({ exact: { field: 'key', values: range(100, value => `k${at}-${value}`) } })),
  ),
  'product search: 29 facets of 100 ranges': products({ facets: [...facets, uniqueCount] }),
  'product search: 500 expressions with facets': products({
    ...either(490, at => name('prefix', `p${at}`)),
    facets: [...facets.slice(0, 5), uniqueCount],
  }),
  'order search: 200 wildcards on 100 lines': orders(
    either(200, at => ({
      wildcard: { field: 'lineItems.name', language: 'en', value: `*a?${at}*`, caseInsensitive: true },
    })),
  ),
  'order search: 490 expressions': orders(either(490, at => ({ exact: { field: 'orderNumber', value: `n${at}` } }))),
  'projection search: 400 filters': projections(
    range(400, at => ['filter', `variants.attributes.brand:"Brand ${at}"`] as const),
  ),
  'projection search: a filter of 15,000 values': projections([
    ['filter', `variants.attributes.brand:${range(15_000, at => `"B${at}"`).join(',')}`],
  ]),
  'projection search: 30 facets': projections([
    ['staged', 'true'],
    ...range(30, at => ['facet', `variants.price.centAmount:range (${at} to 100), (100 to *)`] as const),
  ]),
  'projection search: fuzzy text of 1,000 characters': projections([
    ['text.en', 'prodct '.repeat(140)],
    ['fuzzy', 'true'],
  ]),
  'suggestions: 1,000 characters in 20 languages': async world => {
    await openProducts(world);
    const text = new URLSearchParams(
      range(20, (at): [string, string] => [`searchKeywords.${'abcdefghijklmnopqrst'[at]}n`, 'k'.repeat(500)]),
    );
    return () => ({ path: `product-projections/suggest?${text.toString()}` });
  },
};

export const searchBodies: readonly HostileBody[] = Object.entries(kinds).map(([title, make]) => ({
  name: title,
  make,
}));

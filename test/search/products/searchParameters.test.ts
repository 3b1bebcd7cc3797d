/** Parameters of product-projections/search other than expressions, and expansion paths, as SDKs send them. */
import { matchWhole } from '../../support/matchWhole.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { createExpressionCatalogue } from './expressionCatalogue.js';

const api = await startProductSearch();
const catalogue = await createExpressionCatalogue(api);
await api.createIn('stores', {
  key: 'german',
  languages: ['de'],
  supplyChannels: [{ typeId: 'channel', id: catalogue.south!.id }],
});
await api.activate();

type Parameters = readonly (readonly [name: string, value: string])[];

const search = async (parameters: Parameters) => {
  const query = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));
  const { status, json, text } = await api.http.send(
    'GET',
    `${api.base}/product-projections/search?${query.toString()}`,
  );
  if (status !== 200) throw new Error(text);
  return json as { readonly results: readonly unknown[] };
};

const eur = ['priceCurrency', 'EUR'] as const;
const price = (centAmount: number) => ({ masterVariant: { price: { value: { centAmount } } } });
const ofChair = ['filter.query', 'key:"chair"'] as const;

/** Parameters with the changed members of the page; the results are those of the chair. */
const rows: readonly (readonly [parameters: Parameters, page: object])[] = [
  [[['limit', '0']], { limit: 0, count: 0, total: 1, results: [] }],
  [[['offset', '1']], { offset: 1, count: 0, total: 1, results: [] }],
  [[['withTotal', 'false']], { count: 1, total: 1 }],
  [[['staged', 'true']], { results: [{ key: 'chair' }] }],
  [
    [
      ['text.en', 'oak'],
      ['text.de', 'Stuhl'],
    ],
    { total: 1 },
  ],
  [
    [
      ['text.en', 'oke'],
      ['fuzzy', 'true'],
      ['fuzzyLevel', '1'],
    ],
    { total: 1 },
  ],
  [
    [
      ['text.en', 'oak'],
      ['fuzzy', 'false'],
      ['fuzzyLevel', '0'],
    ],
    { total: 1 },
  ],
  [
    [['markMatchingVariants', 'true'], ['filter', 'variants.attributes.colour:"green"'] as const],
    { results: [{ masterVariant: { isMatchingVariant: false }, variants: [{ isMatchingVariant: true }] }] },
  ],
  [[['markMatchingVariants', 'false']], { results: [{ masterVariant: { isMatchingVariant: undefined } }] }],
  [[eur], { results: [price(4_900)] }],
  [[eur, ['priceCountry', 'DE']], { results: [price(4_500)] }],
  [[eur, ['priceCustomerGroup', catalogue.wholesale!.id]], { results: [price(3_900)] }],
  [[eur, ['priceCustomerGroupAssignments', catalogue.wholesale!.id]], { results: [price(3_900)] }],
  [[eur, ['priceChannel', catalogue.shop!.id]], { results: [price(4_400)] }],
  [[['localeProjection', 'de']], { results: [{ name: { de: 'Stuhl', en: undefined } }] }],
  [
    [
      ['localeProjection', 'de'],
      ['localeProjection', 'en'],
    ],
    { results: [{ name: { de: 'Stuhl', en: 'Oak chair' } }] },
  ],
  [
    [['storeProjection', 'german']],
    { results: [{ masterVariant: { availability: { channels: { [catalogue.south!.id]: { isOnStock: false } } } } }] },
  ],
];

test('takes the parameters that SDKs send with a search', async t => {
  for (const [parameters, page] of rows)
    matchWhole(t, await search([ofChair, ...parameters]), page, JSON.stringify(parameters));
});

test('counts at most 30 facets', async t => {
  const facets = (count: number) => Array.from({ length: count }, (_, at) => ['facet', `key as facet-${at}`] as const);
  matchWhole(t, await search([ofChair, ...facets(30)]), { total: 1 });
  await t.rejects(search([ofChair, ...facets(31)]), /at most 30 facets/);
});

/** Returns the values at a path such as `prices[*].channel` or `categories[0]`. */
const valuesAt = (value: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (step === undefined) return [value];
  const [, name = '', index] = /^(\w+)(?:\[(.+)\])?$/.exec(step) ?? [];
  const found = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (index === undefined) return found === undefined ? [] : valuesAt(found, rest);
  const elements = Array.isArray(found) ? (found as unknown[]) : [];
  return (index === '*' ? elements : elements.slice(Number(index), Number(index) + 1)).flatMap(each =>
    valuesAt(each, rest),
  );
};

const isReference = (value: unknown): value is { readonly typeId: string; readonly obj?: object } =>
  typeof value === 'object' && value !== null && 'typeId' in value;

/** Paths with a product that has them; after an expanded reference the path continues in its `obj`. */
const expansions: readonly (readonly [path: string, product: string, within?: string])[] = [
  ['productType', 'chair'],
  ['taxCategory', 'chair'],
  ['state', 'chair'],
  ['categories[*]', 'chair'],
  ['categories[0]', 'chair'],
  ['categories[*].parent', 'chair', 'categories[*].obj.parent'],
  ['categories[*].ancestors[*]', 'chair', 'categories[*].obj.ancestors[*]'],
  ['masterVariant.prices[*].customerGroup', 'chair'],
  ['masterVariant.prices[*].channel', 'chair'],
  ['masterVariant.prices[*].discounted.discount', 'table'],
  ['masterVariant.prices[0].discounted.discount', 'table'],
  ['masterVariant.price.discounted.discount', 'table'],
  ['masterVariant.scopedPrice.discounted.discount', 'table'],
  ['masterVariant.attributes[*].value', 'chair'],
  ['masterVariant.attributes[*].value[*]', 'chair'],
];

test('expands the paths that SDKs send', async t => {
  for (const [path, product, within = path] of expansions) {
    const { results } = await search([['filter.query', `key:"${product}"`], eur, ['expand', path]]);
    const references = valuesAt(results[0], within.split('.')).filter(isReference);
    t.ok(references.length > 0 && references.every(({ obj }) => obj !== undefined), path);
  }
  // A path that leads nowhere expands nothing.
  await search([ofChair, ['expand', 'variants[*].attributes[*].value[*]']]);
});

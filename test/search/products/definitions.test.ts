/** Searches, facets, queries and predicates after a product type has changed. */
import { test } from '../../support/tap.js';
import { definitionsFollowed } from '../../support/definitionsFollowed.js';
import { newKey, newSortOrder, productDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';

const api = await startProductSearch();
const { createIn, http, base, productType, quayside, projectKey, resourcesAt, search, settled } = api;
const products = resourcesAt('products');
const types = resourcesAt('product-types');

const distinct = (name: string, fieldType: string) => ({
  distinct: { name, field: `variants.attributes.${name}`, fieldType },
});
const buckets = async (field: string, fieldType: string) => {
  const { facets } = await search({ facets: [distinct(field, fieldType)] });
  return (facets[0]!.buckets as { key: string; count: number }[]).map(({ key, count }) => `${key} ${count}`).sort();
};
const queried = async (path: string, parameters: Readonly<Record<string, string>>): Promise<number> => {
  const { json } = await http.send('GET', `${base}/${path}?${new URLSearchParams(parameters).toString()}`);
  return (json as { total: number }).total;
};

test('finds current keys, names and labels, and not former ones (product-type.92271, product-type.86c37)', async t => {
  const attributes = (size: string, color: string) => [
    { name: 'size', value: size },
    { name: 'color', value: color },
  ];
  const made = [];
  for (const [size, color] of [
    ['s', 'red'],
    ['s', 'blue'],
    ['m', 'red'],
  ] as const)
    made.push(
      await products.create(
        productDraft(
          { id: productType.id },
          {
            publish: true,
            masterVariant: {
              sku: newKey('sku'),
              attributes: attributes(size, color),
              prices: [{ value: { currencyCode: 'EUR', centAmount: 1_000 } }],
            },
          },
        ),
      ),
    );
  await createIn('product-discounts', {
    name: { en: 'Small' },
    value: { type: 'relative', permyriad: 1_000 },
    predicate: 'attributes.size.key = "xs"',
    sortOrder: newSortOrder(),
    isActive: true,
  });
  await api.activate();
  t.same(await buckets('size.key', 'enum'), ['m 1', 's 2']);
  await types.update(
    productType,
    { action: 'changeEnumKey', attributeName: 'size', key: 's', newKey: 'xs' },
    { action: 'changePlainEnumValueLabel', attributeName: 'size', newValue: { key: 'm', label: 'Medium' } },
    { action: 'changeAttributeName', attributeName: 'color', newAttributeName: 'shade' },
  );
  await definitionsFollowed(quayside, projectKey);
  await settled();
  t.same(await buckets('size.key', 'enum'), ['m 1', 'xs 2']);
  t.same(await buckets('size.label', 'enum'), ['Medium 1', 'Size s 2']);
  t.same(await buckets('shade', 'text'), ['blue 1', 'red 2']);
  t.same(await buckets('color', 'text'), []);
  const sized = (key: string) => ({
    where: `masterVariant(attributes(name="size" and value(key="${key}")))`,
  });
  t.same([await queried('product-projections', sized('xs')), await queried('product-projections', sized('s'))], [2, 0]);
  const shown = await http.send('GET', `${base}/product-projections/${made[0]!.id}?priceCurrency=EUR`);
  matchWhole(t, shown.json, {
    masterVariant: {
      attributes: [
        { name: 'size', value: { key: 'xs', label: 'Size s' } },
        { name: 'shade', value: 'red' },
      ],
      price: { discounted: { value: { centAmount: 900 } } },
    },
  });
});

test('an attribute is found once it is searchable, and not while it is not (product-type.f5d71)', async t => {
  const attributes = [{ name: 'secret', value: 'hidden words' }];
  await products.create(productDraft({ id: productType.id }, { publish: true, masterVariant: { attributes } }));
  await settled();
  t.same(await buckets('secret', 'text'), []);
  const changed = await types.update(await types.get(productType), {
    action: 'changeIsSearchable',
    attributeName: 'secret',
    isSearchable: true,
  });
  await settled();
  t.same(await buckets('secret', 'text'), ['hidden words 1']);
  await types.update(changed, { action: 'changeIsSearchable', attributeName: 'secret', isSearchable: false });
  await settled();
  t.same(await buckets('secret', 'text'), []);
});

/** Queries of projections by unique values and by indexed references read no other products. */
import { resourceTypes } from '../../../../../src/commerce/resources/index.js';
import {
  projectionFields,
  storedQuery,
} from '../../../../../src/commerce/resources/product/projections/readProjections.js';
import { indexConditions } from '../../../../../src/engine/query/indexConditions.js';
import { parseQueryParameters } from '../../../../../src/engine/query/parseQueryParameters.js';
import { test } from '../../../../support/tap.js';

const product = resourceTypes.find(({ typeId }) => typeId === 'product')!;

/** Returns the values to look up by their unique field, and the id lists other than that of published products. */
const planOf = (where: string, staged: boolean, publishedOnly = false) => {
  const parsed = parseQueryParameters(new URLSearchParams({ where }), [], projectionFields());
  const { named, values } = indexConditions(product, storedQuery(parsed, staged).predicate, undefined, publishedOnly);
  const names = named === undefined ? [] : [named, ...(named.or ?? [])].map(each => [each.field, ...each.values]);
  const lists = values.flatMap(each =>
    each.lists.map(list => (list.by === 'value' ? `${list.path}=${list.value}` : '')),
  );
  return { names, lists: lists.filter(list => !list.startsWith('masterData.published')) };
};

test('looks up ids, keys, SKUs and slugs, and reads the lists of categories and product types', t => {
  for (const [where, names, lists] of [
    ['id="a"', [['id', 'a']], []],
    ['id in ("a", "b")', [['id', 'a', 'b']], []],
    ['key="a"', [['key', 'a']], []],
    ['masterVariant(sku="a")', [['sku', 'a']], []],
    ['variants(sku in ("a", "b"))', [['sku', 'a', 'b']], []],
    ['variants(key="a")', [['variantKey', 'a']], []],
    [
      'masterVariant(sku="a") or variants(sku="a")',
      [
        ['sku', 'a'],
        ['sku', 'a'],
      ],
      [],
    ],
    ['slug(en="a")', [['slug', 'en:a']], []],
    [
      'slug(en="a" or de="b")',
      [
        ['slug', 'en:a'],
        ['slug', 'de:b'],
      ],
      [],
    ],
    ['name(en="a") or masterVariant(sku="a")', [], []],
    ['productType(id="a")', [], ['productType.id=a']],
    ['name(en="a")', [], []],
  ] as const)
    for (const staged of [true, false]) t.same(planOf(where, staged), { names, lists }, where);
  t.same(planOf('categories(id="a")', false).lists, ['masterData.current.categories.id=a']);
  t.same(planOf('categories(id="a")', true).lists, ['masterData.staged.categories.id=a']);
  t.same(planOf('categories(id="a")', true, true).lists, [], 'published data has no list by staged data');
  t.end();
});

import { test } from '../../support/tap.js';
import type { Product } from '../../../src/resources/product/members.js';
import { skusOf, variantById, variantBySku } from '../../../src/resources/product/productProjection.js';
import { money, newKey } from '../../support/drafts.js';
import { assertSingleError } from '../../support/refusal.js';
import { matchWhole } from '../../support/matchWhole.js';
import { stagedOf, startProducts } from './startProducts.js';

const { plainDraft, products } = await startProducts();

test('refuses SKUs, variant keys and slugs of another product, staged ones included', async t => {
  const [sku, key, slug] = [newKey('sku'), newKey('variant'), newKey('slug')];
  const owner = await products.create(plainDraft({ slug: { en: slug }, masterVariant: { sku, key } }));
  assertSingleError(t, await products.refuseCreation(plainDraft({ variants: [{ sku }], masterVariant: {} })), {
    code: 'DuplicateField',
    field: 'sku',
    duplicateValue: sku,
  });
  assertSingleError(t, await products.refuseCreation(plainDraft({ masterVariant: { key } })), {
    code: 'DuplicateField',
    field: 'key',
    duplicateValue: key,
  });
  assertSingleError(t, await products.refuseCreation(plainDraft({ slug: { en: slug } })), {
    code: 'DuplicateField',
    field: 'slug.en',
    duplicateValue: slug,
  });
  const other = await products.create(plainDraft({ slug: { de: slug } }));
  assertSingleError(t, await products.refuse(other, { action: 'setSku', variantId: 1, sku }), {
    code: 'DuplicateField',
    field: 'sku',
    duplicateValue: sku,
  });
  assertSingleError(
    t,
    await products.refuse(
      other,
      { action: 'addVariant', sku: 'x', key: newKey('v') },
      { action: 'setSku', variantId: 1, sku: 'x' },
    ),
    { code: 'DuplicateField', field: 'sku', duplicateValue: 'x' },
  );
  const freed = await products.update(owner, { action: 'setSku', variantId: 1, sku: newKey('sku') });
  assertSingleError(
    t,
    await products.refuse(other, { action: 'setSku', variantId: 1, sku }),
    { code: 'DuplicateField', field: 'sku', duplicateValue: sku },
    'the current data still has the SKU',
  );
  const half = freed as unknown as Product;
  t.same(skusOf(half), [sku], 'only the current data has a SKU');
  t.equal(variantBySku(half, sku), variantById(half, 1));
  t.equal(variantBySku(half, newKey('sku')) ?? variantById(half, 2), undefined);
  await products.update(freed, { action: 'publish' });
  matchWhole(t, stagedOf(await products.update(other, { action: 'setSku', variantId: 1, sku })), {
    masterVariant: { sku },
  });
  const race = newKey('sku');
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() =>
      products.http.send('POST', `${products.base}/products`, { body: plainDraft({ masterVariant: { sku: race } }) }),
    ),
  );
  t.same(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [201, 400, 400, 400],
    'one of several concurrent creations gets the SKU',
  );
});

test('refuses two equal variants (ERR041)', async t => {
  const price = { value: money(100) };
  assertSingleError(t, await products.refuseCreation(plainDraft({ masterVariant: {}, variants: [{}] })), {
    code: 'DuplicateVariantValues',
    variantValues: { prices: [], attributes: [] },
  });
  const sku = newKey('sku');
  const variantValues = {
    sku,
    prices: [{ value: { ...money(100), type: 'centPrecision', fractionDigits: 2 } }],
    attributes: [],
  };
  assertSingleError(
    t,
    await products.refuseCreation(
      plainDraft({ masterVariant: { sku, prices: [price] }, variants: [{ sku, prices: [price] }] }),
    ),
    { code: 'DuplicateVariantValues', variantValues },
  );
  const created = await products.create(plainDraft({ masterVariant: { prices: [price] }, variants: [{}] }));
  assertSingleError(t, await products.refuse(created, { action: 'addPrice', variantId: 2, price }), {
    code: 'DuplicateVariantValues',
    variantValues: { prices: variantValues.prices, attributes: [] },
  });
  assertSingleError(t, await products.refuse(created, { action: 'addVariant' }), {
    code: 'DuplicateVariantValues',
    variantValues: { prices: [], attributes: [] },
  });
});

import { test } from '../../../support/tap.js';
import { createType, money, newKey } from '../../../support/drafts.js';
import { assertSingleError, assertError } from '../../../support/refusal.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { dataOf, stagedOf, startProducts } from './startProducts.js';
import type { Product } from '../../../../src/commerce/resources/product/members.js';
import { variantById, variantBySku } from '../../../../src/commerce/resources/product/productProjection.js';

const { createIn, plainDraft, products } = await startProducts();

test('refuses two prices of one scope (ERR040, product.632e0, product.23339, error.8d4ee, error.88567)', async t => {
  const group = { typeId: 'customer-group', id: (await createIn('customer-groups', { groupName: newKey('g') })).id };
  const channel = { typeId: 'channel', id: (await createIn('channels', { key: newKey('c') })).id };
  const [validFrom, validUntil] = ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'];
  const scopes = [
    {},
    { value: money(1, 'USD') },
    { country: 'DE' },
    { customerGroup: group },
    { channel },
    { validFrom },
    { validUntil },
    { validFrom, validUntil },
  ];
  const prices = scopes.map(scope => ({ value: money(1), ...scope }));
  const created = await products.create(plainDraft({ masterVariant: { prices } }));
  const stored = stagedOf(created).masterVariant.prices;
  for (const [at, price] of prices.entries()) {
    const { errors } = await products.refuse(created, {
      action: 'addPrice',
      variantId: 1,
      price: { ...price, value: { ...price.value, centAmount: 2 } },
    });
    const [{ code, conflictingPrices }] = errors as unknown as [{ code: string; conflictingPrices: [object, object] }];
    t.equal(code, 'DuplicatePriceScope');
    t.same(conflictingPrices[0], stored[at]);
    matchWhole(t, conflictingPrices[1], { ...price, id: /^[0-9a-f-]{36}$/, value: { centAmount: 2 } });
  }
  assertError(
    t,
    await products.refuseCreation(plainDraft({ masterVariant: { prices: [prices[2], prices[2]] } })),
    'DuplicatePriceScope',
    { conflictingPrices: [{ country: 'DE' }, { country: 'DE' }] },
  );
  assertError(
    t,
    await products.refuse(created, { action: 'setPrices', variantId: 1, prices: [prices[0], prices[0]] }),
    'DuplicatePriceScope',
    { conflictingPrices: [prices[0], prices[0]], actionIndex: 0 },
  );
  assertError(
    t,
    await products.refuse(created, { action: 'changePrice', priceId: stored[0]!.id, price: prices[2] }),
    'DuplicatePriceScope',
    { conflictingPrices: [{ ...stored[0], ...prices[2] }, stored[2]], actionIndex: 0 },
  );
});

test('adds, changes, keys, removes and publishes prices of a variant', async t => {
  const type = await createType(createIn, ['product-price']);
  const created = await products.create(
    plainDraft({ publish: true, masterVariant: { prices: [{ value: money(100) }] } }),
  );
  const priceId = stagedOf(created).masterVariant.prices[0]!.id;
  const changed = await products.update(
    created,
    { action: 'changeName', name: { en: 'New' } },
    { action: 'changePrice', priceId, price: { value: money(200) } },
    { action: 'setPriceKey', priceId, key: 'main' },
    { action: 'setProductPriceCustomType', priceId, type: { typeId: 'type', id: type.id }, fields: { note: 'a' } },
    { action: 'setProductPriceCustomField', priceId, name: 'note', value: 'b' },
    { action: 'addPrice', variantId: 1, price: { value: money(300), country: 'DE' } },
  );
  matchWhole(t, stagedOf(changed).masterVariant.prices, [
    { id: priceId, key: 'main', value: { centAmount: 200 }, custom: { fields: { note: 'b' } } },
    { value: { centAmount: 300 } },
  ]);
  const published = await products.update(changed, { action: 'publish', scope: 'Prices' });
  matchWhole(t, dataOf(published), {
    hasStagedChanges: true,
    current: { name: { en: 'Rain jacket' }, masterVariant: { prices: [{ key: 'main' }, {}] } },
  });
  const removed = await products.update(published, { action: 'removePrice', priceId, staged: false });
  matchWhole(t, dataOf(removed), {
    current: { masterVariant: { prices: [{ country: 'DE' }] } },
    staged: { masterVariant: { prices: [{ country: 'DE' }] } },
  });
  assertSingleError(t, await products.refuse(removed, { action: 'removePrice', priceId }), {
    code: 'InvalidOperation',
  });
  const discount = { typeId: 'product-discount', id: 'none' };
  assertSingleError(
    t,
    await products.refuse(removed, {
      action: 'setDiscountedPrice',
      priceId: stagedOf(removed).masterVariant.prices[0]!.id,
      discounted: { value: money(1), discount },
    }),
    { code: 'ReferencedResourceNotFound', ...discount },
  );
  matchWhole(t, (await products.messagesOf(created)).slice(2), [
    {
      type: 'ProductPriceChanged',
      variantId: 1,
      oldPrice: { value: { centAmount: 100 } },
      newPrice: { id: priceId, value: { centAmount: 200 } },
      staged: true,
    },
    { type: 'ProductPriceKeySet', key: 'main' },
    { type: 'ProductPriceAdded', price: { country: 'DE' } },
    { type: 'ProductPublished', scope: 'Prices' },
    { type: 'ProductPriceRemoved', price: { id: priceId }, staged: false },
  ]);
  for (const [price, field] of [
    [{ value: money(1), validFrom: '2024-01-02T00:00:00Z', validUntil: '2024-01-02T00:00:00Z' }, 'validUntil'],
    [{ value: money(1), tiers: [{ minimumQuantity: 1, value: money(1) }] }, 'tiers.minimumQuantity'],
    [
      { value: money(1), tiers: [2, 2].map(minimumQuantity => ({ minimumQuantity, value: money(1) })) },
      'tiers.minimumQuantity',
    ],
    [{ value: money(1), tiers: [{ minimumQuantity: 2, value: money(1, 'USD') }] }, 'tiers.value.currencyCode'],
  ] as const)
    assertSingleError(t, await products.refuse(removed, { action: 'addPrice', variantId: 1, price }), {
      code: 'InvalidField',
      field,
    });
});

/** Also shows product.5d551, product.1f532, product.7d12b, product.29ec8 and product.51bc2. */
test('refuses SKUs, variant keys and slugs of another product, staged ones included (product.13784)', async t => {
  const [sku, key, slug] = [newKey('sku'), newKey('variant'), newKey('slug')];
  const owner = await products.create(plainDraft({ slug: { en: slug }, masterVariant: { sku, key } }));
  for (const [draft, expected] of [
    [
      plainDraft({ variants: [{ sku }], masterVariant: {} }),
      { code: 'DuplicateField', field: 'sku', duplicateValue: sku },
    ],
    [plainDraft({ masterVariant: { key } }), { code: 'DuplicateField', field: 'key', duplicateValue: key }],
    [plainDraft({ slug: { en: slug } }), { code: 'DuplicateField', field: 'slug.en', duplicateValue: slug }],
  ] as const)
    assertSingleError(t, await products.refuseCreation(draft), expected);
  const other = await products.create(plainDraft({ slug: { de: slug } }));
  assertSingleError(t, await products.refuse(other, { action: 'setSku', variantId: 1, sku }), {
    code: 'DuplicateField',
    field: 'sku',
    duplicateValue: sku,
  });
  for (const [field, duplicateValue, action] of [
    ['sku', sku, { action: 'addVariant', sku }],
    ['key', key, { action: 'addVariant', key }],
    ['key', key, { action: 'setProductVariantKey', variantId: 1, key }],
  ] as const)
    assertSingleError(t, await products.refuse(other, action), { code: 'DuplicateField', field, duplicateValue });
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
  t.ok(variantBySku(half, sku), 'only the current data has a SKU');
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

test('refuses two equal variants (ERR041, error.9d1a0)', async t => {
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

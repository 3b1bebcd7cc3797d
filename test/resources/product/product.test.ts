import { test } from 'tap';
import type { Product } from '../../../src/resources/product/members.js';
import { skusOf, variantById, variantBySku } from '../../../src/resources/product/productProjection.js';
import { attributeDraft, money, newKey, productDraft, productTypeDraft, stateDraft } from '../../support/drafts.js';
import { assertSingleError } from '../../support/refusal.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';

const products = await startResourceApi('products');
const { createIn } = products;

const plain = await createIn('product-types', productTypeDraft());
const plainDraft = (changes: object = {}) => productDraft({ id: plain.id }, changes);

interface Variant {
  readonly id: number;
  readonly sku?: string;
  readonly prices: { id: string; value: { centAmount: number } }[];
  readonly attributes: { name: string; value: unknown }[];
  readonly images: { url: string; label?: string }[];
}
interface Data {
  readonly masterVariant: Variant;
  readonly variants: Variant[];
  readonly slug: object;
  readonly attributes: object[];
}
interface MasterData {
  readonly published: boolean;
  readonly hasStagedChanges: boolean;
  readonly current: Data;
  readonly staged: Data;
}

const dataOf = (product: object): MasterData => (product as { masterData: MasterData }).masterData;
const stagedOf = (product: object): Data => dataOf(product).staged;
const typesOfMessages = async (product: Resource) => (await products.messagesOf(product)).map(({ type }) => type);

/** A product type with one attribute each, and a draft of products of it: the master's attributes, then the others'. */
const typed = async (...attributes: object[]) => {
  const type = await createIn('product-types', productTypeDraft(attributes));
  return (...variants: object[][]) => {
    const [masterVariant, ...others] = variants.map(each => ({ sku: newKey('sku'), attributes: each }));
    return productDraft({ id: type.id }, { masterVariant, variants: others } as object);
  };
};
const newName = () => newKey('a').slice(0, 20);

test('creates a product with equal staged and current data', async t => {
  const [key, sku] = [newKey('product'), newKey('sku')];
  const created = await products.create(
    plainDraft({
      key,
      masterVariant: {
        sku,
        prices: [{ value: money(1_000), tiers: [{ minimumQuantity: 5, value: money(900) }] }],
        images: [{ url: 'i', dimensions: { w: 1, h: 2 } }],
        assets: [{ sources: [{ uri: 'u' }], name: { en: 'Film' } }],
      },
      variants: [{}],
      publish: true,
    }),
  );
  matchWhole(t, created, {
    key,
    productType: { typeId: 'product-type', id: plain.id },
    priceMode: 'Embedded',
    lastMessageSequenceNumber: 2,
  });
  matchWhole(t, dataOf(created), {
    published: true,
    hasStagedChanges: false,
    current: {
      name: { en: 'Rain jacket' },
      categories: [],
      searchKeywords: {},
      attributes: [],
      masterVariant: { id: 1, sku },
      variants: [{ id: 2, prices: [], images: [], assets: [], attributes: [] }],
    },
  });
  matchWhole(t, stagedOf(created).masterVariant, {
    prices: [{ id: String, value: { centAmount: 1_000, fractionDigits: 2 }, tiers: [{ minimumQuantity: 5 }] }],
    assets: [{ id: String, name: { en: 'Film' } }],
  });
  t.same(dataOf(created).current, stagedOf(created));
  matchWhole(t, await products.messagesOf(created), [
    { type: 'ProductCreated', productProjection: { id: created.id, masterVariant: { sku }, published: true } },
    { type: 'ProductPublished', scope: 'All' },
  ]);
  matchWhole(
    t,
    (
      await products.http.send(
        'GET',
        `${products.base}/products?where=${encodeURIComponent(`masterData(current(masterVariant(sku="${sku}")))`)}`,
      )
    ).json,
    { count: 1 },
  );
  assertSingleError(t, await products.refuseCreation(plainDraft({ variants: [{}] })), {
    code: 'RequiredField',
    field: 'masterVariant',
  });
  assertSingleError(
    t,
    await products.refuseCreation(plainDraft({ categories: [{ typeId: 'category', key: 'none' }] })),
    {
      code: 'ReferencedResourceNotFound',
      typeId: 'category',
      key: 'none',
    },
  );
  assertSingleError(t, await products.refuseCreation(plainDraft({ categoryOrderHints: { c: '0.5' } })), {
    code: 'InvalidOperation',
  });
});

test('stages changes, publishes, unpublishes and deletes a product', async t => {
  const created = await products.create(plainDraft());
  const slug = { en: newKey('slug') };
  const staged = await products.update(
    created,
    { action: 'changeName', name: { en: 'New' } },
    { action: 'changeSlug', slug },
    { action: 'setDescription', description: { en: 'D' }, staged: false },
  );
  matchWhole(t, dataOf(staged), {
    published: false,
    hasStagedChanges: true,
    current: { name: { en: 'Rain jacket' }, description: { en: 'D' } },
    staged: { name: { en: 'New' }, slug, description: { en: 'D' } },
  });
  assertSingleError(t, await products.refuse(staged, { action: 'publish', scope: 'Prices' }), {
    code: 'InvalidOperation',
  });
  const published = await products.update(staged, { action: 'publish' });
  matchWhole(t, dataOf(published), {
    published: true,
    hasStagedChanges: false,
    current: { name: { en: 'New' }, slug },
  });
  t.equal((await products.update(published, { action: 'publish' })).version, published.version, 'nothing to publish');
  matchWhole(t, (await products.remove(published)).json, { statusCode: 400, errors: [{ code: 'InvalidOperation' }] });
  const reverted = await products.update(
    published,
    { action: 'setMetaTitle', metaTitle: { en: 'T' } },
    { action: 'setMetaDescription', metaDescription: { en: 'T' } },
    { action: 'setMetaKeywords', metaKeywords: { en: 'T' } },
    {
      action: 'setSearchKeywords',
      searchKeywords: { en: [{ text: 'rain', suggestTokenizer: { type: 'whitespace' } }] },
    },
    { action: 'revertStagedChanges' },
  );
  t.same(dataOf(reverted), dataOf(published));
  const taxCategory = { typeId: 'tax-category', id: (await createIn('tax-categories', { name: 'Standard' })).id };
  const unpublished = await products.update(
    reverted,
    { action: 'unpublish' },
    { action: 'setPriceMode', priceMode: 'Standalone' },
    { action: 'setTaxCategory', taxCategory },
  );
  matchWhole(t, unpublished, { priceMode: 'Standalone', taxCategory, masterData: { published: false } });
  t.equal((await products.remove(unpublished)).status, 200);
  t.same(await typesOfMessages(created), [
    'ProductCreated',
    'ProductSlugChanged',
    'ProductPublished',
    'ProductRevertedStagedChanges',
    'ProductUnpublished',
    'ProductPriceModeSet',
    'ProductDeleted',
  ]);
});

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
    'it is still on sale',
  );
  const half = freed as unknown as Product;
  t.same(skusOf(half), [sku], 'what is on sale');
  t.equal(variantBySku(half, sku), variantById(half, 1));
  t.equal(variantBySku(half, newKey('sku')) ?? variantById(half, 2), undefined);
  await products.update(freed, { action: 'publish' });
  matchWhole(t, stagedOf(await products.update(other, { action: 'setSku', variantId: 1, sku })), {
    masterVariant: { sku },
  });
  const race = newKey('sku');
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      products.http.send('POST', `${products.base}/products`, { body: plainDraft({ masterVariant: { sku: race } }) }),
    ),
  );
  t.same(answers.map(({ status }) => status).sort(), [201, 400, 400, 400], 'one of several at once gets it');
});

test('adds, reorders and removes variants without changing their ids', async t => {
  const [first, second] = [newKey('sku'), newKey('sku')];
  const created = await products.create(plainDraft({ masterVariant: { sku: first } }));
  const added = await products.update(
    created,
    { action: 'addVariant', sku: second },
    { action: 'addVariant', key: newKey('v'), staged: false },
    { action: 'setProductVariantKey', sku: second, key: newKey('v') },
  );
  t.same(
    stagedOf(added).variants.map(({ id }) => id),
    [2, 3],
  );
  t.same(
    dataOf(added).current.variants.map(({ id }) => id),
    [3],
  );
  assertSingleError(t, await products.refuse(added, { action: 'removeVariant', id: 1 }), { code: 'InvalidOperation' });
  assertSingleError(t, await products.refuse(added, { action: 'removeVariant', id: 9 }), { code: 'InvalidOperation' });
  assertSingleError(t, await products.refuse(added, { action: 'changeMasterVariant' }), {
    code: 'RequiredField',
    field: 'variantId',
  });
  assertSingleError(t, await products.refuse(added, { action: 'changeMasterVariant', variantId: 2, sku: second }), {
    code: 'InvalidInput',
  });
  const changed = await products.update(
    added,
    { action: 'changeMasterVariant', sku: second },
    { action: 'removeVariant', sku: first },
  );
  t.equal(stagedOf(changed).masterVariant.id, 2);
  t.same(
    stagedOf(changed).variants.map(({ id }) => id),
    [3],
  );
  t.same(dataOf(changed).current.masterVariant.id, 1);
  t.same(await typesOfMessages(changed), [
    'ProductCreated',
    'ProductVariantAdded',
    'ProductVariantAdded',
    'ProductVariantDeleted',
  ]);
});

test('changes the images of a variant', async t => {
  const image = (url: string) => ({ url, dimensions: { w: 1, h: 1 } });
  const created = await products.create(plainDraft());
  const changed = await products.update(
    created,
    ...['a', 'b', 'c'].map(url => ({ action: 'addExternalImage', variantId: 1, image: image(url), staged: false })),
    { action: 'moveImageToPosition', variantId: 1, imageUrl: 'c', position: 0 },
    { action: 'setImageLabel', variantId: 1, imageUrl: 'b', label: 'B' },
    { action: 'removeImage', variantId: 1, imageUrl: 'a' },
  );
  matchWhole(t, stagedOf(changed).masterVariant.images, [image('c'), { ...image('b'), label: 'B' }]);
  t.same(
    dataOf(changed).current.masterVariant.images.map(({ url }) => url),
    ['a', 'b', 'c'],
  );
  assertSingleError(t, await products.refuse(changed, { action: 'removeImage', variantId: 1, imageUrl: 'a' }), {
    code: 'InvalidOperation',
  });
});

test('checks attributes against their definitions', async t => {
  const values = { values: [{ key: 'r', label: 'Red' }] };
  const kinds: [kind: object, good: unknown, stored: unknown, bad: unknown][] = [
    [{ name: 'boolean' }, true, true, 'true'],
    [{ name: 'text' }, 'x', 'x', 1],
    [{ name: 'ltext' }, { en: 'x' }, { en: 'x' }, 'x'],
    [{ name: 'number' }, 1.5, 1.5, '1'],
    [{ name: 'money' }, money(5), { ...money(5), type: 'centPrecision', fractionDigits: 2 }, 5],
    [{ name: 'date' }, '2024-02-29', '2024-02-29', '2023-02-29'],
    [{ name: 'time' }, '10:00:00.000', '10:00:00.000', '25:00'],
    [{ name: 'datetime' }, '2024-01-01T00:00:00+01:00', '2023-12-31T23:00:00.000Z', '2024-01-01'],
    [{ name: 'enum', ...values }, 'r', { key: 'r', label: 'Red' }, 'b'],
    [{ name: 'set', elementType: { name: 'enum', ...values } }, [{ key: 'r' }, 'r'], [{ key: 'r', label: 'Red' }], 'r'],
    [
      { name: 'lenum', values: [{ key: 'r', label: { en: 'Red' } }] },
      { key: 'r', label: 'other' },
      { key: 'r', label: { en: 'Red' } },
      {},
    ],
    [
      { name: 'reference', referenceTypeId: 'product-type' },
      { typeId: 'product-type', id: plain.id },
      { typeId: 'product-type', id: plain.id },
      { typeId: 'state', id: plain.id },
    ],
  ];
  const names = kinds.map(newName);
  const draftOf = await typed(...kinds.map(([type], at) => attributeDraft(names[at]!, type)));
  const created = await products.create(draftOf(kinds.map(([, value], at) => ({ name: names[at], value }))));
  t.same(
    stagedOf(created).masterVariant.attributes,
    kinds.map(([, , value], at) => ({ name: names[at], value })),
  );
  for (const [at, [{ name: kind }, good, , bad]] of (
    kinds as [{ name: string }, unknown, unknown, unknown][]
  ).entries()) {
    const field = `attributes.${names[at]}`;
    assertSingleError(
      t,
      await products.refuse(created, { action: 'setAttribute', variantId: 1, name: names[at], value: bad }),
      { code: 'InvalidField', field },
      kind,
    );
    t.equal(
      (await products.update(created, { action: 'setAttribute', variantId: 1, name: names[at], value: good })).version,
      created.version,
      'the same again changes nothing',
    );
  }
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 1, name: 'none', value: 1 }),
    {
      code: 'AttributeNameDoesNotExist',
      invalidAttributeName: 'none',
    },
  );
  assertSingleError(t, await products.refuse(created, { action: 'setProductAttribute', name: names[0], value: true }), {
    code: 'InvalidOperation',
  });
  const without = await products.update(created, { action: 'setAttribute', variantId: 1, name: names[0] });
  t.equal(stagedOf(without).masterVariant.attributes.length, kinds.length - 1);
});

test('sets required attributes, product attributes and attributes of all variants', async t => {
  const [required, whole, same] = [newName(), newName(), newName()];
  const draftOf = await typed(
    attributeDraft(required, { name: 'text' }, { isRequired: true }),
    attributeDraft(whole, { name: 'text' }, { level: 'Product' }),
    attributeDraft(same, { name: 'text' }, { attributeConstraint: 'SameForAll' }),
  );
  assertSingleError(t, await products.refuseCreation(draftOf([])), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  const attributes = [
    { name: required, value: 'x' },
    { name: same, value: 's' },
  ];
  const created = await products.create({
    ...draftOf(attributes, attributes),
    attributes: [{ name: whole, value: 'w' }],
  });
  t.same(stagedOf(created).attributes, [{ name: whole, value: 'w' }]);
  assertSingleError(t, await products.refuse(created, { action: 'setAttribute', variantId: 1, name: required }), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  assertSingleError(t, await products.refuse(created, { action: 'addVariant', sku: newKey('s') }), {
    code: 'RequiredField',
    field: `attributes.${required}`,
  });
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 1, name: same, value: 'other' }),
    { code: 'InvalidField', field: `attributes.${same}` },
  );
  const changed = await products.update(
    created,
    { action: 'setAttributeInAllVariants', name: same, value: 'other' },
    { action: 'setProductAttribute', name: whole },
  );
  matchWhole(t, stagedOf(changed), {
    attributes: [],
    masterVariant: { attributes: [{}, { name: same, value: 'other' }] },
    variants: [{ attributes: [{}, { name: same, value: 'other' }] }],
  });
});

test('checks nested attributes against their product types', async t => {
  const [color, related, dimensions, parts] = [newName(), newName(), newName(), newName()];
  const inner = await createIn(
    'product-types',
    productTypeDraft([
      attributeDraft(color, { name: 'enum', values: [{ key: 'r', label: 'Red' }] }, { isRequired: true }),
      attributeDraft(related, { name: 'reference', referenceTypeId: 'product-type' }),
    ]),
  );
  const nested = (id: string) => ({ name: 'nested', typeReference: { typeId: 'product-type', id } });
  const middle = await createIn(
    'product-types',
    productTypeDraft([attributeDraft(parts, { name: 'set', elementType: nested(inner.id) })]),
  );
  const draftOf = await typed(attributeDraft(dimensions, nested(middle.id)));
  const value = (...part: object[]) => ({ name: dimensions, value: [{ name: parts, value: [part] }] });
  const red = { name: color, value: 'r' };
  const created = await products.create(
    draftOf([value(red, { name: related, value: { typeId: 'product-type', id: plain.id } })]),
  );
  t.same(stagedOf(created).masterVariant.attributes, [
    value(
      { name: color, value: { key: 'r', label: 'Red' } },
      { name: related, value: { typeId: 'product-type', id: plain.id } },
    ),
  ]);
  const set = (attribute: object) => ({ action: 'setAttribute', variantId: 1, ...attribute });
  assertSingleError(t, await products.refuse(created, set(value({ name: color, value: 'b' }))), {
    code: 'InvalidField',
    field: `attributes.${color}`,
  });
  assertSingleError(t, await products.refuse(created, set(value())), {
    code: 'RequiredField',
    field: `attributes.${color}`,
  });
  assertSingleError(t, await products.refuse(created, set(value(red, { name: 'none', value: 1 }))), {
    code: 'AttributeNameDoesNotExist',
    invalidAttributeName: 'none',
  });
  assertSingleError(
    t,
    await products.refuse(
      created,
      set(value(red, { name: related, value: { typeId: 'product-type', id: created.id } })),
    ),
    { code: 'ReferencedResourceNotFound', typeId: 'product-type', id: created.id },
  );
  assertSingleError(t, await products.refuse(created, set({ name: dimensions, value: 'x' })), {
    code: 'InvalidField',
    field: `attributes.${dimensions}`,
  });
  matchWhole(t, stagedOf(await products.update(created, set(value(red)))).masterVariant.attributes, [
    value({ name: color, value: { key: 'r' } }),
  ]);
});

test('refuses the same value of a unique attribute in two variants (ERR042)', async t => {
  const name = newName();
  const draftOf = await typed(
    attributeDraft(name, { name: 'set', elementType: { name: 'text' } }, { attributeConstraint: 'Unique' }),
  );
  const value = (...texts: string[]) => [{ name, value: texts }];
  const refusal = { code: 'DuplicateAttributeValue', attribute: { name, value: ['a'] } };
  assertSingleError(t, await products.refuseCreation(draftOf(value('a'), value('a'))), refusal);
  const created = await products.create(draftOf(value('a'), value('b'), []));
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 3, name, value: ['a'] }),
    refusal,
  );
  assertSingleError(
    t,
    await products.refuse(created, { action: 'addVariant', sku: newKey('s'), attributes: value('a') }),
    refusal,
  );
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttributeInAllVariants', name, value: ['a'] }),
    refusal,
  );
});

test('refuses the same combination of attributes in two variants (ERR043)', async t => {
  const [size, color] = [newName(), newName()];
  const combined = { attributeConstraint: 'CombinationUnique' };
  const draftOf = await typed(
    attributeDraft(size, { name: 'number' }, combined),
    attributeDraft(color, { name: 'text' }, combined),
    attributeDraft(newName()),
  );
  const values = (first: number, second: string) => [
    { name: size, value: first },
    { name: color, value: second },
  ];
  const refusal = { code: 'DuplicateAttributeValues', attributes: values(1, 'red') };
  assertSingleError(t, await products.refuseCreation(draftOf(values(1, 'red'), values(1, 'red'))), refusal);
  const created = await products.create(draftOf(values(1, 'red'), values(1, 'blue'), values(2, 'red'), [], []));
  assertSingleError(
    t,
    await products.refuse(created, { action: 'setAttribute', variantId: 2, name: color, value: 'red' }),
    refusal,
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

test('refuses two prices of one scope (ERR040)', async t => {
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
    matchWhole(t, conflictingPrices[1], { ...price, id: String, value: { centAmount: 2 } });
  }
  matchWhole(t, await products.refuseCreation(plainDraft({ masterVariant: { prices: [prices[2], prices[2]] } })), {
    errors: [{ code: 'DuplicatePriceScope', conflictingPrices: [{ country: 'DE' }, { country: 'DE' }] }],
  });
  matchWhole(t, await products.refuse(created, { action: 'setPrices', variantId: 1, prices: [prices[0], prices[0]] }), {
    errors: [{ code: 'DuplicatePriceScope', conflictingPrices: Object, actionIndex: 0 }],
  });
  matchWhole(t, await products.refuse(created, { action: 'changePrice', priceId: stored[0]!.id, price: prices[2] }), {
    errors: [{ code: 'DuplicatePriceScope', conflictingPrices: Object, actionIndex: 0 }],
  });
});

test('adds, changes, keys, removes and publishes prices of a variant', async t => {
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'Note' },
    resourceTypeIds: ['product-price'],
    fieldDefinitions: [{ name: 'note', label: { en: 'Note' }, required: false, type: { name: 'String' } }],
  });
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

test('moves a product along States of type ProductState (STATE035)', async t => {
  const final = await createIn('states', stateDraft({ type: 'ProductState', initial: false, transitions: [] }));
  const first = await createIn(
    'states',
    stateDraft({ type: 'ProductState', transitions: [{ typeId: 'state', id: final.id }] }),
  );
  const foreign = await createIn('states', stateDraft());
  const to = ({ id }: Resource, force?: boolean) => ({
    action: 'transitionState',
    state: { typeId: 'state', id },
    force,
  });
  const created = await products.create(plainDraft());
  assertSingleError(t, await products.refuse(created, to(foreign)), { code: 'InvalidOperation' });
  assertSingleError(t, await products.refuse(created, to(final)), { code: 'InvalidOperation' });
  const moved = await products.update(created, to(first), to(final));
  assertSingleError(t, await products.refuse(moved, to(first)), { code: 'InvalidOperation' });
  matchWhole(t, await products.update(moved, to(first, true)), { state: { typeId: 'state', id: first.id } });
  matchWhole(t, await products.messagesOf(created), [
    {},
    { type: 'ProductStateTransition', force: false },
    {},
    { type: 'ProductStateTransition', force: true },
  ]);
});

import { test } from '../../../support/tap.js';
import { money, newKey, stateDraft } from '../../../support/drafts.js';
import { assertSingleError, assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { dataOf, stagedOf, startProducts } from './startProducts.js';

const { createIn, messageTypesOf, plain, plainDraft, products } = await startProducts();

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
    prices: [
      { id: /^[0-9a-f-]{36}$/, value: { centAmount: 1_000, fractionDigits: 2 }, tiers: [{ minimumQuantity: 5 }] },
    ],
    assets: [{ id: /^[0-9a-f-]{36}$/, name: { en: 'Film' } }],
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
  for (const [draft, expected] of [
    [plainDraft({ variants: [{}] }), { code: 'RequiredField', field: 'masterVariant' }],
    [
      plainDraft({ categories: [{ typeId: 'category', key: 'none' }] }),
      { code: 'ReferencedResourceNotFound', typeId: 'category', key: 'none' },
    ],
    [plainDraft({ categoryOrderHints: { c: '0.5' } }), { code: 'InvalidOperation' }],
  ] as const)
    assertSingleError(t, await products.refuseCreation(draft), expected);
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
  t.equal(
    (await products.update(published, { action: 'publish' })).version,
    published.version,
    'a publication without staged changes does nothing',
  );
  assertError(t, await products.remove(published), 'InvalidOperation');
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
  t.same(await messageTypesOf(created), [
    'ProductCreated',
    'ProductSlugChanged',
    'ProductPublished',
    'ProductRevertedStagedChanges',
    'ProductUnpublished',
    'ProductPriceModeSet',
    'ProductDeleted',
  ]);
});

test('adds, orders and removes variants; their ids stay (product.a6305, product.8796d, message.6c73e)', async t => {
  const [first, second] = [newKey('sku'), newKey('sku')];
  const created = await products.create(plainDraft({ masterVariant: { sku: first } }));
  const added = await products.update(
    created,
    { action: 'addVariant', sku: second },
    { action: 'addVariant', key: newKey('v'), staged: false },
    { action: 'setProductVariantKey', sku: second, key: newKey('v') },
  );
  t.same(valuesOf(stagedOf(added).variants, 'id'), [2, 3]);
  t.same(valuesOf(dataOf(added).current.variants, 'id'), [3]);
  for (const [action, expected] of [
    [{ action: 'removeVariant', id: 1 }, { code: 'InvalidOperation' }],
    [{ action: 'removeVariant', id: 9 }, { code: 'InvalidOperation' }],
    [{ action: 'changeMasterVariant' }, { code: 'RequiredField', field: 'variantId' }],
    [{ action: 'changeMasterVariant', variantId: 2, sku: second }, { code: 'InvalidInput' }],
  ] as const)
    assertSingleError(t, await products.refuse(added, action), expected);
  const changed = await products.update(
    added,
    { action: 'changeMasterVariant', sku: second },
    { action: 'removeVariant', sku: first },
  );
  t.equal(stagedOf(changed).masterVariant.id, 2);
  t.same(valuesOf(stagedOf(changed).variants, 'id'), [3]);
  t.same(dataOf(changed).current.masterVariant.id, 1);
  t.same(await messageTypesOf(changed), [
    'ProductCreated',
    'ProductVariantAdded',
    'ProductVariantAdded',
    'ProductVariantDeleted',
  ]);
  const gone = await products.update(changed, { action: 'removeVariant', id: 3, staged: false });
  const deleted = (await products.updateMessagesOf(gone)).filter(({ type }) => type === 'ProductVariantDeleted');
  matchWhole(t, deleted, [
    { variant: { id: 1 }, staged: true },
    { variant: { id: 3 }, staged: false },
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
  t.same(valuesOf(dataOf(changed).current.masterVariant.images, 'url'), ['a', 'b', 'c']);
  assertSingleError(t, await products.refuse(changed, { action: 'removeImage', variantId: 1, imageUrl: 'a' }), {
    code: 'InvalidOperation',
  });
});

test('moves a product along States of type ProductState (STATE035, product.5171f)', async t => {
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

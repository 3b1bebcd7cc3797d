/** Rules that the documentation of products states. */
import { test } from '../../../support/tap.js';
import { money, newKey, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { dataOf, stagedOf, startProducts } from './startProducts.js';

const { products, createIn, plain, plainDraft } = await startProducts();

test('a slug has 2 to 256 allowed characters, per language (product.2df1b, product.23ced, product.5d551)', async t => {
  const product = await products.create(plainDraft());
  for (const slug of ['x', 'a b', 'ä'.repeat(3), 'a/b', 'a.b', 'a'.repeat(257)]) {
    const wrong = { field: 'slug.en', invalidValue: slug };
    assertError(t, await products.refuseCreation(plainDraft({ slug: { en: slug } })), 'InvalidField', wrong);
    const change = { action: 'changeSlug', slug: { en: slug } };
    assertError(t, await products.refuse(product, change), 'InvalidField', {
      ...wrong,
      field: 'actions[0].slug.en',
    });
  }
  for (const slug of [newKey('a_Z-9').padEnd(256, 'x'), newKey('s').slice(-2)]) {
    const slugs = { en: slug, de: slug };
    t.same(stagedOf(await products.create(plainDraft({ slug: slugs }))).slug, slugs);
  }
});

test('refuses order hints of categories that the product is not in (product.0272b)', async t => {
  const id = 'some-category';
  const draft = plainDraft({ categoryOrderHints: { [id]: '0.1' } });
  assertError(t, await products.refuseCreation(draft), 'InvalidOperation', {
    message: `categoryOrderHints names the category '${id}', which the product is not in.`,
  });
});

test('a price that is no longer valid stays until it is removed (common.6aded)', async t => {
  const prices = [{ value: money(100), validUntil: '2020-01-01T00:00:00.000Z' }];
  const product = await products.create(plainDraft({ masterVariant: { prices } }));
  const pricesOf = (each: typeof product) => stagedOf(each).masterVariant.prices!;
  matchWhole(t, pricesOf(await products.get(product)), prices);
  const priceId = pricesOf(product)[0]!.id;
  t.same(pricesOf(await products.update(product, { action: 'removePrice', priceId })), []);
});

test('an image moves to a position among the images (product.30d8f)', async t => {
  const images = ['a', 'b', 'c'].map(url => ({ url, dimensions: { w: 1, h: 1 } }));
  const product = await products.create(plainDraft({ masterVariant: { images } }));
  const to = (position: number) => ({ action: 'moveImageToPosition', variantId: 1, imageUrl: 'a', position });
  assertError(t, await products.refuse(product, to(3)), 'InvalidField', {
    field: 'position',
    invalidValue: 3,
    actionIndex: 0,
  });
  assertError(t, await products.refuse(product, to(-1)), 'InvalidField', {
    field: 'actions[0].position',
    invalidValue: -1,
  });
  t.same(valuesOf(stagedOf(await products.update(product, to(2))).masterVariant.images, 'url'), ['b', 'c', 'a']);
});

test('removes variant parts (product.94b1e, product.854bf, product.718d0, product.358d5, product.cdd6c)', async t => {
  const masterVariant = { images: [{ url: 'a', dimensions: { w: 1, h: 1 } }], prices: [{ value: money(1) }] };
  for (const staged of [undefined, true, false]) {
    const product = await products.create(plainDraft({ masterVariant, variants: [{ sku: newKey('sku') }] }));
    const changed = await products.update(
      product,
      { action: 'removeImage', variantId: 1, imageUrl: 'a', staged },
      { action: 'removePrice', priceId: stagedOf(product).masterVariant.prices[0]!.id, staged },
      { action: 'removeVariant', id: 2, staged },
    );
    const removed = { masterVariant: { images: [], prices: [] }, variants: [] };
    const before = { masterVariant: { images: [{ url: 'a' }], prices: [{}] }, variants: [{ id: 2 }] };
    matchWhole(t, dataOf(changed), { staged: removed, current: staged === false ? removed : before });
  }
});

test('the SKU of a variant with stock stays (product.436d4)', async t => {
  const [stocked, free] = [newKey('sku'), newKey('sku')];
  const channel = await createIn('channels', { key: newKey('c') });
  await createIn('inventory', {
    sku: stocked,
    quantityOnStock: 1,
    supplyChannel: { typeId: 'channel', id: channel.id },
  });
  const product = await products.create(plainDraft({ masterVariant: { sku: stocked }, variants: [{ sku: free }] }));
  for (const sku of [newKey('sku'), undefined])
    assertError(t, await products.refuse(product, { action: 'setSku', variantId: 1, sku }), 'InvalidOperation', {
      message: `The SKU '${stocked}' cannot be changed or removed: it has an inventory entry.`,
    });
  const renamed = newKey('sku');
  const changed = await products.update(
    product,
    { action: 'setSku', variantId: 1, sku: stocked },
    { action: 'setSku', variantId: 2, sku: renamed },
  );
  matchWhole(t, stagedOf(changed), { masterVariant: { sku: stocked }, variants: [{ sku: renamed }] });
});

test('a predicate cannot name the price that is selected for a request (product.4310a)', async t => {
  for (const member of ['price', 'recurrencePrices']) {
    const where = `masterData(current(masterVariant(${member}(id = "x"))))`;
    assertError(
      t,
      await products.http.send('GET', `${products.base}/products?where=${encodeURIComponent(where)}`),
      'InvalidInput',
      {
        message: /price|recurrencePrices/,
      },
    );
  }
});

test('actions change assets (product.11590, product.54574, product.f5146, product.01ef4, product.600a0)', async t => {
  const asset = (key: string) => ({ key, name: { en: key }, sources: [{ uri: `https://example.com/${key}` }] });
  const product = await products.create(plainDraft({ masterVariant: { assets: [asset('aa'), asset('bb')] } }));
  const assetsOf = (data: object) =>
    (data as { masterVariant: { assets: { id: string; key?: string }[] } }).masterVariant.assets;
  const [first, second] = assetsOf(stagedOf(product));
  const add = (position: number, staged?: boolean) => ({
    action: 'addAsset',
    variantId: 1,
    asset: asset('cc'),
    position,
    staged,
  });
  assertError(t, await products.refuse(product, add(3)), 'InvalidField', {
    field: 'position',
    invalidValue: 3,
    actionIndex: 0,
  });
  for (const action of [
    'changeAssetName',
    'setAssetDescription',
    'setAssetTags',
    'setAssetSources',
    'removeAsset',
    'setAssetCustomType',
    'setAssetCustomField',
  ]) {
    const members = { variantId: 1, name: action === 'setAssetCustomField' ? 'note' : { en: 'x' }, sources: [] };
    for (const [names, code, entry] of [
      [{}, 'RequiredField', { field: 'assetId' }],
      [{ assetId: first!.id, assetKey: 'aa' }, 'InvalidInput', {}],
      [{ assetKey: 'none' }, 'InvalidOperation', { message: "The variant has no asset with key 'none'." }],
    ] as const)
      assertError(t, await products.refuse(product, { action, ...members, ...names }), code, {
        ...entry,
        actionIndex: 0,
      });
  }
  const ofFirst = { variantId: 1, assetId: first!.id };
  const changed = await products.update(
    product,
    add(1),
    { action: 'changeAssetName', ...ofFirst, name: { en: 'New' } },
    { action: 'setAssetDescription', ...ofFirst, description: { en: 'd' } },
    { action: 'setAssetTags', ...ofFirst, tags: ['t'] },
    { action: 'setAssetSources', ...ofFirst, sources: [{ uri: 'https://b' }] },
    { action: 'setAssetKey', ...ofFirst, assetKey: 'xx' },
    { action: 'setAssetKey', variantId: 1, assetId: second!.id },
  );
  const edited = {
    key: 'xx',
    name: { en: 'New' },
    description: { en: 'd' },
    tags: ['t'],
    sources: [{ uri: 'https://b' }],
  };
  matchWhole(t, assetsOf(stagedOf(changed)), [
    { id: first!.id, ...edited },
    { key: 'cc' },
    { id: second!.id, key: undefined },
  ]);
  matchWhole(t, assetsOf(dataOf(changed).current), [asset('aa'), asset('bb')], 'the current data stays');
  const ids = valuesOf(assetsOf(stagedOf(changed)), 'id');
  const order = (assetOrder: string[]) => ({ action: 'changeAssetOrder', variantId: 1, assetOrder });
  assertError(t, await products.refuse(changed, order(ids.slice(1))), 'InvalidInput', { actionIndex: 0 });
  const ordered = await products.update(changed, order(ids.toReversed()));
  t.same(valuesOf(assetsOf(stagedOf(ordered)), 'id'), ids.toReversed());
  const both = await products.update(ordered, { action: 'removeAsset', ...ofFirst, staged: false });
  matchWhole(
    t,
    [assetsOf(stagedOf(both)), assetsOf(dataOf(both).current)],
    [[{ id: second!.id }, { key: 'cc' }], [asset('bb')]],
  );
  const staged = await products.update(both, { action: 'removeAsset', variantId: 1, assetId: second!.id });
  matchWhole(t, [assetsOf(stagedOf(staged)), assetsOf(dataOf(staged).current)], [[{ key: 'cc' }], [asset('bb')]]);
});

test('a product keeps its product type (product.ec09e, product.6ee5c)', async t => {
  const product = await products.create(plainDraft());
  const other = referenceTo('product-type', await createIn('product-types', productTypeDraft()));
  const { errors } = await products.refuse(product, { action: 'setProductType', productType: other });
  t.same([errors.length, errors[0]?.field, errors[0]?.invalidValue], [1, 'actions[0].action', 'setProductType']);
  matchWhole(t, await products.update(product, { action: 'setKey', key: newKey(), productType: other } as never), {
    productType: { id: plain.id },
  });
});

test('variants need a master variant beside them (product.8f9aa)', async t => {
  const variants = [{ sku: newKey('sku') }];
  assertError(
    t,
    await products.refuseCreation(plainDraft({ masterVariant: undefined, variants } as never)),
    'RequiredField',
    { field: 'masterVariant' },
  );
});

test('a draft may publish the product, and projections then show it (product.2356e, product.2e41b)', async t => {
  for (const publish of [true, false, undefined]) {
    const product = await products.create(plainDraft({ publish }));
    t.equal(dataOf(product).published, publish === true);
    const { status } = await products.http.send('GET', `${products.base}/product-projections/${product.id}`);
    t.equal(status, publish === true ? 200 : 404);
  }
});

test('a variant is added to the staged data, or to the current data too (product.259b2, product.8cf17)', async t => {
  for (const staged of [undefined, true, false]) {
    const product = await products.create(plainDraft({ publish: true }));
    const { current, staged: half } = dataOf(
      await products.update(product, { action: 'addVariant', sku: newKey('sku'), staged }),
    );
    t.same([current.variants.length, half.variants.length], [staged === false ? 1 : 0, 1]);
  }
});

test('a tax category is not staged (product.a79bb)', async t => {
  const product = await products.create(plainDraft({ publish: true }));
  const taxCategory = referenceTo('tax-category', await createIn('tax-categories', { name: 'Standard', rates: [] }));
  const changed = await products.update(product, { action: 'setTaxCategory', taxCategory });
  matchWhole(t, changed, { taxCategory });
  t.equal(dataOf(changed).hasStagedChanges, false);
});

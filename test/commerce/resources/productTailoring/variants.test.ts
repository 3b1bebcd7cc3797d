/** Tailored variants, with their images and assets. */
import { createType, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { asset, assertRefused, dataOf, image, startTailorings } from './startTailorings.js';

const { tailorings, draft, skus } = await startTailorings();
const { createIn, updateMessagesOf } = tailorings;

/** An error of the schema has the place of the action in its field. */
const positionField = (position: number) => ({ field: position < 0 ? 'actions[0].position' : 'position' });
const stagedAssets = (tailoring: Resource) => dataOf(tailoring).staged.variants[0]!.assets ?? [];

/** Also shows product-tailoring.02f9e, product-tailoring.371fe and product-tailoring.3fe02. */
test('variants are tailored by id or SKU, staged alone or current too (product-tailoring.eabf1)', async t => {
  let tailoring = await tailorings.create(await draft({ publish: true }));
  tailoring = await tailorings.update(
    tailoring,
    { action: 'addVariant', sku: skus[1], images: [image('a')], staged: false },
    { action: 'addVariant', id: 1, attributes: [{ name: 'size', value: 1 }], staged: false },
  );
  matchWhole(t, dataOf(tailoring), { current: { variants: [{ id: 2 }, { id: 1 }] }, hasStagedChanges: false });
  assertRefused(t, await tailorings.refuse(tailoring, { action: 'addVariant', id: 2 }), 'InvalidOperation', {
    message: 'The variant 2 is tailored already.',
  });
  for (const [names, text] of [
    [{ id: 3 }, 'id 3'],
    [{ sku: 'none' }, "sku 'none'"],
  ] as const)
    assertRefused(t, await tailorings.refuse(tailoring, { action: 'addVariant', ...names }), 'InvalidOperation', {
      message: `The product has no variant with ${text}.`,
    });
  tailoring = await tailorings.update(tailoring, { action: 'removeVariant', sku: skus[1], staged: true });
  matchWhole(t, dataOf(tailoring), {
    current: { variants: [{ id: 2 }, { id: 1 }] },
    staged: { variants: [{ id: 1 }] },
  });
  tailoring = await tailorings.update(tailoring, { action: 'removeVariant', id: 1, staged: false });
  matchWhole(t, dataOf(tailoring), { current: { variants: [{ id: 2 }] }, staged: { variants: [] } });
  const added = await tailorings.update(tailoring, { action: 'addVariant', id: 1, staged: true });
  matchWhole(t, dataOf(added), { current: { variants: [{ id: 2 }] }, staged: { variants: [{ id: 1 }] } });
  tailoring = await tailorings.update(added, { action: 'removeVariant', id: 1, staged: true });
  const types = valuesOf(await updateMessagesOf(tailoring), 'type');
  t.strictSame(types, [
    'ProductTailoringPublished',
    'ProductVariantTailoringAdded',
    'ProductVariantTailoringAdded',
    'ProductVariantTailoringRemoved',
    'ProductVariantTailoringRemoved',
    'ProductVariantTailoringAdded',
    'ProductVariantTailoringRemoved',
  ]);
  assertRefused(t, await tailorings.refuse(tailoring, { action: 'removeVariant', sku: skus[0] }), 'InvalidOperation', {
    message: 'The variant 1 is not tailored.',
  });
});

test('replaces product images (product-tailoring.51572, product-tailoring.15e02, product-tailoring.f448e)', async t => {
  let tailoring = await tailorings.create(await draft({ publish: true }));
  const images = (data: 'current' | 'staged') => dataOf(tailoring)[data].variants[0]?.images?.map(({ url }) => url);
  const add = (url: string) => ({ action: 'addExternalImage', sku: skus[0], image: image(url), staged: false });
  tailoring = await tailorings.update(tailoring, add('a'), add('b'), add('c'));
  t.strictSame(
    [images('current'), images('staged')],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  );
  const move = (position: number) => ({ action: 'moveImageToPosition', variantId: 1, imageUrl: 'a', position });
  for (const position of [-1, 3])
    assertRefused(t, await tailorings.refuse(tailoring, move(position)), 'InvalidField', positionField(position));
  tailoring = await tailorings.update(
    tailoring,
    move(2),
    { action: 'removeImage', variantId: 1, imageUrl: 'b', staged: true },
    { action: 'removeImage', variantId: 1, imageUrl: 'c', staged: false },
    { action: 'setImageLabel', variantId: 1, imageUrl: 'a', label: 'A' },
  );
  t.strictSame([images('current'), images('staged')], [['a', 'b'], ['a']]);
  tailoring = await tailorings.update(tailoring, { action: 'setImages', variantId: 1, images: [] });
  t.strictSame(images('staged'), []);
  tailoring = await tailorings.update(tailoring, { action: 'setImages', variantId: 1 });
  t.equal(images('staged'), undefined);
  const sent = (await updateMessagesOf(tailoring)).slice(1);
  matchWhole(t, sent, [
    ...['a', 'b', 'c'].map(url => ({ type: 'ProductTailoringImageAdded', variantId: 1, image: image(url) })),
    { type: 'ProductTailoringImagesSet', variantId: 1, oldImages: [{ url: 'a', label: 'A' }], images: [] },
    { type: 'ProductTailoringImagesSet', variantId: 1, oldImages: [] },
  ]);
  assertRefused(
    t,
    await tailorings.refuse(tailoring, { action: 'removeImage', variantId: 2, imageUrl: 'a' }),
    'InvalidOperation',
    { message: "The variant 2 has no image with the url 'a'." },
  );
});

/** Also shows product-tailoring.d566e, product-tailoring.dd5f2 and product-tailoring.ba30e. */
test('an id or a key names the asset (product-tailoring.8539c, product-tailoring.cf983)', async t => {
  let tailoring = await tailorings.create(await draft({ publish: true }));
  const add = (key: string, position?: number) => ({
    action: 'addAsset',
    sku: skus[0],
    asset: asset(key),
    position,
    staged: false,
  });
  tailoring = await tailorings.update(tailoring, add('aa'), add('bb', 0), add('cc', 1));
  const keys = (data: 'current' | 'staged') => dataOf(tailoring)[data].variants[0]!.assets!.map(({ key }) => key);
  t.strictSame(
    [keys('current'), keys('staged')],
    [
      ['bb', 'cc', 'aa'],
      ['bb', 'cc', 'aa'],
    ],
  );
  for (const position of [-1, 4])
    assertRefused(t, await tailorings.refuse(tailoring, add('dd', position)), 'InvalidField', positionField(position));
  const [first, second, third] = stagedAssets(tailoring).map(({ id }) => id);
  const on = (action: string, payload: object) => ({ action, variantId: 1, ...payload });
  tailoring = await tailorings.update(
    tailoring,
    on('changeAssetOrder', { assetOrder: [third, second, first] }),
    on('changeAssetName', { assetKey: 'aa', name: { en: 'Named' } }),
    on('setAssetDescription', { assetId: third, description: { en: 'D' } }),
    on('setAssetTags', { assetId: third, tags: ['t'] }),
    on('setAssetSources', { assetId: third, sources: [{ uri: 'u' }] }),
    on('setAssetKey', { assetId: third, assetKey: 'zz' }),
    on('removeAsset', { assetKey: 'bb', staged: true }),
    on('removeAsset', { assetId: second, staged: false }),
  );
  t.strictSame([keys('current'), keys('staged')], [['bb', 'aa'], ['zz']]);
  matchWhole(t, stagedAssets(tailoring), [
    { id: third, key: 'zz', name: { en: 'Named' }, description: { en: 'D' }, tags: ['t'], sources: [{ uri: 'u' }] },
  ]);
  for (const [names, code, members] of [
    [{}, 'RequiredField', { field: 'assetId' }],
    [{ assetId: third, assetKey: 'zz' }, 'InvalidInput', {}],
    [{ assetKey: 'none' }, 'InvalidOperation', {}],
  ] as const)
    for (const action of ['removeAsset', 'setAssetTags', 'setAssetCustomType'])
      assertRefused(t, await tailorings.refuse(tailoring, on(action, names)), code, members);
});

test('assets have custom fields (product-tailoring.55908, product-tailoring.d4726)', async t => {
  const { id } = await createType<Resource>(createIn, ['asset']);
  let tailoring = await tailorings.create(await draft({ variants: [{ id: 1, assets: [asset('aa')] }] }));
  const on = (action: string, payload: object = {}) => ({ action, sku: skus[0], assetKey: 'aa', ...payload });
  const type = { typeId: 'type', id };
  const strict = await createIn('types', {
    key: newKey('type'),
    name: { en: 'Strict' },
    resourceTypeIds: ['asset'],
    fieldDefinitions: [{ name: 'must', label: { en: 'M' }, required: true, type: { name: 'String' } }],
  });
  assertRefused(
    t,
    await tailorings.refuse(tailoring, on('setAssetCustomType', { type: referenceTo('type', strict) })),
    'RequiredField',
    { field: 'fields.must' },
  );
  tailoring = await tailorings.update(
    tailoring,
    on('setAssetCustomType', { type, fields: { note: 'a' } }),
    on('setAssetCustomField', { name: 'note', value: 'b' }),
  );
  t.strictSame(stagedAssets(tailoring)[0]!.custom, { type, fields: { note: 'b' } });
  tailoring = await tailorings.update(tailoring, on('setAssetCustomField', { name: 'note' }));
  assertRefused(
    t,
    await tailorings.refuse(tailoring, on('setAssetCustomField', { name: 'note' })),
    'InvalidOperation',
    {},
  );
});

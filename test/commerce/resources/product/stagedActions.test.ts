/** Update actions with the member `staged` change the staged data, and the current data with `staged: false`. */
import type { TObject } from '@sinclair/typebox';
import { actions } from '../../../../src/commerce/resources/product/actions.js';
import {
  attributeDraft,
  fieldDefinition,
  money,
  newKey,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../../support/drafts.js';
import { test } from '../../../support/tap.js';
import { dataOf, stagedOf, startProducts } from './startProducts.js';

const { products, createIn } = await startProducts();
const en = { en: 'New' };
const image = { url: 'https://example.com/a.png', dimensions: { w: 1, h: 1 } };
const asset = (key: string) => ({ key, name: { en: key }, sources: [{ uri: `https://example.com/${key}` }] });
const attributes = [attributeDraft('text'), attributeDraft('whole', { name: 'text' }, { level: 'Product' })];
const productType = await createIn('product-types', productTypeDraft(attributes));
const [category, other] = [1, 2].map(() => createIn('categories', { name: en, slug: { en: newKey('slug') } }));
const [categoryId, otherId] = [(await category!).id, (await other!).id];
const type = await createIn('types', {
  key: newKey('type'),
  name: en,
  resourceTypeIds: ['product-price', 'asset'],
  fieldDefinitions: [fieldDefinition('text', { name: 'String' })],
});
const discount = await createIn('product-discounts', {
  name: en,
  value: { type: 'external' },
  predicate: 'true',
  sortOrder: `0.${Date.now()}1`,
  isActive: true,
});
const custom = { type: referenceTo('type', type), fields: { text: 'old' } };

const create = () =>
  products.create(
    productDraft(productType, {
      publish: true,
      categories: [{ typeId: 'category', id: categoryId }],
      masterVariant: {
        sku: newKey('sku'),
        images: [image, { ...image, url: 'https://example.com/b.png' }],
        prices: [{ value: money(100), custom }],
        assets: [{ ...asset('aa'), custom }, asset('bb')],
      },
      variants: [{ sku: newKey('sku') }],
    }),
  );

interface Ids {
  readonly priceId: string;
  readonly assetIds: readonly string[];
}

const idsOf = (product: object): Ids => {
  const { prices, assets } = stagedOf(product).masterVariant as { prices: { id: string }[]; assets?: { id: string }[] };
  return { priceId: prices[0]!.id, assetIds: (assets ?? []).map(({ id }) => id) };
};

const first = { variantId: 1 };

/** The payload of each action that has `staged`, by the ids of the product. */
const payloads: Readonly<Record<string, (ids: Ids) => object>> = {
  changeName: () => ({ name: en }),
  changeSlug: () => ({ slug: { en: newKey('slug') } }),
  setDescription: () => ({ description: en }),
  setMetaTitle: () => ({ metaTitle: en }),
  setMetaDescription: () => ({ metaDescription: en }),
  setMetaKeywords: () => ({ metaKeywords: en }),
  setMetaAttributes: () => ({ metaTitle: en }),
  setSearchKeywords: () => ({ searchKeywords: { en: [{ text: 'new' }] } }),
  addToCategory: () => ({ category: { typeId: 'category', id: otherId } }),
  removeFromCategory: () => ({ category: { typeId: 'category', id: categoryId } }),
  setCategoryOrderHint: () => ({ categoryId, orderHint: '0.5' }),
  addVariant: () => ({ sku: newKey('sku') }),
  removeVariant: () => ({ id: 2 }),
  changeMasterVariant: () => ({ variantId: 2 }),
  setSku: () => ({ ...first, sku: newKey('sku') }),
  setProductVariantKey: () => ({ ...first, key: newKey('variant') }),
  setAttribute: () => ({ ...first, name: 'text', value: 'new' }),
  setAttributeInAllVariants: () => ({ name: 'text', value: 'new' }),
  setProductAttribute: () => ({ name: 'whole', value: 'new' }),
  addExternalImage: () => ({ ...first, image: { ...image, url: 'https://example.com/c.png' } }),
  moveImageToPosition: () => ({ ...first, imageUrl: image.url, position: 1 }),
  removeImage: () => ({ ...first, imageUrl: image.url }),
  setImageLabel: () => ({ ...first, imageUrl: image.url, label: 'New' }),
  setPrices: () => ({ ...first, prices: [{ value: money(200) }] }),
  addPrice: () => ({ ...first, price: { value: money(200, 'USD') } }),
  changePrice: ({ priceId }) => ({ priceId, price: { value: money(200) } }),
  removePrice: ({ priceId }) => ({ priceId }),
  setPriceKey: ({ priceId }) => ({ priceId, key: newKey('price') }),
  setDiscountedPrice: ({ priceId }) => ({
    priceId,
    discounted: { value: money(50), discount: { typeId: 'product-discount', id: discount.id } },
  }),
  setProductPriceCustomType: ({ priceId }) => ({ priceId }),
  setProductPriceCustomField: ({ priceId }) => ({ priceId, name: 'text', value: 'new' }),
  addAsset: () => ({ ...first, asset: asset('cc') }),
  removeAsset: ({ assetIds: [assetId] }) => ({ ...first, assetId }),
  changeAssetName: ({ assetIds: [assetId] }) => ({ ...first, assetId, name: en }),
  changeAssetOrder: ({ assetIds }) => ({ ...first, assetOrder: assetIds.toReversed() }),
  setAssetKey: ({ assetIds: [assetId] }) => ({ ...first, assetId, assetKey: 'new' }),
  setAssetDescription: ({ assetIds: [assetId] }) => ({ ...first, assetId, description: en }),
  setAssetTags: ({ assetIds: [assetId] }) => ({ ...first, assetId, tags: ['new'] }),
  setAssetSources: ({ assetIds: [assetId] }) => ({ ...first, assetId, sources: [{ uri: 'https://example.com/new' }] }),
  setAssetCustomType: ({ assetIds: [assetId] }) => ({ ...first, assetId }),
  setAssetCustomField: ({ assetIds: [assetId] }) => ({ ...first, assetId, name: 'text', value: 'new' }),
};

test('each action with `staged` changes the staged data, and both with false', async t => {
  const withStaged = Object.entries(actions).flatMap(([name, { schema }]) =>
    'staged' in (schema as TObject).properties ? [name] : [],
  );
  t.same(Object.keys(payloads).sort(), withStaged.sort());
  for (const [action, payloadOf] of Object.entries(payloads)) {
    const change = async (staged?: boolean) => {
      const product = await create();
      return {
        before: dataOf(product).current,
        after: dataOf(await products.update(product, { action, ...payloadOf(idsOf(product)), staged })),
      };
    };
    const [ofStaged, ofBoth] = [await change(), await change(false)];
    t.same(ofStaged.after.current, ofStaged.before, `${action} leaves the current data`);
    t.strictNotSame(ofStaged.after.staged, ofStaged.before, `${action} changes the staged data`);
    t.strictNotSame(ofBoth.after.current, ofBoth.before, `${action} changes the current data with staged: false`);
    t.same(
      [ofStaged, ofBoth].map(({ after }) => after.hasStagedChanges),
      [true, false],
      action,
    );
  }
});

import { distinctBy } from '../shared/listElements.js';
import type { Visibility } from '../../../engine/define/DefinitionGroups.js';
import { loadByUnique } from '../../../engine/loadResources.js';
import { assortmentOf, variantFilters } from '../productSelection/assortment.js';
import type { Store } from '../store/members.js';
import { type Product, ProductMembers, PriceMode, ProductVariant, PublishScope, Slug } from './members.js';
import { variantsOf } from './variants.js';
import type { Claim } from '../../../store/ChangeSet.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { errorEntry, invalidOperation } from '../../../base/errors/ApiError.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { beforeCommit } from './beforeCommit.js';
import { productProjection, ProductProjection } from './productProjection.js';
import { responseMembers } from './responseMembers.js';
import { pendingChange } from './followDefinitions.js';
import { CustomFields, FieldValue } from '../../../engine/schema/customFields.js';
import { Flag, List, Optional, Quantity, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Image, DiscountedPrice, Price } from '../../values/price.js';

/** Tells whether a store shows a product to its customers, by its product selections. */
const isOffered: Visibility<Product>['isInStore'] = async (
  access,
  { projectKey, storeKey },
  { id, masterData: { current } },
  unique,
) => {
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', storeKey);
  const assortment = store && (await assortmentOf(access, projectKey, store));
  if (assortment === undefined) return true;
  const isOfferedVariant = (await variantFilters(access, projectKey, assortment, [id])).get(id);
  if (isOfferedVariant === undefined) return false;
  return unique?.field === 'sku'
    ? isOfferedVariant(unique.value)
    : variantsOf(current).some(({ sku }) => isOfferedVariant(sku));
};

const productClaim = (path: string, value: string, field: string, duplicateValue = value): Claim => ({
  path,
  value,
  refusal: errorEntry('DuplicateField', { field, duplicateValue }),
});

/** Claims SKUs, variant keys, and slugs of each language, both staged and current, which no two products share. */
const productClaims = ({ masterData: { current, staged } }: Product): Claim[] => {
  const all = [current, staged].flatMap(data => [
    ...variantsOf(data).flatMap(({ sku, key }) => [
      ...(sku === undefined ? [] : [productClaim('sku', sku, 'sku')]),
      ...(key === undefined ? [] : [productClaim('variantKey', key, 'key')]),
    ]),
    ...Object.entries(data.slug).map(([locale, slug]) =>
      productClaim('slug', `${locale}:${slug}`, `slug.${locale}`, slug),
    ),
  ]);
  return distinctBy(all, ({ path, value }) => `${path}:${value}`);
};

const dataPath = /^masterData\.(?:current|staged)\.(.*)$/s;
const claimedMembers = new Map([
  ['masterVariant.sku', 'sku'],
  ['variants.sku', 'sku'],
  ['masterVariant.key', 'variantKey'],
  ['variants.key', 'variantKey'],
]);

/** A SKU, a variant key or a slug leads to its product, whether staged or current data has it. */
const claimAt = (path: string, text: string): Pick<Claim, 'path' | 'value'> | undefined => {
  const [, member = ''] = dataPath.exec(path) ?? [];
  if (member.startsWith('slug.')) return { path: 'slug', value: `${member.slice('slug.'.length)}:${text}` };
  const claimed = claimedMembers.get(member);
  return claimed === undefined ? undefined : { path: claimed, value: text };
};

const staged = { staged: Flag };
const ofVariant = { variantId: Quantity, ...staged };
const ofPrice = { priceId: Text, ...ofVariant };
const removedImageUrls = List(Text);

const messages = {
  ProductAddedToCategory: { category: Reference('category'), ...staged },
  ProductCreated: { productProjection: ProductProjection },
  ProductDeleted: { removedImageUrls, currentProjection: ProductProjection },
  ProductImageAdded: { ...ofVariant, image: Image },
  ProductPriceAdded: { ...ofVariant, price: Price },
  ProductPriceChanged: { ...ofVariant, oldPrice: Price, newPrice: Price, oldStagedPrice: Price },
  ProductPriceExternalDiscountSet: {
    ...ofPrice,
    variantKey: Optional(Text),
    sku: Optional(Text),
    discounted: Optional(DiscountedPrice),
  },
  ProductPriceKeySet: { ...ofPrice, oldKey: Optional(Text), key: Optional(Text) },
  ProductPriceModeSet: { to: PriceMode },
  ProductPriceRemoved: { ...ofVariant, price: Price },
  ProductPricesSet: { ...ofVariant, prices: List(Price) },
  ProductPublished: { removedImageUrls, productProjection: ProductProjection, scope: PublishScope },
  ProductRemovedFromCategory: { category: Reference('category'), ...staged },
  ProductRevertedStagedChanges: { removedImageUrls },
  ProductSlugChanged: { slug: Slug, oldSlug: Slug },
  ProductStateTransition: { state: Reference('state'), force: Flag },
  ProductUnpublished: {},
  ProductVariantAdded: { variant: ProductVariant, ...staged },
  ProductVariantDeleted: { variant: ProductVariant, removedImageUrls, ...staged },
};

/** No action sends them: custom fields of embedded prices send no messages, and product discounts change no prices. */
const unsentMessages = {
  ProductPriceCustomFieldAdded: { ...ofPrice, name: Text, value: FieldValue },
  ProductPriceCustomFieldChanged: { ...ofPrice, name: Text, value: FieldValue },
  ProductPriceCustomFieldRemoved: { ...ofPrice, name: Text },
  ProductPriceCustomFieldsRemoved: ofPrice,
  ProductPriceCustomFieldsSet: { ...ofPrice, customField: CustomFields, oldTypeId: Text },
  ProductPriceDiscountsSet: {},
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly product: typeof messages;
  }
}

/** A product with its variants, staged and current (ERR040 to ERR043). */
export const product = defineResource<Product>({
  typeId: 'product',
  path: 'products',
  shared: true,
  scopes: { read: ['view_products'], write: ['manage_products'] },
  visibility: {
    published: {
      scopes: ['view_published_products'],
      member: 'masterData',
      flag: 'published',
      current: 'masterData.current',
      staged: 'masterData.staged',
      hasName: ({ masterData: { current } }, field, value) =>
        field !== 'sku' || variantsOf(current).some(({ sku }) => sku === value),
      show: ({ masterData }) => ({
        masterData: { ...masterData, staged: masterData.current, hasStagedChanges: false },
      }),
    },
    isInStore: isOffered,
  },
  resource: ProductMembers,
  draft,
  actions,
  storage: { unsealedHidden: true },
  unique: ['key'],
  claims: { values: productClaims, valueAt: claimAt },
  derived: { responseMembers },
  pendingChange,
  beforeCommit,
  search: { indexed: true },
  indexes: [
    'productType.id',
    'taxCategory.id',
    'state.id',
    'masterData.published',
    'masterData.current.categories.id',
    'masterData.staged.categories.id',
  ],
  messages,
  messaging: { unsent: unsentMessages },
  removal: {
    messages: removed => {
      const { published, current } = removed.masterData;
      if (published) throw invalidOperation('The product is published and cannot be deleted; unpublish it first.');
      return [{ type: 'ProductDeleted', removedImageUrls: [], currentProjection: productProjection(removed, current) }];
    },
  },
});

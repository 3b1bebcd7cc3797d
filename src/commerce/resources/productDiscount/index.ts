import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { productDiscountsStamp } from '../shared/productDiscounts.js';
import { assertValidity } from '../shared/validity.js';
import { actions } from './actions.js';
import { type ProductDiscount, ProductDiscountDraft, ProductDiscountMembers } from './members.js';
import { predicateMembers } from './predicate.js';
import { productDiscountValueOf } from './value.js';

const draft = creation<ProductDiscount, typeof ProductDiscountDraft>(ProductDiscountDraft, given => {
  const { isActive = true, ...plain } = given;
  assertValidity(given);
  return {
    members: {
      ...plain,
      value: productDiscountValueOf(given.value),
      ...predicateMembers(given.predicate),
      isActive,
    },
  };
});

const active = { by: 'value', path: 'isActive', value: 'true' } as const;

/**
 * Refuses more active discounts than prices are tried with. They are counted before the commit, so concurrent changes
 * may exceed the limit; the oldest ones apply then.
 */
const assertActiveDiscountsBelowLimit: BeforeCommit<ProductDiscount> = async (
  { store },
  { projectKey, before, after },
) => {
  if (!after.isActive || before?.isActive === true) return {};
  const max = limits.activeProductDiscountsMax;
  const count = await store.commonIdCount(projectKey, 'product-discount', [active], max);
  if ((count ?? 0) >= max)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'product-discount', max, detail: ' that are active' });
  return {};
};

/** A discount on the prices of products that match a predicate; of several, the one with the highest `sortOrder`. */
export const productDiscount = defineResource<ProductDiscount>({
  typeId: 'product-discount',
  path: 'product-discounts',
  shared: true,
  scopes: { read: ['view_product_discounts', 'view_products'], write: ['manage_product_discounts', 'manage_products'] },
  resource: ProductDiscountMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'sortOrder'],
  indexes: ['isActive'],
  searchedIn: ['product'],
  stamps: () => [productDiscountsStamp],
  beforeCommit: assertActiveDiscountsBelowLimit,
  endpoints: [
    {
      method: 'POST',
      path: 'product-discounts/matching',
      verb: 'matchingProductDiscount',
      scopes: ['view_product_discounts', 'view_products'],
    },
  ],
  behindReferences: {
    places: { 'discounted.discount': 'a price that the discount lowers' },
    members: {
      name: 'shops write it beside the old price',
      description: 'as above',
      value: 'shops write "20 %" beside the old price',
      isActive: 'it lowers a price, which tells that it is active',
      validFrom: 'shops tell how long a price is lowered',
      validUntil: 'as above',
    },
    alsoToWriters: 'shops of the vendor have a scope for all orders, whose import takes the key of a discount',
  },
});

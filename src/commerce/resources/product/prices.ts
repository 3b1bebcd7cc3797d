import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { type Price, DiscountedPriceDraft, PriceDraft } from '../../values/price.js';
import { assertExternalDiscounts, variantsWithPrice } from '../shared/productDiscounts.js';
import type { Product, ProductVariant } from './members.js';
import { variantsOf, findVariant, type VariantNames, variantPayloadMembers } from './variants.js';
import { invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { type Action, action, changeWithMessage } from '../../../engine/define/actions.js';
import { Key, List, Optional, Text } from '../../../engine/schema/primitives.js';
import type { CustomFieldsLocation } from '../shared/customFieldActions.js';
import {
  assertDistinctPrices,
  discountedPriceOf,
  priceOf,
  priceScopeAndValidityText,
  toPrices,
} from '../shared/prices.js';
import { changeData, mapVariant, stagedMember } from './masterData.js';

const discountedPrices = (variants: readonly ProductVariant[]): Price[] =>
  variants.flatMap(({ prices }) => prices.filter(({ discounted }) => discounted !== undefined));

/** Refuses new values under discounts that are not external, not active, or do not match the price. */
export const assertExternalPrices = async (
  access: ResourceAccess,
  { projectKey, context, before, after }: BeforeCommitInput<Product>,
  { current, staged }: Pick<Product['masterData'], 'current' | 'staged'>,
): Promise<void> => {
  const data = [...new Set([current, staged])];
  const old = before === undefined ? [] : [before.masterData.current, before.masterData.staged].flatMap(variantsOf);
  const unchanged = new Set(old);
  const given = discountedPrices(data.flatMap(variantsOf).filter(variant => !unchanged.has(variant)));
  if (given.length === 0) return;
  const known = discountedPrices(old);
  const isKnown = (price: Price): boolean =>
    known.some(({ id, discounted }) => id === price.id && sameValue(discounted, price.discounted));
  const changed = given.filter(price => !isKnown(price));
  await assertExternalDiscounts(
    access,
    projectKey,
    context.now,
    changed.map(price => ({ price, variants: variantsWithPrice(after, data, price.id) })),
  );
};

export const setPrices: Action<Product> = action(
  { ...variantPayloadMembers, prices: List(PriceDraft), ...stagedMember },
  (product: Product, { prices: drafts, staged = true, ...names }, context) => {
    const { id: variantId } = findVariant(product, names);
    const prices = toPrices(drafts, context);
    return changeWithMessage(
      withPrices(product, variantId, staged, () => prices),
      { type: 'ProductPricesSet', variantId, prices, staged },
    );
  },
);

export const addPrice: Action<Product> = action(
  { ...variantPayloadMembers, price: PriceDraft, ...stagedMember },
  (product: Product, { price: draft, staged = true, ...names }, context) => {
    const { id: variantId } = findVariant(product, names);
    const price = priceOf(draft, context);
    return changeWithMessage(
      withPrices(product, variantId, staged, prices => [...prices, price]),
      { type: 'ProductPriceAdded', variantId, price, staged },
    );
  },
);

const pricePayloadMembers = { priceId: Text, ...stagedMember };

/** Finds a staged price by its id, or in the named variant by the scope and the validity of the new price. */
const findChangedPrice = (product: Product, priceId: string | undefined, names: VariantNames, newPrice: Price) => {
  const isNamed = names.variantId !== undefined || names.sku !== undefined;
  if (priceId === undefined && !isNamed) throw requiredField('priceId', 'the id of a price, or its variant');
  const variant = isNamed ? findVariant(product, names) : undefined;
  if (priceId === undefined) {
    const scope = priceScopeAndValidityText(newPrice);
    const price = variant?.prices.find(each => priceScopeAndValidityText(each) === scope);
    if (variant !== undefined && price !== undefined) return { variant, price };
    throw invalidOperation(`The variant ${variant?.id} has no price of that scope and validity.`);
  }
  const found = findStagedPrice(product, priceId);
  if (variant !== undefined && variant.id !== found.variant.id)
    throw invalidOperation(`The price '${priceId}' is not of the variant ${variant.id}.`);
  return found;
};

/** Clients of GraphQL may name the variant, with or in place of the id of the price. */
export const changePrice: Action<Product> = action(
  { ...variantPayloadMembers, ...pricePayloadMembers, priceId: Optional(Text), price: PriceDraft },
  (product: Product, { priceId: givenId, price: draft, staged = true, ...names }, context) => {
    const drafted = priceOf(draft, context);
    const { variant, price: oldStagedPrice } = findChangedPrice(product, givenId, names, drafted);
    const priceId = oldStagedPrice.id;
    const newPrice = { ...drafted, id: priceId };
    const oldPrice = findCurrentPrice(product, priceId) ?? oldStagedPrice;
    return changeWithMessage(
      withPrice(product, variant.id, staged, priceId, () => newPrice),
      { type: 'ProductPriceChanged', variantId: variant.id, oldPrice, newPrice, staged, oldStagedPrice },
    );
  },
);

export const removePrice: Action<Product> = action(
  pricePayloadMembers,
  (product: Product, { priceId, staged = true }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const set = withPrices(product, variant.id, staged, prices => prices.filter(({ id }) => id !== priceId));
    return changeWithMessage(set, { type: 'ProductPriceRemoved', variantId: variant.id, price, staged });
  },
);

export const setPriceKey: Action<Product> = action(
  { ...pricePayloadMembers, key: Optional(Key) },
  (product: Product, { priceId, key, staged = true }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const set = withPrice(product, variant.id, staged, priceId, each => ({ ...each, key }));
    return changeWithMessage(set, {
      type: 'ProductPriceKeySet',
      variantId: variant.id,
      priceId,
      oldKey: price.key,
      key,
      staged,
    });
  },
);

export const setDiscountedPrice: Action<Product> = action(
  { ...pricePayloadMembers, discounted: Optional(DiscountedPriceDraft) },
  (product: Product, { priceId, discounted: draft, staged = true }, context) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const discounted = discountedPriceOf(draft, price.value.currencyCode, context);
    const set = withPrice(product, variant.id, staged, priceId, each => ({ ...each, discounted }));
    return changeWithMessage(set, {
      type: 'ProductPriceExternalDiscountSet',
      variantId: variant.id,
      variantKey: variant.key,
      sku: variant.sku,
      priceId,
      discounted,
      staged,
    });
  },
);

export const onPrice: CustomFieldsLocation<Product> = {
  resourceTypeId: 'product-price',
  names: pricePayloadMembers,
  find: (product, { priceId, staged = true }: { readonly priceId: string; readonly staged?: boolean }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    return {
      custom: price.custom,
      with: custom => withPrice(product, variant.id, staged, priceId, each => ({ ...each, custom })),
    };
  },
  all: ({ masterData: { staged } }) => variantsOf(staged).flatMap(({ prices }) => prices.map(({ custom }) => custom)),
};

type PricesChange = (prices: readonly Price[]) => Price[];

/** Changes the prices of a variant and refuses two of one scope (ERR040) or with one key. */
const withPrices = (product: Product, variantId: number, staged: boolean, change: PricesChange): Partial<Product> =>
  changeData(product, staged, data =>
    mapVariant(data, variantId, variant => {
      const prices = change(variant.prices);
      assertDistinctPrices(prices);
      return { ...variant, prices };
    }),
  );

const withPrice = (
  product: Product,
  variantId: number,
  staged: boolean,
  priceId: string,
  next: (price: Price) => Price,
): Partial<Product> =>
  withPrices(product, variantId, staged, prices => prices.map(price => (price.id === priceId ? next(price) : price)));

/** Finds a staged price by its id, with its variant. */
const findStagedPrice = (
  { masterData: { staged } }: Product,
  priceId: string,
): { variant: ProductVariant; price: Price } => {
  for (const variant of variantsOf(staged)) {
    const price = variant.prices.find(({ id }) => id === priceId);
    if (price !== undefined) return { variant, price };
  }
  throw invalidOperation(`No variant of the product has a price with id '${priceId}'.`);
};

const findCurrentPrice = ({ masterData: { current } }: Product, priceId: string): Price | undefined =>
  variantsOf(current)
    .flatMap(({ prices }) => prices)
    .find(({ id }) => id === priceId);

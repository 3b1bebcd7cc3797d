/** Actions on the prices that are embedded in variants. */
import { action } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Key, List, Optional, Text } from '../../schema/primitives.js';
import { type CustomPlace, setCustomField, setCustomType } from '../shared/customActions.js';
import { DiscountedPriceDraft, type Price, PriceDraft } from '../../schema/price.js';
import { discountedOf, priceOf } from '../shared/priceOf.js';
import { changeData, mapVariant, stagedMember, told } from './masterData.js';
import type { Product, ProductVariant } from './members.js';
import { assertScopes, pickVariant, pricesOf, variantNames, variantsOf } from './variants.js';

type Prices = (prices: readonly Price[]) => Price[];

/** New prices for a variant; no two of one scope (ERR040). */
const withPrices = (product: Product, variantId: number, staged: boolean, change: Prices): Partial<Product> =>
  changeData(product, staged, data =>
    mapVariant(data, variantId, variant => {
      const prices = change(variant.prices);
      assertScopes(prices);
      return { ...variant, prices };
    }),
  );

/** The price that is prepared with an id, and the variant that has it. */
const pickPrice = ({ masterData: { staged } }: Product, priceId: string): { variant: ProductVariant; price: Price } => {
  for (const variant of variantsOf(staged)) {
    const price = variant.prices.find(({ id }) => id === priceId);
    if (price !== undefined) return { variant, price };
  }
  throw fail('InvalidOperation', { message: `No variant of the product has a price with id '${priceId}'.` });
};

/** The price that is on sale with an id. */
const currentPrice = ({ masterData: { current } }: Product, priceId: string): Price | undefined =>
  variantsOf(current)
    .flatMap(({ prices }) => prices)
    .find(({ id }) => id === priceId);

const replacing =
  (priceId: string, next: (price: Price) => Price): Prices =>
  prices =>
    prices.map(price => (price.id === priceId ? next(price) : price));

const priceNames = { priceId: Text, ...stagedMember };

const onPrice: CustomPlace<Product> = {
  resourceTypeId: 'product-price',
  names: priceNames,
  find: (product, { priceId, staged = true }: { readonly priceId: string; readonly staged?: boolean }) => {
    const { variant, price } = pickPrice(product, priceId);
    return {
      custom: price.custom,
      with: custom =>
        withPrices(
          product,
          variant.id,
          staged,
          replacing(priceId, each => ({ ...each, custom })),
        ),
    };
  },
  all: ({ masterData: { staged } }) => variantsOf(staged).flatMap(({ prices }) => prices.map(({ custom }) => custom)),
};

export const priceActions: ActionTable<Product> = {
  setPrices: action(
    { ...variantNames, prices: List(PriceDraft), ...stagedMember },
    (product: Product, { prices: drafts, staged = true, ...names }, context) => {
      const { id: variantId } = pickVariant(product, names);
      const prices = pricesOf(drafts, context);
      return told(
        withPrices(product, variantId, staged, () => prices),
        { type: 'ProductPricesSet', variantId, prices, staged },
      );
    },
  ),
  addPrice: action(
    { ...variantNames, price: PriceDraft, ...stagedMember },
    (product: Product, { price: draft, staged = true, ...names }, context) => {
      const { id: variantId } = pickVariant(product, names);
      const price = priceOf(draft, context);
      return told(
        withPrices(product, variantId, staged, prices => [...prices, price]),
        { type: 'ProductPriceAdded', variantId, price, staged },
      );
    },
  ),
  changePrice: action(
    { ...priceNames, price: PriceDraft },
    (product: Product, { priceId, price: draft, staged = true }, context) => {
      const { variant, price: oldStagedPrice } = pickPrice(product, priceId);
      const newPrice = { ...priceOf(draft, context), id: priceId };
      const oldPrice = currentPrice(product, priceId) ?? oldStagedPrice;
      return told(
        withPrices(
          product,
          variant.id,
          staged,
          replacing(priceId, () => newPrice),
        ),
        { type: 'ProductPriceChanged', variantId: variant.id, oldPrice, newPrice, staged, oldStagedPrice },
      );
    },
  ),
  removePrice: action(priceNames, (product: Product, { priceId, staged = true }) => {
    const { variant, price } = pickPrice(product, priceId);
    const set = withPrices(product, variant.id, staged, prices => prices.filter(({ id }) => id !== priceId));
    return told(set, { type: 'ProductPriceRemoved', variantId: variant.id, price, staged });
  }),
  setPriceKey: action({ ...priceNames, key: Optional(Key) }, (product: Product, { priceId, key, staged = true }) => {
    const { variant, price } = pickPrice(product, priceId);
    const set = withPrices(
      product,
      variant.id,
      staged,
      replacing(priceId, each => ({ ...each, key })),
    );
    return told(set, { type: 'ProductPriceKeySet', variantId: variant.id, priceId, oldKey: price.key, key, staged });
  }),
  setDiscountedPrice: action(
    { ...priceNames, discounted: Optional(DiscountedPriceDraft) },
    (product: Product, { priceId, discounted: draft, staged = true }, context) => {
      const { variant, price } = pickPrice(product, priceId);
      const discounted = discountedOf(draft, price.value.currencyCode, context);
      const set = withPrices(
        product,
        variant.id,
        staged,
        replacing(priceId, each => ({ ...each, discounted })),
      );
      return told(set, {
        type: 'ProductPriceExternalDiscountSet',
        variantId: variant.id,
        variantKey: variant.key,
        sku: variant.sku,
        priceId,
        discounted,
        staged,
      });
    },
  ),
  setProductPriceCustomType: setCustomType(onPrice),
  setProductPriceCustomField: setCustomField(onPrice),
};

import { fail } from '../../errors/ApiError.js';
import type { Price } from '../../schema/price.js';
import { Text } from '../../schema/primitives.js';
import { changeData, mapVariant, stagedMember } from './masterData.js';
import type { Product, ProductVariant } from './members.js';
import { assertDistinctPriceScopes, variantsOf } from './variants.js';
import type { CustomFieldsLocation } from '../shared/CustomFieldsLocation.js';

type PricesChange = (prices: readonly Price[]) => Price[];

/** Changes the prices of a variant and refuses two of one scope (ERR040). */
export const withPrices = (
  product: Product,
  variantId: number,
  staged: boolean,
  change: PricesChange,
): Partial<Product> =>
  changeData(product, staged, data =>
    mapVariant(data, variantId, variant => {
      const prices = change(variant.prices);
      assertDistinctPriceScopes(prices);
      return { ...variant, prices };
    }),
  );

/** Finds a staged price by its id, with its variant. */
export const findStagedPrice = (
  { masterData: { staged } }: Product,
  priceId: string,
): { variant: ProductVariant; price: Price } => {
  for (const variant of variantsOf(staged)) {
    const price = variant.prices.find(({ id }) => id === priceId);
    if (price !== undefined) return { variant, price };
  }
  throw fail('InvalidOperation', { message: `No variant of the product has a price with id '${priceId}'.` });
};

/** Finds a current price by its id. */
export const findCurrentPrice = ({ masterData: { current } }: Product, priceId: string): Price | undefined =>
  variantsOf(current)
    .flatMap(({ prices }) => prices)
    .find(({ id }) => id === priceId);

export const replacePrice =
  (priceId: string, next: (price: Price) => Price): PricesChange =>
  prices =>
    prices.map(price => (price.id === priceId ? next(price) : price));

export const pricePayloadMembers = { priceId: Text, ...stagedMember };

export const onPrice: CustomFieldsLocation<Product> = {
  resourceTypeId: 'product-price',
  names: pricePayloadMembers,
  find: (product, { priceId, staged = true }: { readonly priceId: string; readonly staged?: boolean }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    return {
      custom: price.custom,
      with: custom =>
        withPrices(
          product,
          variant.id,
          staged,
          replacePrice(priceId, each => ({ ...each, custom })),
        ),
    };
  },
  all: ({ masterData: { staged } }) => variantsOf(staged).flatMap(({ prices }) => prices.map(({ custom }) => custom)),
};

/** Product discounts on the prices of variants, as responses show them. */
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseSources } from '../../../engine/define/ResponseSources.js';
import {
  type ProductDiscountRule,
  type ProductDiscounts,
  typesReadForDiscounts,
} from '../../pricing/productDiscounts.js';
import type { Price } from '../../values/price.js';
import {
  identityOf,
  loadDiscountRules,
  productDiscountsOf,
  productDiscountsStamp,
} from '../shared/productDiscounts.js';
import type { Product, ProductData, ProductVariant } from './members.js';
import { variantsOf } from './variants.js';

/** Data of a product as a response shows it; the variants are objects of the response, which may be changed. */
export interface ShownData {
  readonly product: Omit<Product, 'masterData'>;
  readonly data: ProductData;
}

/** The price with the discount that applies to it, if there is one. */
export type PriceDiscounts = (shown: ShownData, variant: ProductVariant, price: Price) => Price;

/**
 * Reads the active product discounts of a project; undefined where it has none. `sources` learn of them and of the
 * next time at which another one applies.
 */
export const readDiscountRules = async (
  access: ResourceAccess,
  projectKey: string,
  at: string,
  sources?: ResponseSources,
): Promise<readonly ProductDiscountRule[] | undefined> => {
  await sources?.watch([productDiscountsStamp]);
  const rules = await loadDiscountRules(access, projectKey);
  if (sources === undefined || rules === undefined) return rules;
  for (const { validFrom, validUntil } of rules)
    for (const time of [validFrom, validUntil]) if (time !== undefined && time > at) sources.expireAt(time);
  // No stamp tells when a key or a category changes.
  if (typesReadForDiscounts(rules).size > 0) sources.expireAt(at);
  return rules;
};

const toPriceDiscounts =
  (discounts: ProductDiscounts): PriceDiscounts =>
  ({ product, data }, variant, price) =>
    discounts.apply(price, {
      product,
      categories: data.categories,
      productAttributes: data.attributes,
      variant,
    });

/** The discounts on the embedded and the standalone prices of some data. */
export const priceDiscountsOf = async (
  access: ResourceAccess,
  projectKey: string,
  at: string,
  rules: readonly ProductDiscountRule[] | undefined,
  shown: readonly ShownData[],
  standalone: ReadonlyMap<string, readonly Price[]>,
): Promise<PriceDiscounts | undefined> => {
  const discounts = await productDiscountsOf(access, projectKey, at, rules, () => ({
    products: shown.map(({ product, data }) => ({ ...identityOf(product), data: [data] })),
    prices: [
      ...shown.flatMap(({ data }) => variantsOf(data).flatMap(({ prices }) => prices)),
      ...[...standalone.values()].flat(),
    ],
  }));
  return discounts && toPriceDiscounts(discounts);
};

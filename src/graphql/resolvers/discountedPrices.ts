/** Applies discounts to the prices of products; a whole response uses the discounts of one moment. */
import {
  type DiscountablePrice,
  type DiscountableVariant,
  type ProductDiscountRule,
  ProductDiscounts,
  typesReadForDiscounts,
} from '../../commerce/pricing/productDiscounts.js';
import { loadDiscountRules, loadKeys } from '../../commerce/resources/shared/productDiscounts.js';
import { boundedWork } from '../../base/shedding/boundedWork.js';
import type { Base } from '../../engine/define/Base.js';
import type { TypeId } from '../../engine/schema/TypeId.js';
import type { GraphqlContext } from '../GraphqlContext.js';

interface LoadedRules {
  readonly rules: readonly ProductDiscountRule[];
  readonly types: ReadonlySet<TypeId>;
  readonly at: string;
  /** The discounts that apply when their predicates need no other resources. */
  readonly discounts: ProductDiscounts;
}

/** Resolves to null in a project without discounts on products. */
const loadRules = (
  { services: { engine }, projectKey, loaders }: GraphqlContext,
  at: string,
): Promise<LoadedRules | null> =>
  loaders.findOnce(`productDiscounts ${at}`, async () => {
    const rules = await loadDiscountRules(engine, projectKey);
    if (rules === undefined) return null;
    return { rules, at, types: typesReadForDiscounts(rules), discounts: new ProductDiscounts(rules, at) };
  });

const loadDiscounts = async (
  { rules, types, at, discounts }: LoadedRules,
  variant: DiscountableVariant,
  prices: readonly DiscountablePrice[],
  { services: { engine }, loaders }: GraphqlContext,
): Promise<ProductDiscounts> => {
  if (types.size === 0) return discounts;
  const load = async (typeId: TypeId, ids: readonly string[]): Promise<ReadonlyMap<string, Base>> => {
    const distinct = [...new Set(ids)];
    const found = await Promise.all(distinct.map(id => loaders.find(typeId, 'id', id)));
    return new Map(
      distinct.flatMap((id, index) => (found[index] ? [[id, found[index] as unknown as Base] as const] : [])),
    );
  };
  const buyers = prices.flatMap(({ customerGroup, channel }) => [customerGroup, channel]) as (
    | { readonly typeId: string; readonly id: string }
    | undefined
  )[];
  const references = [variant.product.productType, ...variant.categories, ...buyers].filter(each => each !== undefined);
  return new ProductDiscounts(rules, at, await loadKeys(load, engine, types, references));
};

/** Returns the prices of a variant with the discounts that apply at a time. */
export const discountedPrices = async <P extends DiscountablePrice>(
  prices: readonly P[],
  variant: DiscountableVariant | undefined,
  at: string,
  context: GraphqlContext,
): Promise<readonly P[]> => {
  if (prices.length === 0) return prices;
  const rules = await loadRules(context, at);
  if (rules === null) return prices;
  const discounts = variant === undefined ? rules.discounts : await loadDiscounts(rules, variant, prices, context);
  return boundedWork('query', () => prices.map(price => discounts.apply(price, variant)));
};

/** Checks the discounted values that another service sets. */
import type { BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Price } from '../../values/price.js';
import { assertExternalDiscounts, variantsWithPrice } from '../shared/productDiscounts.js';
import type { Product, ProductVariant } from './members.js';
import { variantsOf } from './variants.js';

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

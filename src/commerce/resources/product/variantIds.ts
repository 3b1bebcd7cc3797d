/**
 * Ids of variants. Carts, shopping lists, discounts and tailorings name a variant by its id, so an id is never given
 * again. The last id that was given is that of a variant, until that one is removed from both halves of the product:
 * from then on it is stored beside the product.
 */
import type { Action } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import type { Product } from './members.js';
import { variantsOf } from './variants.js';

interface HiddenIds {
  readonly lastVariantId?: number;
}

const highestId = ({ current, staged }: Product['masterData']): number =>
  Math.max(...[...variantsOf(current), ...variantsOf(staged)].map(({ id }) => id));

const lastVariantId = ({ masterData }: Product, { hidden }: Context): number => {
  const { lastVariantId: last = 0 }: HiddenIds = hidden ?? {};
  return Math.max(last, highestId(masterData));
};

/** The id of a new variant, for actions that read what is hidden. */
export const nextVariantId = (product: Product, context: Context): number => lastVariantId(product, context) + 1;

/** An action that may remove variants; it stores the last id where no variant has it any more. */
export const keepingLastVariantId = (action: Action<Product>): Action<Product> => ({
  ...action,
  readsHidden: true,
  apply: (product, payload, context) => {
    const change = action.apply(product, payload, context);
    const { masterData } = change.set;
    if (masterData === undefined || highestId(masterData) >= highestId(product.masterData)) return change;
    return { ...change, hidden: { lastVariantId: lastVariantId(product, context) } satisfies HiddenIds };
  },
});

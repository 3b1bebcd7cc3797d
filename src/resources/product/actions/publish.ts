import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { OneOf, Optional } from '../../../schema/primitives.js';
import { changeWithMessage, hasStagedChanges, withMasterData } from '../masterData.js';
import type { Product, ProductData } from '../members.js';
import { productProjection } from '../productProjection.js';
import { variantsOf } from '../variants.js';

/** Takes the staged prices over into the current variants. */
const withStagedPrices = ({ masterData: { current, staged } }: Product): ProductData => {
  const prepared = new Map(variantsOf(staged).map(({ id, prices }) => [id, prices]));
  const priced = <V extends ProductData['masterVariant']>(variant: V): V => ({
    ...variant,
    prices: prepared.get(variant.id) ?? variant.prices,
  });
  return { ...current, masterVariant: priced(current.masterVariant), variants: current.variants.map(priced) };
};

export const publish: Action<Product> = action(
  { scope: Optional(OneOf(['All', 'Prices'])) },
  (product: Product, { scope = 'All' }) => {
    const { masterData } = product;
    if (scope === 'Prices' && !masterData.published)
      throw fail('InvalidOperation', {
        message: 'The product is not published: its prices alone cannot be published.',
      });
    const { staged } = masterData;
    const current = scope === 'All' ? staged : withStagedPrices(product);
    const set = withMasterData(product, { published: true, current, staged });
    if (set.masterData === undefined) return unchanged;
    const after = { ...product, masterData: { ...set.masterData, hasStagedChanges: hasStagedChanges(set.masterData) } };
    return changeWithMessage(set, {
      type: 'ProductPublished',
      removedImageUrls: [],
      productProjection: productProjection(after, current),
      scope,
    });
  },
);

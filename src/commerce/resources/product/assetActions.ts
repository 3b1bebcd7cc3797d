import { List } from '../../../engine/schema/primitives.js';
import { AssetSource } from '../shared/assets.js';
import { type AssetList, assetActions as actionsOfAssets } from '../shared/assetActions.js';
import { changeData, mapVariant, stagedMember } from './masterData.js';
import type { Product } from './members.js';
import { findVariant, type VariantNames, variantPayloadMembers, variantsOf } from './variants.js';

export const assetActions = actionsOfAssets<Product, VariantNames & { readonly staged?: boolean }>({
  names: { ...variantPayloadMembers, ...stagedMember },
  holder: 'variant',
  find: (product, names) => findVariant(product, names).assets,
  change: (product, names, _context, change) => {
    const { id } = findVariant(product, names);
    return changeData(product, names.staged ?? true, data =>
      mapVariant(data, id, variant => ({ ...variant, assets: change(variant.assets) })),
    );
  },
  sources: List(AssetSource),
  all: ({ masterData: { staged } }): AssetList => variantsOf(staged).flatMap(({ assets }) => assets),
});

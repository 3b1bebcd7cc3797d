import { PublishScope, PriceMode, type Product, type ProductData, SearchKeywords, Slug } from './members.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import {
  type Action,
  type ActionTable,
  unchanged,
  action,
  type MemberArguments,
  set,
  changeWithMessage,
  setFrom,
} from '../../../engine/define/actions.js';
import { Flag, Key, LocalizedString, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { customFieldActions } from '../shared/customFieldActions.js';
import { assertWorkflowTransition, workflowStateOf } from '../shared/workflow.js';
import type { State } from '../state.js';
import {
  assetActions,
  imageActions,
  addVariant,
  changeMasterVariant,
  removeVariant,
  revertStagedVariantChanges,
  setAttribute,
  setAttributeInAllVariants,
  setProductAttribute,
  setProductVariantKey,
  setSku,
} from './variantActions.js';
import { addToCategory, removeFromCategory, setCategoryOrderHint } from './categories.js';
import { changeData, hasStagedChanges, stagedMember, withMasterData } from './masterData.js';
import { addPrice, changePrice, onPrice, removePrice, setDiscountedPrice, setPriceKey, setPrices } from './prices.js';
import { productProjection } from './productProjection.js';
import { keepingLastVariantId, variantsOf } from './variants.js';

/** Sets one member of the staged data, and of the current data with `staged: false`. */
const setData = (...[member, schema]: MemberArguments<ProductData, keyof ProductData>): Action<Product> =>
  action({ [member]: schema, ...stagedMember }, (product: Product, payload) => {
    const { [member]: value, staged = true } = payload as { staged?: boolean } & Partial<ProductData>;
    return { set: changeData(product, staged, data => ({ ...data, [member]: value })) };
  });
export const actions: ActionTable<Product> = {
  setKey: set<Product>('key', Key),
  setTaxCategory: setFrom(
    'taxCategory',
    Optional(ResourceIdentifier('tax-category')),
    (category, context) => category && context.reference('tax-category', category),
  ),
  setPriceMode: setFrom(
    'priceMode',
    Optional(PriceMode),
    (given = 'Embedded') => given,
    (_, to) => ({ type: 'ProductPriceModeSet', to }),
  ),
  changeName: setData('name', LocalizedText),
  changeSlug: action({ slug: Slug, ...stagedMember }, (product: Product, { slug, staged = true }) =>
    changeWithMessage(
      changeData(product, staged, data => ({ ...data, slug })),
      { type: 'ProductSlugChanged', slug, oldSlug: product.masterData.staged.slug },
    ),
  ),
  setDescription: setData('description', Optional(LocalizedString)),
  setMetaTitle: setData('metaTitle', Optional(LocalizedString)),
  setMetaDescription: setData('metaDescription', Optional(LocalizedString)),
  setMetaKeywords: setData('metaKeywords', Optional(LocalizedString)),
  setMetaAttributes: action(
    {
      metaTitle: Optional(LocalizedString),
      metaDescription: Optional(LocalizedString),
      metaKeywords: Optional(LocalizedString),
      ...stagedMember,
    },
    (product: Product, { staged = true, metaTitle, metaDescription, metaKeywords }) => ({
      set: changeData(product, staged, data => ({ ...data, metaTitle, metaDescription, metaKeywords })),
    }),
  ),
  setSearchKeywords: setData('searchKeywords', SearchKeywords),
  addToCategory,
  removeFromCategory,
  setCategoryOrderHint,
  addVariant,
  removeVariant,
  revertStagedVariantChanges,
  changeMasterVariant,
  setSku,
  setProductVariantKey,
  setAttribute,
  setAttributeInAllVariants,
  setProductAttribute,
  ...imageActions,
  setPrices,
  addPrice,
  changePrice,
  removePrice,
  setPriceKey,
  setDiscountedPrice,
  ...customFieldActions('ProductPrice', onPrice),
  ...assetActions,
  transitionState: action(
    { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
    ({ state: old }: Product, { state: identifier, force = false }, context) => {
      const state = workflowStateOf(identifier, context, 'ProductState', 'Products');
      if (!force)
        assertWorkflowTransition(
          old && context.load<State>('state', old),
          context.load<State>('state', identifier),
          'A product',
        );
      return { set: { state }, messages: [{ type: 'ProductStateTransition', state, force }] };
    },
    ({ state }) => (state === undefined ? [] : [state]),
  ),
  publish: keepingLastVariantId(
    action({ scope: Optional(PublishScope) }, (product: Product, { scope = 'All' }) => {
      const { masterData } = product;
      if (scope === 'Prices' && !masterData.published)
        throw invalidOperation('The product is not published: its prices alone cannot be published.');
      const { staged } = masterData;
      const current = scope === 'All' ? staged : withStagedPrices(product);
      const changed = withMasterData(product, { published: true, current, staged });
      if (changed.masterData === undefined) return unchanged;
      // Composed from the product itself: its members are accessors, so a copy would lack them.
      const flags = { published: true, hasStagedChanges: hasStagedChanges(changed.masterData) };
      return changeWithMessage(changed, {
        type: 'ProductPublished',
        removedImageUrls: [],
        productProjection: productProjection(product, current, flags),
        scope,
      });
    }),
  ),
  unpublish: action({}, (product: Product) => {
    const { current, staged } = product.masterData;
    return changeWithMessage(withMasterData(product, { published: false, current, staged }), {
      type: 'ProductUnpublished',
    });
  }),
  revertStagedChanges: keepingLastVariantId(
    action({}, (product: Product) => {
      const { published, current } = product.masterData;
      return changeWithMessage(withMasterData(product, { published, current, staged: current }), {
        type: 'ProductRevertedStagedChanges',
        removedImageUrls: [],
      });
    }),
  ),
};

/** Takes the staged prices over into the current variants. */
const withStagedPrices = ({ masterData: { current, staged } }: Product): ProductData => {
  const prepared = new Map(variantsOf(staged).map(({ id, prices }) => [id, prices]));
  const priced = <V extends ProductData['masterVariant']>(variant: V): V => ({
    ...variant,
    prices: prepared.get(variant.id) ?? variant.prices,
  });
  return { ...current, masterVariant: priced(current.masterVariant), variants: current.variants.map(priced) };
};

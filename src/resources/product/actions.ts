import type { TSchema } from '@sinclair/typebox';
import { action, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { assertReachable, workflowStateOf } from '../shared/workflowState.js';
import type { State } from '../state/index.js';
import { Flag, Key, LocalizedString, OneOf, Optional } from '../../schema/primitives.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { changeData, stagedMember, told, withMasterData } from './masterData.js';
import { PriceMode, type Product, type ProductData, SearchKeywords, Slug } from './members.js';
import { priceActions } from './priceActions.js';
import { projectionOf } from './projection.js';
import { variantActions } from './variantActions.js';
import { variantsOf } from './variants.js';

/** One member of the data: prepared, and on sale with it where the action says so. */
const setData = (member: keyof ProductData, schema: TSchema): Action<Product> =>
  action({ [member]: schema, ...stagedMember }, (product: Product, payload) => {
    const { [member]: value, staged = true } = payload as { staged?: boolean } & Partial<ProductData>;
    return { set: changeData(product, staged, data => ({ ...data, [member]: value })) };
  });

/** What is on sale with the prices that were prepared, where both have the variant. */
const withStagedPrices = ({ masterData: { current, staged } }: Product): ProductData => {
  const prepared = new Map(variantsOf(staged).map(({ id, prices }) => [id, prices]));
  const priced = <V extends ProductData['masterVariant']>(variant: V): V => ({
    ...variant,
    prices: prepared.get(variant.id) ?? variant.prices,
  });
  return { ...current, masterVariant: priced(current.masterVariant), variants: current.variants.map(priced) };
};

export const actions: ActionTable<Product> = {
  setKey: set<Product>('key', Key),
  setTaxCategory: action(
    { taxCategory: Optional(ResourceIdentifier('tax-category')) },
    ({ taxCategory: old }: Product, { taxCategory }, context) => {
      const next = taxCategory && context.reference('tax-category', taxCategory);
      return old?.id === next?.id ? unchanged : { set: { taxCategory: next } };
    },
  ),
  setPriceMode: action({ priceMode: Optional(PriceMode) }, ({ priceMode: old }: Product, { priceMode = 'Embedded' }) =>
    old === priceMode ? unchanged : { set: { priceMode }, messages: [{ type: 'ProductPriceModeSet', to: priceMode }] },
  ),
  changeName: setData('name', LocalizedString),
  changeSlug: action({ slug: Slug, ...stagedMember }, (product: Product, { slug, staged = true }) =>
    told(
      changeData(product, staged, data => ({ ...data, slug })),
      { type: 'ProductSlugChanged', slug, oldSlug: product.masterData.staged.slug },
    ),
  ),
  setDescription: setData('description', Optional(LocalizedString)),
  setMetaTitle: setData('metaTitle', Optional(LocalizedString)),
  setMetaDescription: setData('metaDescription', Optional(LocalizedString)),
  setMetaKeywords: setData('metaKeywords', Optional(LocalizedString)),
  setSearchKeywords: setData('searchKeywords', SearchKeywords),
  ...variantActions,
  ...priceActions,
  transitionState: action(
    { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
    ({ state: old }: Product, { state: identifier, force = false }, context) => {
      const state = workflowStateOf(identifier, context, 'ProductState', 'Products');
      if (!force)
        assertReachable(
          old && context.load<State>('state', old),
          context.load<State>('state', identifier),
          'A product',
        );
      return { set: { state }, messages: [{ type: 'ProductStateTransition', state, force }] };
    },
    ({ state }) => (state === undefined ? [] : [state]),
  ),
  publish: action({ scope: Optional(OneOf(['All', 'Prices'])) }, (product: Product, { scope = 'All' }) => {
    const { masterData } = product;
    if (scope === 'Prices' && !masterData.published)
      throw fail('InvalidOperation', {
        message: 'The product is not published: its prices cannot be published alone.',
      });
    const set = withMasterData(product, {
      ...masterData,
      current: scope === 'All' ? masterData.staged : withStagedPrices(product),
      published: true,
    });
    const after = { ...product, masterData: set.masterData ?? masterData };
    return told(set, {
      type: 'ProductPublished',
      removedImageUrls: [],
      productProjection: projectionOf(after, after.masterData.current),
      scope,
    });
  }),
  unpublish: action({}, (product: Product) =>
    told(withMasterData(product, { ...product.masterData, published: false }), { type: 'ProductUnpublished' }),
  ),
  revertStagedChanges: action({}, (product: Product) =>
    told(withMasterData(product, { ...product.masterData, staged: product.masterData.current }), {
      type: 'ProductRevertedStagedChanges',
      removedImageUrls: [],
    }),
  ),
};

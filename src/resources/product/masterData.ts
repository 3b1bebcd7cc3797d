/** Changes of what is prepared, and of what is on sale with it where an action says `staged: false`. */
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged, type Change, type MessageDraft } from '../../engine/define/Change.js';
import type { ProductType } from '../productType/index.js';
import { Flag, Optional } from '../../schema/primitives.js';
import type { Product, ProductData, ProductVariant } from './members.js';
import { assertConstraints, assertVariants } from './variants.js';

/** Payload member of the actions that may leave out what is on sale: they do unless told otherwise. */
export const stagedMember = { staged: Optional(Flag) };

type MasterData = Product['masterData'];

export const withMasterData = (product: Product, next: Omit<MasterData, 'hasStagedChanges'>): Partial<Product> => {
  const masterData = { ...next, hasStagedChanges: !sameValue(next.current, next.staged) };
  return sameValue(product.masterData, masterData) ? {} : { masterData };
};

/** What the change of a variant list or of attributes is judged by. */
interface VariantRules {
  readonly productType?: ProductType;
}

const assertVariantRules = (data: ProductData, { productType }: VariantRules): ProductData => {
  assertVariants(data);
  if (productType !== undefined) assertConstraints(data, productType);
  return data;
};

/** The change of one or both halves; the rules among variants hold in each. */
export const changeData = (
  product: Product,
  staged: boolean,
  change: (data: ProductData) => ProductData,
  rules: VariantRules = {},
): Partial<Product> => {
  const { masterData } = product;
  const next = (data: ProductData): ProductData => assertVariantRules(change(data), rules);
  return withMasterData(product, {
    ...masterData,
    staged: next(masterData.staged),
    current: staged ? masterData.current : next(masterData.current),
  });
};

/** The data with one of its variants changed; as it was where there is no such variant. */
export const mapVariant = (
  data: ProductData,
  id: number,
  change: (variant: ProductVariant) => ProductVariant,
): ProductData => {
  const mapped = (variant: ProductVariant): ProductVariant => (variant.id === id ? change(variant) : variant);
  return { ...data, masterVariant: mapped(data.masterVariant), variants: data.variants.map(mapped) };
};

/** A change with its message, if it is one. */
export const changeWithMessage = (set: Partial<Product>, message: MessageDraft): Change<Product> =>
  Object.keys(set).length === 0 ? unchanged : { set, messages: [message] };

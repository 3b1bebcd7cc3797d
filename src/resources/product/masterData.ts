/** Changes the staged data, and the current data too where an action says `staged: false`. */
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged, type Change, type MessageDraft } from '../../engine/define/Change.js';
import type { ProductType } from '../productType/members.js';
import { Flag, Optional } from '../../schema/primitives.js';
import type { Product, ProductData, ProductVariant } from './members.js';
import { assertConstraints, assertVariants } from './variants.js';

/** The payload member that limits an action to the staged data; true by default. */
export const stagedMember = { staged: Optional(Flag) };

type MasterData = Product['masterData'];

export const withMasterData = (product: Product, next: Omit<MasterData, 'hasStagedChanges'>): Partial<Product> => {
  const masterData = { ...next, hasStagedChanges: !sameValue(next.current, next.staged) };
  return sameValue(product.masterData, masterData) ? {} : { masterData };
};

/** The product type, where the change must be checked against its attribute constraints. */
interface VariantRules {
  readonly productType?: ProductType;
}

const assertVariantRules = (data: ProductData, { productType }: VariantRules): ProductData => {
  assertVariants(data);
  if (productType !== undefined) assertConstraints(data, productType);
  return data;
};

/** Changes the staged data, or both, and checks the rules among variants. */
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

/** Changes one variant of the data, if it has that variant. */
export const mapVariant = (
  data: ProductData,
  id: number,
  change: (variant: ProductVariant) => ProductVariant,
): ProductData => {
  const mapped = (variant: ProductVariant): ProductVariant => (variant.id === id ? change(variant) : variant);
  return { ...data, masterVariant: mapped(data.masterVariant), variants: data.variants.map(mapped) };
};

/** Returns a change with its message, or no change where nothing is set. */
export const changeWithMessage = (set: Partial<Product>, message: MessageDraft): Change<Product> =>
  Object.keys(set).length === 0 ? unchanged : { set, messages: [message] };

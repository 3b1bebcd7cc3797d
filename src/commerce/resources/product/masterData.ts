/** Changes the staged data, and the current data too where an action says `staged: false`. */
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Change } from '../../../engine/define/actions.js';
import type { ProductType } from '../productType/members.js';
import { Flag, Optional } from '../../../engine/schema/primitives.js';
import type { Product, ProductData, ProductVariant } from './members.js';

/** The payload member that limits an action to the staged data; true by default. */
export const stagedMember = { staged: Optional(Flag) };

type MasterData = Product['masterData'];

export const hasStagedChanges = ({ current, staged }: Pick<MasterData, 'current' | 'staged'>): boolean =>
  !sameValue(current, staged);

/**
 * The change to other master data; no change where it is the same. `hasStagedChanges` and the rules among variants
 * concern all variants, so beforeCommit.ts handles them once for all actions of an update.
 */
export const withMasterData = (product: Product, next: Omit<MasterData, 'hasStagedChanges'>): Partial<Product> => {
  const { hasStagedChanges: hadStagedChanges, ...before } = product.masterData;
  return sameValue(before, next) ? {} : { masterData: { ...next, hasStagedChanges: hadStagedChanges } };
};

/** Changes the staged data, or both. */
export const changeData = (
  product: Product,
  staged: boolean,
  change: (data: ProductData) => ProductData,
): Partial<Product> => {
  const { published, current, staged: before } = product.masterData;
  return withMasterData(product, { published, current: staged ? current : change(current), staged: change(before) });
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

/**
 * The effect that actions request when they change attributes: beforeCommit.ts checks the product type's constraints.
 */
export interface ConstraintsEffect {
  readonly constraintsOf?: ProductType;
}

/** A change of attributes, which must fit the constraints that the product type declares. */
export const withConstraints = (change: Change<Product>, constraintsOf: ProductType): Change<Product> =>
  Object.keys(change.set).length === 0
    ? change
    : { ...change, requestedEffects: { constraintsOf } satisfies ConstraintsEffect };

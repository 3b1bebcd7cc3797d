import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Product } from '../members.js';

export const setTaxCategory: Action<Product> = action(
  { taxCategory: Optional(ResourceIdentifier('tax-category')) },
  ({ taxCategory: old }: Product, { taxCategory }, context) => {
    const next = taxCategory && context.reference('tax-category', taxCategory);
    return old?.id === next?.id ? unchanged : { set: { taxCategory: next } };
  },
);

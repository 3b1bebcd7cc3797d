import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { PriceMode, type Product } from '../members.js';

export const setPriceMode: Action<Product> = action(
  { priceMode: Optional(PriceMode) },
  ({ priceMode: old }: Product, { priceMode = 'Embedded' }) =>
    old === priceMode ? unchanged : { set: { priceMode }, messages: [{ type: 'ProductPriceModeSet', to: priceMode }] },
);

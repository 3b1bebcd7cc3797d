import type { Context } from '../engine/define/Context.js';
import type { Catalogue } from './Catalogue.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem, PricingShippingInfo } from './PricingCart.js';
import type { Staleness } from './stalenessOf.js';

/** All data that the amounts of a cart are computed from. */
export interface PricingInput<
  L extends PricingLineItem = PricingLineItem,
  C extends PricingCustomLineItem = PricingCustomLineItem,
  S extends PricingShippingInfo = PricingShippingInfo,
> {
  readonly cart: PricingCart<L, C, S>;
  /** The cart as it is stored; absent on creation. */
  readonly before?: PricingCart<L, C, S>;
  readonly staleness: Staleness;
  readonly catalogue: Catalogue;
  readonly context: Context;
}

import type { Context } from '../../engine/define/Context.js';
import type { Catalogue } from './Catalogue.js';
import type { PricingCart, PricingLineItem } from './PricingCart.js';

/** The amounts of a cart that must be looked up again. Others keep the value that was found before. */
export interface Staleness {
  readonly isPriceStale: (item: PricingLineItem) => boolean;
  /** Takes the id of a line item or a custom line item. */
  readonly isTaxRateStale: (id: string) => boolean;
  /** True if nothing changed that the amounts of a line item without discounts depend on, so that they stay. */
  readonly hasSameAmounts: (item: PricingLineItem) => boolean;
  readonly isShippingStale: boolean;
  /** True if line items take over the current names and variants of their products. */
  readonly updatesProductData: boolean;
}

/** All data that the amounts of a cart are computed from. */
export interface PricingInput {
  readonly cart: PricingCart;
  /** The cart as it is stored; absent on creation. */
  readonly before?: PricingCart;
  readonly staleness: Staleness;
  readonly catalogue: Catalogue;
  readonly context: Context;
  /** True if a selected shipping method that does not fit is removed instead of refused. */
  readonly removesUnavailable?: boolean;
}

/** The amounts of a cart. */
import type { Fraction } from '../fraction.js';
import type { Line } from './priceLines.js';
import type { Taxed } from './taxes.js';

export type Taken = { readonly discount: string; readonly amount: Fraction };
export type PricedItem = { readonly line: Line; readonly taxed?: Taxed };
export type PricedShipping = {
  readonly price: Fraction;
  readonly left: Fraction;
  readonly taken: readonly Taken[];
  readonly taxed?: Taxed;
};
export type PricedCart = {
  /** The discounts that apply: on products and on the cart, or the better deal of the two. */
  readonly combination?: string;
  readonly items: readonly PricedItem[];
  readonly shipping?: PricedShipping;
  readonly total: Fraction;
  readonly taxed?: Taxed;
  readonly taxedShipping?: Taxed;
  readonly onTotal?: { readonly taken: readonly Taken[]; readonly net?: Fraction; readonly gross?: Fraction };
};

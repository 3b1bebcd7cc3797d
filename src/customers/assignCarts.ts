/** What becomes of a visitor's carts and orders when he signs up or in (CUST110 to CUST128). */
import type { Context } from '../engine/context.js';
import type { Engine } from '../engine/engine.js';
import type { Companion } from '../engine/settle.js';
import type { Customer } from '../resources/customer/members.js';

/** CUST038 */
export const signInModes = ['MergeWithExistingCustomerCart', 'UseAsNewActiveCustomerCart'] as const;
export type SignInMode = (typeof signInModes)[number];

/** What a visitor brings along: one cart, or all that bears the id of his session. */
export interface Visit {
  readonly anonymousCartId?: string;
  readonly anonymousId?: string;
  /** Absent at sign-up: a new customer has no cart to merge with. */
  readonly mode?: SignInMode;
  readonly updateProductData?: boolean;
}

/** What changes beside the customer, in the same commit where he is created. Carts are not assigned yet. */
export const assignCarts = async (_engine: Engine, _projectKey: string, _context: Context, _given: Visit & { readonly customer: Customer }): Promise<{ readonly also: readonly Companion[]; readonly cartId?: string }> =>
  ({ also: [] });

import { nextTurn } from '../../../../base/shedding/WorkTime.js';
import type { Context } from '../../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../../engine/document/sameValue.js';
import { calculateCart } from '../../../pricing/calculateCart.js';
import { toPlainValue } from '../../../pricing/cartPredicate.js';
import { isPriceAvailable } from '../../../pricing/itemPrices.js';
import { subtract } from '../../../pricing/moneyArithmetic.js';
import type { PricingCart, PricingInput } from '../../../pricing/PricingCart.js';
import { type Recalculation, stalenessOf } from '../../../pricing/stalenessOf.js';
import type { TaxedPrice } from '../../../values/tax.js';
import type { CustomerWithGroup } from '../customer.js';
import { loadCatalogue, type TestedDiscount } from './loadCatalogue.js';
import type { Cart } from './members.js';

/** The effect that `setCartTotalTax` requests. The net amount is the total price after the whole update. */
export type ExternalTotalTax = Pick<TaxedPrice, 'totalGross' | 'taxPortions'>;

/**
 * A cart before and after an update; `requestedEffects` may hold `recalculate`, `totalTax`, and `customer`: the
 * customer of the cart as the same commit stores it, by default the stored one.
 */
interface CartChange {
  readonly projectKey: string;
  readonly context: Context;
  readonly before?: PricingCart;
  readonly after: PricingCart;
  readonly requestedEffects: Readonly<Record<string, unknown>>;
  readonly tested?: TestedDiscount;
}

/** The amounts of a stored cart: pricing copies the members of its items and of its shipping that it does not know. */
type PricedMembers = Pick<Cart, keyof ReturnType<typeof calculateCart>> & Partial<Pick<Cart, 'customerGroup'>>;

/** Computes the amounts of a cart with the current catalogue, for the current group of its customer. */
export const repriceCart = async (access: ResourceAccess, change: CartChange) => {
  const input = await loadPricingInput(access, change);
  await turnForPricing(change.projectKey, input);
  return pricedMembers(input, change);
};

/**
 * Reprices a cart and removes the line items that have no price any more and a new shipping method that does not fit,
 * instead of refusing them (CUST124). `after` must be a plain object.
 */
export const repriceWithoutUnavailable = async (access: ResourceAccess, change: CartChange) => {
  const input = await loadPricingInput(access, change);
  await turnForPricing(change.projectKey, input);
  const cart = { ...input.cart, lineItems: input.cart.lineItems.filter(item => isPriceAvailable(item, input)) };
  return pricedMembers({ ...input, cart, removesUnavailable: true }, change);
};

/** The amounts of a cart, and the group of its customer if it is another one than the cart has. */
const pricedMembers = (input: PricingInput, change: CartChange) => {
  const { customerGroup } = input.cart;
  const isGroupChanged = !sameValue(customerGroup, change.after.customerGroup);
  const amounts = withExternalTotalTax(calculateCart(input), change);
  return { ...amounts, ...(isGroupChanged && { customerGroup }) } as PricedMembers;
};

type TaxedParts = Pick<PricingCart, 'lineItems' | 'customLineItems' | 'shippingInfo' | 'discountOnTotalPrice'>;

/** The parts whose sum is the taxed price of a cart. */
const taxesOf = ({ lineItems, customLineItems, shippingInfo, discountOnTotalPrice }: TaxedParts) => [
  ...[...lineItems, ...customLineItems].map(({ id, taxedPrice }) => ({ id, taxedPrice })),
  shippingInfo?.taxedPrice,
  discountOnTotalPrice,
];

/**
 * The taxed price of a cart with an external total tax. The tax stays as long as the total price and the taxes of all
 * parts do.
 */
const withExternalTotalTax = <A extends TaxedParts & Pick<PricingCart, 'totalPrice' | 'taxedPrice'>>(
  amounts: A,
  { before, after, requestedEffects }: CartChange,
): A => {
  if (after.taxMode !== 'ExternalAmount') return amounts;
  const given = requestedEffects.totalTax as ExternalTotalTax | undefined;
  const totalNet = amounts.totalPrice;
  if (given !== undefined)
    return { ...amounts, taxedPrice: { totalNet, ...given, totalTax: subtract(given.totalGross, totalNet) } };
  const isKept =
    before?.taxedPrice !== undefined &&
    before.taxMode === 'ExternalAmount' &&
    sameValue(before.totalPrice, totalNet) &&
    (amounts.taxedPrice === undefined || sameValue(taxesOf(before), taxesOf(amounts)));
  return isKept ? { ...amounts, taxedPrice: before.taxedPrice } : amounts;
};

const loadPricingInput = async (access: ResourceAccess, change: CartChange): Promise<PricingInput> => {
  const input = await loadInputFor(access, change);
  const { customer } = input.catalogue;
  if (customer === undefined || sameValue(customer.customerGroup, change.after.customerGroup)) return input;
  // The customer got another group after the cart was priced, so every price is selected again.
  const after = { ...toPlainValue(change.after), customerGroup: customer.customerGroup };
  return loadInputFor(access, { ...change, after });
};

const loadInputFor = async (
  access: ResourceAccess,
  { projectKey, context, before, after, requestedEffects, tested }: CartChange,
): Promise<PricingInput> => {
  const staleness = stalenessOf(after, before, requestedEffects.recalculate as Recalculation | undefined);
  const catalogue = await loadCatalogue(access, {
    projectKey,
    cart: after,
    before,
    staleness,
    now: context.now,
    tested,
    customer: requestedEffects.customer as CustomerWithGroup | undefined,
  });
  return { cart: after, before, staleness, catalogue, context };
};

/** The product of lines and discounts from which on the pricing of a cart takes milliseconds. */
const longPricing = 500;

/** Lets other requests run before a long computation of amounts. */
const turnForPricing = (
  projectKey: string,
  { cart, catalogue }: Pick<PricingInput, 'cart' | 'catalogue'>,
): Promise<void> | undefined =>
  cart.lineItems.length * (1 + catalogue.discounts.length) > longPricing ? nextTurn(projectKey) : undefined;

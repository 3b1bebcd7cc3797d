/** The discounts that a cart may have, in the order in which they apply, and what becomes of its codes. */
import type { CartDiscount } from '../../cartDiscount/index.js';
import type { DiscountTarget } from '../../shared/discountTarget.js';
import type { DiscountValue } from '../../shared/discountValue.js';
import type { DiscountCode } from '../../discountCode/index.js';
import { compileCartPredicate } from '../../../pricing/cartPredicate.js';
import type { DiscountCodeInfo, DiscountCodeState } from '../../shared/basketDiscounts.js';
import type { Cart } from '../members.js';
import { type Catalogue, discountCodeCounters } from './catalogue.js';
import type { Discount } from './units.js';

export interface Offer {
  readonly discount: Discount;
  readonly value: DiscountValue;
  readonly target?: DiscountTarget;
}

/** Members of the cart by name: what predicates look at. */
export type Fields = Readonly<Record<string, unknown>>;

interface Validity {
  readonly validFrom?: string;
  readonly validUntil?: string;
}

export const isValidAt = ({ validFrom, validUntil }: Validity, at: string): boolean =>
  (validFrom === undefined || validFrom <= at) && (validUntil === undefined || at < validUntil);

const fits = (discount: CartDiscount, { store }: Cart, fields: Fields, at: string): boolean => {
  const { stores, cartPredicate } = discount;
  return (
    isValidAt(discount, at) &&
    (stores.length === 0 || stores.some(({ key }) => key === store?.key)) &&
    compileCartPredicate(cartPredicate)(fields)
  );
};

const isUsedUp = (
  { id, maxApplications, maxApplicationsPerCustomer }: DiscountCode,
  { customerId }: Cart,
  { uses }: Catalogue,
): boolean => {
  const [all, own] = discountCodeCounters(id, customerId).map(name => uses.get(name) ?? 0);
  return all! >= (maxApplications ?? Infinity) || (own ?? 0) >= (maxApplicationsPerCustomer ?? Infinity);
};

/** What stands against a code, whatever discounts it gives. */
const refusalOf = (
  code: DiscountCode | undefined,
  cart: Cart,
  fields: Fields,
  catalogue: Catalogue,
  at: string,
): DiscountCodeState | undefined => {
  if (code === undefined || !code.isActive) return 'NotActive';
  if (!isValidAt(code, at)) return 'NotValid';
  if (isUsedUp(code, cart, catalogue)) return 'MaxApplicationReached';
  return code.cartPredicate === undefined || compileCartPredicate(code.cartPredicate)(fields)
    ? undefined
    : 'DoesNotMatchCart';
};

export interface Offers {
  readonly offers: readonly Offer[];
  /** The codes' states, once it is known which offers had an effect. */
  readonly codesAfter: (hadEffect: (offer: Offer) => boolean) => DiscountCodeInfo[];
}

const offerOf = ({ id, value, target }: CartDiscount): Offer => ({
  discount: { typeId: 'cart-discount', id },
  value,
  target,
});

/** The first one that is to be the last ends the list; the highest `sortOrder` comes first. */
const inOrder = (discounts: readonly CartDiscount[]): CartDiscount[] => {
  const sorted = [...discounts].sort((a, b) => (a.sortOrder < b.sortOrder ? 1 : -1));
  const last = sorted.findIndex(({ stackingMode }) => stackingMode === 'StopAfterThisDiscount');
  return last < 0 ? sorted : sorted.slice(0, last + 1);
};

/** A cart with direct discounts has no others (ORD030). */
const directOffers = ({ directDiscounts }: Cart): Offers => ({
  offers: directDiscounts.map(({ id, value, target }) => ({
    discount: { typeId: 'direct-discount', id },
    value,
    target,
  })),
  codesAfter: () => [],
});

export const offersFor = (cart: Cart, fields: Fields, catalogue: Catalogue, at: string): Offers => {
  if (cart.directDiscounts.length > 0) return directOffers(cart);
  const refusals = new Map(
    cart.discountCodes.map(({ discountCode: { id } }) => [
      id,
      refusalOf(catalogue.codes.get(id), cart, fields, catalogue, at),
    ]),
  );
  const given = new Map(
    [...refusals]
      .filter(([, refusal]) => refusal === undefined)
      .map(([id]) => [id, new Set(catalogue.codes.get(id)!.cartDiscounts.map(each => each.id))]),
  );
  const byCode = new Set([...given.values()].flatMap(ids => [...ids]));
  const fitting = catalogue.discounts.filter(
    discount => (!discount.requiresDiscountCode || byCode.has(discount.id)) && fits(discount, cart, fields, at),
  );
  const offers = inOrder(fitting).map(offerOf);
  const stateOf = (id: string, hadEffect: (offer: Offer) => boolean): DiscountCodeState => {
    const refusal = refusals.get(id);
    if (refusal !== undefined) return refusal;
    const own = given.get(id)!;
    if (offers.some(offer => own.has(offer.discount.id) && hadEffect(offer))) return 'MatchesCart';
    const isStopped =
      fitting.some(discount => own.has(discount.id)) && !offers.some(offer => own.has(offer.discount.id));
    return isStopped ? 'ApplicationStoppedByPreviousDiscount' : 'DoesNotMatchCart';
  };
  return {
    offers,
    codesAfter: hadEffect =>
      cart.discountCodes.map(({ discountCode }) => ({ discountCode, state: stateOf(discountCode.id, hadEffect) })),
  };
};

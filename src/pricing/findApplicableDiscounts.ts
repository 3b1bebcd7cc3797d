/** The discounts that apply to a cart, in their order, and the states of its discount codes. */
import type { DiscountCodeInfo, DiscountCodeState, DiscountTarget, DiscountValue } from '../schema/discount.js';
import type { Validity } from '../schema/validity.js';
import { spendWork, stepsOfWalk } from '../shedding/boundedWork.js';
import type { CatalogueDiscount, CatalogueDiscountCode } from './Catalogue.js';
import { compileCartPredicate } from './cartPredicate.js';
import { discountCodeCounters } from './discountCodeCounters.js';
import type { DiscountReference } from './pieceGroups.js';
import type { PricingCart } from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';

export interface ApplicableDiscount {
  readonly discount: DiscountReference;
  readonly value: DiscountValue;
  readonly target?: DiscountTarget;
}

/** Members of the cart by name, as predicates see them. */
export type PredicateFields = Readonly<Record<string, unknown>>;

export const isValidAt = ({ validFrom, validUntil }: Validity, at: string): boolean =>
  (validFrom === undefined || validFrom <= at) && (validUntil === undefined || at < validUntil);

const matchesCart = (
  discount: CatalogueDiscount,
  fields: PredicateFields,
  { cart, context }: PricingInput,
): boolean => {
  const { stores, cartPredicate } = discount;
  return (
    isValidAt(discount, context.now) &&
    (stores.length === 0 || stores.some(({ key }) => key === cart.store?.key)) &&
    compileCartPredicate(cartPredicate)(fields)
  );
};

const isUsedUp = (
  { id, maxApplications = Infinity, maxApplicationsPerCustomer = Infinity }: CatalogueDiscountCode,
  { cart, catalogue }: PricingInput,
): boolean => {
  const [all = 0, byCustomer = 0] = discountCodeCounters(id, cart.customerId).map(name =>
    catalogue.discountCodeUses.get(name),
  );
  return all >= maxApplications || byCustomer >= maxApplicationsPerCustomer;
};

/** The reason that a code does not apply, whatever discounts it gives; undefined where there is none. */
const codeRefusal = (
  code: CatalogueDiscountCode | undefined,
  fields: PredicateFields,
  input: PricingInput,
): DiscountCodeState | undefined => {
  if (code === undefined || !code.isActive) return 'NotActive';
  if (!isValidAt(code, input.context.now)) return 'NotValid';
  if (isUsedUp(code, input)) return 'MaxApplicationReached';
  return code.cartPredicate === undefined || compileCartPredicate(code.cartPredicate)(fields)
    ? undefined
    : 'DoesNotMatchCart';
};

/** A code of the cart: the reason that it does not apply, or the ids of the discounts that it gives. */
interface CodeCheck {
  readonly info: DiscountCodeInfo;
  readonly refusal?: DiscountCodeState;
  readonly discountIds: ReadonlySet<string>;
}

export interface ApplicableDiscounts {
  /** The discount with the highest `sortOrder` comes first. */
  readonly discounts: readonly ApplicableDiscount[];
  /** Ids of discounts that match the cart, whether or not an earlier discount stops them. */
  readonly matchingIds: ReadonlySet<string>;
  readonly codes: readonly CodeCheck[];
}

export const noDiscounts: ApplicableDiscounts = { discounts: [], matchingIds: new Set(), codes: [] };

/** Sorts by `sortOrder`; a discount with `StopAfterThisDiscount` ends the list. */
const inOrder = (discounts: readonly CatalogueDiscount[]): CatalogueDiscount[] => {
  const sorted = [...discounts].sort((a, b) => (a.sortOrder < b.sortOrder ? 1 : -1));
  const last = sorted.findIndex(({ stackingMode }) => stackingMode === 'StopAfterThisDiscount');
  return last < 0 ? sorted : sorted.slice(0, last + 1);
};

const directDiscountsOf = ({ directDiscounts }: PricingCart): ApplicableDiscounts => ({
  ...noDiscounts,
  discounts: directDiscounts.map(({ id, value, target }) => ({
    discount: { typeId: 'direct-discount', id },
    value,
    target,
  })),
});

const checkCode = (info: DiscountCodeInfo, fields: PredicateFields, input: PricingInput): CodeCheck => {
  const code = input.catalogue.discountCodes.get(info.discountCode.id);
  const refusal = codeRefusal(code, fields, input);
  const given = refusal === undefined && code !== undefined ? code.cartDiscounts : [];
  return { info, refusal, discountIds: new Set(given.map(({ id }) => id)) };
};

/** A cart with direct discounts has no other discounts (ORD030). */
export const findApplicableDiscounts = (fields: PredicateFields, input: PricingInput): ApplicableDiscounts => {
  const { cart, catalogue } = input;
  if (cart.directDiscounts.length > 0) return directDiscountsOf(cart);
  const codes = cart.discountCodes.map(info => {
    spendWork(stepsOfWalk);
    return checkCode(info, fields, input);
  });
  const idsByCode = new Set(codes.flatMap(({ discountIds }) => [...discountIds]));
  const matching = catalogue.discounts.filter(discount => {
    spendWork(stepsOfWalk);
    return (!discount.requiresDiscountCode || idsByCode.has(discount.id)) && matchesCart(discount, fields, input);
  });
  return {
    discounts: inOrder(matching).map(({ id, value, target }) => ({
      discount: { typeId: 'cart-discount', id },
      value,
      target,
    })),
    matchingIds: new Set(matching.map(({ id }) => id)),
    codes,
  };
};

/** The state of a code, once the ids of the discounts that had an effect are known. */
const codeState = (
  { refusal, discountIds }: CodeCheck,
  { discounts, matchingIds }: ApplicableDiscounts,
  effectiveIds: ReadonlySet<string>,
): DiscountCodeState => {
  if (refusal !== undefined) return refusal;
  if ([...discountIds].some(id => effectiveIds.has(id))) return 'MatchesCart';
  const isStopped =
    [...discountIds].some(id => matchingIds.has(id)) && !discounts.some(({ discount }) => discountIds.has(discount.id));
  return isStopped ? 'ApplicationStoppedByPreviousDiscount' : 'DoesNotMatchCart';
};

export const discountCodesAfter = (
  applicable: ApplicableDiscounts,
  effectiveIds: ReadonlySet<string>,
): DiscountCodeInfo[] =>
  applicable.codes.map(check => ({
    discountCode: check.info.discountCode,
    state: codeState(check, applicable, effectiveIds),
  }));

/** The discounts that apply to a cart, in their order, and the states of its discount codes. */
import { type ErrorEntry, errorEntry } from '../../base/errors/ApiError.js';
import { spendWork, stepsOfWalk } from '../../base/shedding/boundedWork.js';
import type { DiscountCodeInfo, DiscountCodeState, DiscountTarget, DiscountValue } from '../values/discount.js';
import { isValidAt, type Validity } from '../values/validity.js';
import { compileCartPredicate } from './cartPredicate.js';
import type { Catalogue, CatalogueDiscount, CatalogueDiscountCode } from './Catalogue.js';
import type { DiscountReference } from './pieceGroups.js';
import type { PricingCart, PricingInput } from './PricingCart.js';

export interface ApplicableDiscount {
  readonly discount: DiscountReference;
  readonly value: DiscountValue;
  readonly target?: DiscountTarget;
  /** True if no other discount is applied after this one, provided that this one has an effect. */
  readonly isLast: boolean;
  /** Of the discounts of a group, only the best one applies. */
  readonly groupId?: string;
}

/** Members of the cart by name, as predicates see them. */
export type PredicateFields = Readonly<Record<string, unknown>>;

/** The scopes of the discounts that carts get: none of them leads to recurring orders. */
const scopesOfCarts = new Set(['AnyOrder', 'NonRecurringOrdersOnly']);

const matchesCart = (
  discount: CatalogueDiscount,
  fields: PredicateFields,
  { cart, catalogue, context }: PricingInput,
): boolean => {
  const { stores, cartPredicate, recurringOrderScope, discountGroup } = discount;
  return (
    (discountGroup === undefined || catalogue.discountGroups.get(discountGroup.id)?.isActive === true) &&
    (recurringOrderScope === undefined || scopesOfCarts.has(recurringOrderScope.type)) &&
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
  /** Ids of discounts without an effect because a better one of their group applies. */
  readonly surpassedIds: ReadonlySet<string>;
  readonly codes: readonly CodeCheck[];
}

const noIds: ReadonlySet<string> = new Set();

export const noDiscounts: ApplicableDiscounts = {
  discounts: [],
  matchingIds: noIds,
  surpassedIds: noIds,
  codes: [],
};

/** Sorts discounts. A discount of a group has the place of its group; within a group the order stays. */
const inOrder = (
  discounts: readonly CatalogueDiscount[],
  { discountGroups }: Pick<Catalogue, 'discountGroups'>,
): CatalogueDiscount[] => {
  const orderOf = ({ discountGroup, sortOrder }: CatalogueDiscount): string =>
    discountGroups.get(discountGroup?.id ?? '')?.sortOrder ?? sortOrder;
  return [...discounts].sort((a, b) => {
    const [one, other] = [orderOf(a), orderOf(b)];
    return one === other ? 0 : one < other ? 1 : -1;
  });
};

const directDiscountsOf = ({ directDiscounts }: PricingCart): ApplicableDiscounts => ({
  ...noDiscounts,
  discounts: directDiscounts.map(({ id, value, target }) => ({
    discount: { typeId: 'direct-discount', id },
    value,
    target,
    isLast: false,
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
    discounts: inOrder(matching, catalogue).map(({ id, value, target, stackingMode, discountGroup }) => ({
      discount: { typeId: 'cart-discount', id },
      value,
      target,
      isLast: stackingMode === 'StopAfterThisDiscount',
      groupId: discountGroup?.id,
    })),
    matchingIds: new Set(matching.map(({ id }) => id)),
    surpassedIds: noIds,
    codes,
  };
};

/** The state of a code, once the ids of the discounts that had an effect are known. */
const codeState = (
  { refusal, discountIds }: CodeCheck,
  { discounts, matchingIds, surpassedIds }: ApplicableDiscounts,
  effectiveIds: ReadonlySet<string>,
): DiscountCodeState => {
  if (refusal !== undefined) return refusal;
  if ([...discountIds].some(id => effectiveIds.has(id))) return 'MatchesCart';
  if ([...discountIds].some(id => surpassedIds.has(id))) return 'ApplicationStoppedByGroupBestDeal';
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

/** The names of the counters of a code's uses: of all uses, and of the uses by one customer (ORD102). */
export const discountCodeCounters = (codeId: string, customerId: string | undefined): string[] => [
  `code/${codeId}`,
  ...(customerId === undefined ? [] : [`code/${codeId}/${customerId}`]),
];

interface DiscountCodeName extends Validity {
  readonly id: string;
  readonly code: string;
}

/** The error of a discount code outside its time range (ERR056). */
export const timeRangeRefusal = ({ id, code, validFrom, validUntil }: DiscountCodeName, now: string): ErrorEntry =>
  errorEntry('DiscountCodeNonApplicable', {
    discountCode: code,
    dicountCodeId: id,
    identifier: id,
    validFrom,
    validUntil,
    validityCheckTime: now,
    reason: 'TimeRangeNonApplicable',
  });

/** The states of codes with which a cart can be created and ordered. */
export const applicableStates: ReadonlySet<DiscountCodeState> = new Set([
  'MatchesCart',
  'ApplicationStoppedByGroupBestDeal',
]);

/** The error of a discount code with another state, or of one that was deleted (ERR054 to ERR056). */
export const codeStateRefusal = (
  id: string,
  code: DiscountCodeName | undefined,
  state: DiscountCodeState,
  now: string,
): ErrorEntry => {
  const named = { dicountCodeId: id, identifier: id };
  if (code === undefined)
    return errorEntry('DiscountCodeNonApplicable', { ...named, discountCode: id, reason: 'DoesNotExist' });
  return state === 'NotValid'
    ? timeRangeRefusal(code, now)
    : errorEntry('DiscountCodeNonApplicable', { ...named, discountCode: code.code, reason: state });
};

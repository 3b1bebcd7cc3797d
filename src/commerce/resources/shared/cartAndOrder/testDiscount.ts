/** Prices a stored cart without and with a discount, by the code that prices carts. */
import { resolveReferences, ReferenceCollector } from '../../../../engine/references/resolveReferences.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import type { PricingCart } from '../../../pricing/PricingCart.js';
import type { Money } from '../../../values/money.js';
import type { TestedDiscount } from './loadCatalogue.js';
import { loadPredicateReferences, predicatesOfTarget } from './loadPredicateReferences.js';
import { repriceCart } from './repriceCart.js';
import { boundedWork } from '../../../../base/shedding/boundedWork.js';
import { compileCartPredicate } from '../../../pricing/cartPredicate.js';
import { discountableLines } from '../../../pricing/discountLines.js';
import { noReferences, type PredicateReferences } from '../../../pricing/Catalogue.js';
import { storedItemsWithoutDiscounts, storedPredicateFields } from '../../../pricing/predicateFields.js';

interface TestedPredicates {
  readonly cartPredicate?: string;
  /** A predicate about the items that a discount changes. */
  readonly itemPredicate?: string;
}

interface PredicateMatches {
  /** Absent without a `cartPredicate`. */
  readonly matchesCart?: boolean;
  /** The ids of matching items, line items first; absent without an `itemPredicate`. */
  readonly matchingItemIds?: readonly string[];
}

const test = (
  cart: PricingCart,
  { cartPredicate, itemPredicate }: TestedPredicates,
  references: PredicateReferences,
): PredicateMatches => {
  const { lineItems, customLineItems } = storedItemsWithoutDiscounts(cart);
  const cartFields = storedPredicateFields(cart, { lineItems, customLineItems }, references);
  const matchesItem = itemPredicate === undefined ? undefined : compileCartPredicate(itemPredicate);
  return {
    ...(cartPredicate !== undefined && {
      matchesCart: compileCartPredicate(cartPredicate)(cartFields),
    }),
    ...(matchesItem !== undefined && {
      matchingItemIds: discountableLines(lineItems, customLineItems)
        .filter(({ fields }) => matchesItem(fields))
        .map(({ id }) => id),
    }),
  };
};

/** Throws SyntaxError for a text that is no predicate, and an error where the test takes too long. */
export const testPredicates = (
  cart: PricingCart,
  predicates: TestedPredicates,
  references = noReferences,
): PredicateMatches => boundedWork('query', () => test(cart, predicates, references));

/** An amount without and with the discount; one of them is absent for an item that the discount gives away. */
interface Amounts {
  readonly before?: Money;
  readonly after?: Money;
}

export interface DiscountTest {
  /** Tells whether the cart satisfies a discount on carts; absent for discounts on products. */
  readonly matchesCart?: boolean;
  readonly matchesStore?: boolean;
  readonly total: Amounts;
  readonly shipping?: Amounts;
  /** Items whose price changes. */
  readonly items: readonly (Amounts & { readonly id: string })[];
}

interface DiscountTestRequest {
  readonly projectKey: string;
  readonly cart: PricingCart;
  readonly tested: TestedDiscount;
}

type Priced = Awaited<ReturnType<typeof repriceCart>>;

const pricesOf = ({ lineItems, customLineItems }: Priced): ReadonlyMap<string, Money> =>
  new Map([...lineItems, ...customLineItems].map(({ id, totalPrice }) => [id, totalPrice]));

const shippingOf = ({ shippingInfo }: Priced): Money | undefined =>
  shippingInfo && (shippingInfo.discountedPrice?.value ?? shippingInfo.price);

const isChanged = ({ before, after }: Amounts): boolean => before?.centAmount !== after?.centAmount;

/** Tests the conditions of a discount on carts. */
const matchesOf = async (
  access: ResourceAccess,
  { projectKey, cart, tested }: DiscountTestRequest,
): Promise<Pick<DiscountTest, 'matchesCart' | 'matchesStore'>> => {
  if (tested.typeId !== 'cart-discount' || tested.discount === undefined) return {};
  const { cartPredicate, target, stores } = tested.discount;
  const predicates = [{ text: cartPredicate, scope: 'cart' as const }, ...predicatesOfTarget(target)];
  const references = await loadPredicateReferences(access, { projectKey, cart, predicates });
  return {
    matchesCart: testPredicates(cart, { cartPredicate }, references).matchesCart,
    matchesStore: stores.length === 0 || stores.some(({ key }) => key === cart.store?.key),
  };
};

/** Compares the amounts of a cart at the prices of this moment. Nothing is written. */
export const testDiscount = async (access: ResourceAccess, request: DiscountTestRequest): Promise<DiscountTest> => {
  const { projectKey, cart, tested } = request;
  const context = await resolveReferences(access, await access.settings(projectKey), new ReferenceCollector());
  const requestedEffects = { recalculate: { updateProductData: false } };
  const price = (discount: TestedDiscount) =>
    repriceCart(access, { projectKey, context, before: cart, after: cart, requestedEffects, tested: discount });
  const { typeId, id } = tested;
  const [without, priced] = [await price({ typeId, id }), await price(tested)];
  const [pricesBefore, pricesAfter] = [pricesOf(without), pricesOf(priced)];
  const items = [...new Set([...pricesBefore.keys(), ...pricesAfter.keys()])].map(item => ({
    id: item,
    before: pricesBefore.get(item),
    after: pricesAfter.get(item),
  }));
  const shipping = { before: shippingOf(without), after: shippingOf(priced) };
  return {
    ...(await matchesOf(access, request)),
    total: { before: without.totalPrice, after: priced.totalPrice },
    ...(isChanged(shipping) && { shipping }),
    items: items.filter(isChanged),
  };
};

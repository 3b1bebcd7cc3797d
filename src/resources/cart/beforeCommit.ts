/** What a cart comes to: prices, discounts, shipping, taxes and totals, computed from what it holds and what the catalogue says. */
import type { Context } from '../../engine/define/Context.js';
import { sameValue } from '../../engine/define/actions.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadMany.js';
import type { BeforeCommit, BeforeCommitInput } from '../../engine/commit/beforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import type { Customer } from '../customer/index.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import type { TaxedPrice } from '../../schema/tax.js';
import { type Cart, itemsMax } from './members.js';
import { type Catalogue, loadCatalogue } from './pricing/catalogue.js';
import { giftItems } from './pricing/gifts.js';
import { isSold, priceCustomItem, priceItem } from './pricing/itemPrices.js';
import { bears, discountLines, type Line, linesOf, membersOf } from './pricing/lines.js';
import { type Offer, type Offers, offersFor } from './pricing/offers.js';
import { settleShipping } from './pricing/shipping.js';
import { isKept, matters, type Stale, staleOf } from './pricing/stale.js';
import { taxCustomItem, type Taxing, taxItem } from './pricing/taxes.js';
import { itemsTotal, type Parts, totalsOf } from './pricing/totals.js';
import { subtract } from '../../pricing/money.js';
import type { LineItem } from '../shared/lineItem.js';
import type { CustomLineItem } from '../shared/customLineItem.js';

/** ORD064: what was ordered or merged stays as it was. A frozen cart keeps what its prices hang on; a hard one what shipping costs, too. */
const frozenMembers: Readonly<Record<string, readonly (keyof Cart)[]>> = {
  SoftFreeze: [
    'lineItems',
    'customLineItems',
    'discountCodes',
    'directDiscounts',
    'country',
    'customerGroup',
    'store',
    'taxMode',
    'taxCalculationMode',
    'taxRoundingMode',
    'priceRoundingMode',
  ],
  HardFreeze: ['shippingInfo', 'shippingAddress', 'shippingRateInput'],
};

const assertOpen = ({
  before,
  changes,
  requestedEffects,
  changedByActions = Object.keys(changes),
}: BeforeCommitInput<Cart>): void => {
  if (before === undefined) return;
  if (before.cartState === 'Ordered' || before.cartState === 'Merged')
    throw fail('InvalidOperation', { message: `The cart is ${before.cartState} and cannot be changed any more.` });
  if (before.cartState !== 'Frozen' || changes.cartState === 'Active') return;
  const kept =
    before.freezeStrategy === 'HardFreeze'
      ? [...frozenMembers.SoftFreeze!, ...frozenMembers.HardFreeze!]
      : frozenMembers.SoftFreeze!;
  const touched = kept.find(field => changedByActions.includes(field) && !sameValue(before[field], changes[field]));
  if (touched !== undefined || 'recalculate' in requestedEffects)
    throw fail('InvalidOperation', {
      message: `The cart is frozen (${before.freezeStrategy}): ${touched ?? 'its prices'} cannot be changed before it is unfrozen.`,
    });
};

/** However the items came in: so many, each under a key of its own, and as many pieces as can be counted. */
export const assertItems = ({ lineItems, customLineItems }: Cart): void => {
  for (const [name, items] of Object.entries({ lineItems, customLineItems })) {
    if (items.length > itemsMax)
      throw fail('InvalidOperation', {
        message: `A cart has at most ${itemsMax} ${name}; it would have ${items.length}.`,
      });
    assertUniqueKeys(items, `${name}.key`);
    const pieces = items.reduce((all, { quantity }) => all + quantity, 0);
    if (!Number.isSafeInteger(pieces))
      throw fail('InvalidOperation', {
        message: `The quantities of all ${name} of a cart come to at most ${Number.MAX_SAFE_INTEGER} together.`,
      });
  }
};

/** Discounts on items, one after the other; what of the cart they look at is told before any of them. */
const discounted = (offers: readonly Offer[], lines: readonly Line[], { priceRoundingMode }: Cart): readonly Line[] =>
  offers.reduce(
    (all, { value, target, discount }) =>
      target === undefined ? all : discountLines(all, value, target, discount, priceRoundingMode),
    lines,
  );

const withDiscount = <I extends LineItem | CustomLineItem>(
  item: I,
  lines: ReadonlyMap<string, Line>,
  { totalPrice, priceRoundingMode }: Cart,
): I => {
  const line = lines.get(item.id);
  return line === undefined ? item : { ...item, ...membersOf(line, totalPrice.currencyCode, priceRoundingMode) };
};

/** The cart's members as plain values, for predicates. */
const fieldsOf = (cart: Cart, parts: Parts): Readonly<Record<string, unknown>> => {
  const { customerId, customerEmail, customerGroup } = cart;
  return {
    ...(JSON.parse(JSON.stringify(cart)) as Record<string, unknown>),
    ...parts,
    totalPrice: itemsTotal(parts, cart),
    customer: { id: customerId, email: customerEmail, customerGroup },
  };
};

const hadEffect =
  (parts: Parts, lines: readonly Line[], totals: Pick<Cart, 'discountOnTotalPrice'>) =>
  ({ discount, target, value }: Offer): boolean => {
    const portions =
      target?.type === 'shipping'
        ? parts.shippingInfo?.discountedPrice?.includedDiscounts
        : totals.discountOnTotalPrice?.includedDiscounts;
    if (target?.type === 'shipping' || target?.type === 'totalPrice')
      return portions?.some(portion => portion.discount.id === discount.id) === true;
    if (value.type === 'giftLineItem')
      return parts.lineItems.some(
        ({ discountedPricePerQuantity }) =>
          discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount.id === discount.id,
      );
    return lines.some(line => bears(line, discount));
  };

interface Itemised {
  readonly parts: Parts;
  readonly offers: Offers;
  readonly lines: readonly Line[];
  readonly fields: Readonly<Record<string, unknown>>;
}

const none: Offers = { offers: [], codesAfter: () => [] };

/** Items with their prices, gifts and discounts. A frozen cart keeps what it has of them. */
const itemise = (
  cart: Cart,
  before: Cart | undefined,
  stale: Stale,
  catalogue: Catalogue,
  context: Context,
): Itemised => {
  if (isKept(cart, before)) return { parts: cart, offers: none, lines: [], fields: fieldsOf(cart, cart) };
  const bought = cart.lineItems
    .filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem')
    .map(item => priceItem({ ...item, discountedPricePerQuantity: [] }, cart, stale, catalogue, context));
  const custom = cart.customLineItems.map(item => priceCustomItem({ ...item, discountedPricePerQuantity: [] }, cart));
  const undiscounted: Parts = { lineItems: bought, customLineItems: custom };
  const hasDiscounts =
    catalogue.discounts.length > 0 || cart.directDiscounts.length > 0 || cart.discountCodes.length > 0;
  if (!hasDiscounts)
    return {
      parts: undiscounted,
      offers: none,
      lines: [],
      fields: cart.shippingInfo === undefined ? {} : fieldsOf(cart, undiscounted),
    };
  const fields = fieldsOf(cart, undiscounted);
  const offers = offersFor(cart, fields, catalogue, context.now);
  const lines = discounted(offers.offers, linesOf(bought, custom), cart);
  const byId = new Map(lines.map(line => [line.id, line]));
  const parts: Parts = {
    lineItems: [
      ...bought.map(item => withDiscount(item, byId, cart)),
      ...giftItems(cart.lineItems, offers.offers, cart, catalogue, context),
    ],
    customLineItems: custom.map(item => withDiscount(item, byId, cart)),
  };
  return { parts, offers, lines, fields };
};

/** Pure: everything it needs was read before. */
export const calculate = (
  cart: Cart,
  before: Cart | undefined,
  stale: Stale,
  catalogue: Catalogue,
  context: Context,
): Partial<Cart> => {
  const { parts, offers, lines, fields } = itemise(cart, before, stale, catalogue, context);
  const taxing: Taxing = { cart, before, stale, catalogue, context };
  const taxed: Parts = {
    lineItems: parts.lineItems.map(item => taxItem(item, taxing)),
    customLineItems: parts.customLineItems.map(item => taxCustomItem(item, taxing)),
    shippingInfo: settleShipping(offers.offers, itemsTotal(parts, cart), fields, taxing),
  };
  const totals = totalsOf(taxed, offers.offers, cart, before);
  const discountCodes = isKept(cart, before) ? cart.discountCodes : offers.codesAfter(hadEffect(taxed, lines, totals));
  return {
    lineItems: [...taxed.lineItems],
    customLineItems: [...taxed.customLineItems],
    shippingInfo: taxed.shippingInfo,
    discountCodes,
    ...totals,
  };
};

/** What `setCartTotalTax` asks for: the net amount is the total price, whatever else the update does. */
export type TotalTax = Pick<TaxedPrice, 'totalGross' | 'taxPortions'>;

/** A total tax from outside holds as long as the total that it was given for; taxes of all parts take its place. */
const totalTax = (
  { before, after, requestedEffects }: BeforeCommitInput<Cart>,
  settled: Partial<Cart>,
): Partial<Cart> => {
  if (after.taxMode !== 'ExternalAmount') return settled;
  const given = requestedEffects.totalTax as TotalTax | undefined;
  const totalNet = settled.totalPrice!;
  if (given !== undefined)
    return { ...settled, taxedPrice: { totalNet, ...given, totalTax: subtract(given.totalGross, totalNet) } };
  const isHeld =
    settled.taxedPrice === undefined &&
    before?.taxedPrice !== undefined &&
    sameValue(before.totalPrice, totalNet) &&
    before.taxMode === 'ExternalAmount';
  return isHeld ? { ...settled, taxedPrice: before.taxedPrice } : settled;
};

/** One cart as the catalogue would price it now. */
export const priced = async (
  engine: Parameters<BeforeCommit<Cart>>[0],
  change: BeforeCommitInput<Cart>,
): Promise<Partial<Cart>> => {
  const stale = staleOf(change);
  const catalogue = await loadCatalogue(engine, change.projectKey, change.after, change.before, stale);
  return totalTax(change, calculate(change.after, change.before, stale, catalogue, change.context));
};

/** The same without the line items that cannot be bought any more, instead of a refusal (CUST124). `after` is a plain object. */
export const pricedWithoutInvalid = async (engine: Engine, change: BeforeCommitInput<Cart>): Promise<Partial<Cart>> => {
  const { projectKey, context, before, after: given } = change;
  const stale = staleOf(change);
  const catalogue = await loadCatalogue(engine, projectKey, given, before, stale);
  const after = { ...given, lineItems: given.lineItems.filter(item => isSold(item, given, stale, catalogue, context)) };
  return totalTax({ ...change, after }, calculate(after, before, stale, catalogue, context));
};

/** Whose cart it is at `/me` the draft does not know: the customer's group comes along here. */
const groupOf = async (
  engine: Engine,
  { projectKey, after: { customerId, customerGroup } }: BeforeCommitInput<Cart>,
): Promise<Cart['customerGroup']> => {
  if (customerId === undefined) return customerGroup;
  return (await loadMany<Customer>(engine, projectKey, 'customer', [customerId])).get(customerId)?.customerGroup;
};

export const beforeCommit: BeforeCommit<Cart> = async (engine, change) => {
  assertOpen(change);
  assertItems(change.after);
  if (!matters(change)) return {};
  if (change.before !== undefined) return { set: await priced(engine, change) };
  const customerGroup = await groupOf(engine, change);
  return {
    set: { customerGroup, ...(await priced(engine, { ...change, after: { ...change.after, customerGroup } })) },
  };
};

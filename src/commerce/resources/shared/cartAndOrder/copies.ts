/**
 * The members that copies of a cart take from their source (docs/decisions/copies-of-carts.md). A new member
 * of carts, items or shipping does not compile before it has a row here. The makers of copies take members by these
 * tables alone: replicas of carts and orders (cart/replication.ts), merges at a sign-in (customer/carts/mergeCarts.ts),
 * quote requests, quotation carts and quotes (quotedCart.ts), and orders (order/fromCart/orderMembersOf.ts). Order
 * edits, which copy orders in the hosted service, are not offered.
 */
import type { Static } from '@sinclair/typebox';
import type { Members } from '../../../../engine/define/Base.js';
import { zero } from '../../../values/money.js';
import type { CustomLineItem, LineItem } from './items.js';
import type { Cart, CartMembers } from './members.js';
import type { ShippingInfo } from './shipping.js';

/**
 * The copies that take a member to another cart: `buyer` is every one, as buyers may set the member themselves;
 * `merchant` is a replica that a merchant makes; `none` is no copy, which then has a value of its own.
 */
type TakenBy = 'buyer' | 'merchant' | 'none';

/** The kind of client that makes a copy. */
export type Copier = Exclude<TakenBy, 'none'>;

interface CartRow {
  /** A new cart from a cart or an order. */
  readonly replica: TakenBy;
  /** The customer's cart from the cart of an anonymous session: it keeps all of its other members. */
  readonly merge: boolean;
  /** A quote request from a cart, the quotation cart from that request, the quote from that cart. */
  readonly quote: boolean;
  /** An order from a cart or a quote. */
  readonly order: boolean;
}

export const cartCopies = {
  key: { replica: 'none', merge: false, quote: false, order: false },
  customerId: { replica: 'buyer', merge: false, quote: false, order: true },
  customerEmail: { replica: 'buyer', merge: false, quote: true, order: true },
  // A cart of a customer gets the group that the customer has now.
  customerGroup: { replica: 'merchant', merge: false, quote: true, order: true },
  anonymousId: { replica: 'buyer', merge: false, quote: false, order: true },
  businessUnit: { replica: 'buyer', merge: false, quote: true, order: true },
  store: { replica: 'buyer', merge: false, quote: true, order: true },
  lineItems: { replica: 'buyer', merge: true, quote: true, order: true },
  customLineItems: { replica: 'merchant', merge: true, quote: true, order: true },
  totalLineItemQuantity: { replica: 'none', merge: false, quote: false, order: false },
  totalPrice: { replica: 'none', merge: false, quote: true, order: true },
  taxedPrice: { replica: 'none', merge: false, quote: true, order: true },
  taxedShippingPrice: { replica: 'none', merge: false, quote: true, order: true },
  discountOnTotalPrice: { replica: 'none', merge: false, quote: true, order: true },
  discountTypeCombination: { replica: 'none', merge: false, quote: false, order: true },
  // Buyers choose among the modes of `MyTaxMode`.
  taxMode: { replica: 'merchant', merge: false, quote: true, order: true },
  priceRoundingMode: { replica: 'merchant', merge: false, quote: true, order: true },
  taxRoundingMode: { replica: 'merchant', merge: false, quote: true, order: true },
  taxCalculationMode: { replica: 'merchant', merge: false, quote: true, order: true },
  inventoryMode: { replica: 'buyer', merge: false, quote: true, order: true },
  cartState: { replica: 'none', merge: false, quote: false, order: false },
  freezeStrategy: { replica: 'none', merge: false, quote: false, order: false },
  billingAddress: { replica: 'buyer', merge: false, quote: true, order: true },
  shippingAddress: { replica: 'buyer', merge: false, quote: true, order: true },
  shippingMode: { replica: 'none', merge: false, quote: false, order: true },
  shippingInfo: { replica: 'buyer', merge: false, quote: true, order: true },
  shippingRateInput: { replica: 'merchant', merge: false, quote: true, order: true },
  shippingCustomFields: { replica: 'merchant', merge: false, quote: false, order: true },
  shipping: { replica: 'none', merge: false, quote: false, order: true },
  itemShippingAddresses: { replica: 'buyer', merge: true, quote: true, order: true },
  discountCodes: { replica: 'buyer', merge: false, quote: false, order: true },
  // A direct discount belongs to a single cart, to its quotes and to its order.
  directDiscounts: { replica: 'none', merge: false, quote: true, order: true },
  refusedGifts: { replica: 'none', merge: false, quote: false, order: true },
  paymentInfo: { replica: 'none', merge: false, quote: true, order: true },
  country: { replica: 'buyer', merge: false, quote: true, order: true },
  locale: { replica: 'buyer', merge: false, quote: true, order: true },
  origin: { replica: 'none', merge: false, quote: false, order: true },
  custom: { replica: 'buyer', merge: false, quote: false, order: false },
  deleteDaysAfterLastModification: { replica: 'buyer', merge: false, quote: false, order: false },
  purchaseOrderNumber: { replica: 'merchant', merge: false, quote: false, order: true },
  lock: { replica: 'none', merge: false, quote: false, order: false },
} as const satisfies Readonly<Record<keyof Static<typeof CartMembers>, CartRow>>;

/** The members of an item or of shipping that goes to another cart. Quotes and orders take items and shipping whole. */
type Rows<T> = Readonly<Record<keyof T, TakenBy>>;

/** Without its price a line item has that of its product. */
const lineItemCopies = {
  id: 'none',
  key: 'buyer',
  productId: 'buyer',
  productKey: 'buyer',
  name: 'buyer',
  productSlug: 'buyer',
  productType: 'buyer',
  variant: 'buyer',
  price: 'merchant',
  quantity: 'buyer',
  totalPrice: 'merchant',
  discountedPricePerQuantity: 'none',
  taxedPrice: 'none',
  taxedPricePortions: 'none',
  state: 'none',
  taxRate: 'merchant',
  perMethodTaxRate: 'none',
  supplyChannel: 'buyer',
  distributionChannel: 'buyer',
  priceMode: 'merchant',
  lineItemMode: 'none',
  inventoryMode: 'merchant',
  shippingDetails: 'buyer',
  custom: 'buyer',
  addedAt: 'none',
  lastModifiedAt: 'none',
  recurrenceInfo: 'buyer',
} as const satisfies Rows<LineItem>;

const customLineItemCopies = {
  id: 'none',
  key: 'merchant',
  name: 'merchant',
  money: 'merchant',
  taxedPrice: 'none',
  taxedPricePortions: 'none',
  totalPrice: 'none',
  slug: 'merchant',
  quantity: 'merchant',
  state: 'none',
  taxCategory: 'merchant',
  taxRate: 'merchant',
  perMethodTaxRate: 'none',
  discountedPricePerQuantity: 'none',
  custom: 'merchant',
  shippingDetails: 'merchant',
  priceMode: 'merchant',
  recurrenceInfo: 'merchant',
} as const satisfies Rows<CustomLineItem>;

/** A method has its own name, rate and tax category; only merchants take those of a shipping without a method. */
const shippingCopies = {
  shippingMethodName: 'merchant',
  price: 'none',
  shippingRate: 'merchant',
  taxedPrice: 'none',
  taxRate: 'merchant',
  taxCategory: 'merchant',
  shippingMethod: 'buyer',
  deliveries: 'none',
  discountedPrice: 'none',
  shippingMethodState: 'none',
  estimatedDelivery: 'none',
} as const satisfies Rows<ShippingInfo>;

type Column = 'merge' | 'quote' | 'order';

/** The members of carts that a kind of copy takes. */
export type CartMembersTaken<C extends Column> = {
  [Name in keyof typeof cartCopies]: (typeof cartCopies)[Name][C] extends true ? Name : never;
}[keyof typeof cartCopies];

/** The names of these members, in the order of the table. */
export const cartMembersTaken = <C extends Column>(column: C): readonly CartMembersTaken<C>[] =>
  Object.entries(cartCopies)
    .filter(([, row]) => row[column])
    .map(([name]) => name as CartMembersTaken<C>);

/** The members of a source that a copier takes; those that the source does not have are left out. */
const take = <R extends object>(rows: Rows<R>, source: Partial<R>, copier: Copier): Partial<R> => {
  const taken: Partial<R> = {};
  for (const name of Object.keys(rows) as (keyof R)[])
    if ((rows[name] === 'buyer' || rows[name] === copier) && source[name] !== undefined) taken[name] = source[name];
  return taken;
};

const replicaRows = Object.fromEntries(
  Object.entries(cartCopies).map(([name, { replica }]) => [name, replica]),
) as Rows<Members<Cart>>;

/** The members of a cart or an order that its replica takes. */
export const replicatedMembers = (source: Partial<Members<Cart>>, copier: Copier): Partial<Members<Cart>> =>
  take<Members<Cart>>(replicaRows, source, copier);

export const copiedShipping = (info: ShippingInfo, copier: Copier): Partial<ShippingInfo> =>
  take<ShippingInfo>(shippingCopies, info, copier);

/** Every member by name, also the optional ones, so that a new one does not compile before it is named. */
type Every<T> = { [Name in keyof Required<T>]: T[Name] };
type Without<T, R extends Rows<T>, By extends TakenBy> = Omit<
  Every<T>,
  { [Name in keyof R]: R[Name] extends By ? Name : never }[keyof R]
>;

/** The members that a copied line item has of its own. */
type OwnLineItemMembers = Pick<Every<LineItem>, 'id' | 'state' | 'addedAt' | 'lastModifiedAt'>;

/** Tells whether a cart can have the quantity of an item: in imported orders it may be negative. */
const isBought = ({ quantity }: Pick<LineItem, 'quantity'>): boolean => quantity > 0;

/**
 * A line item for another cart, where its price is selected. Undefined for gifts, which discounts give again, for items
 * without a product whose price the copier does not take, and for those that an imported order takes back.
 */
export const copyLineItem = (item: LineItem, copier: Copier, own: OwnLineItemMembers): LineItem | undefined => {
  const isWithoutProduct = item.productId === undefined;
  if (item.lineItemMode !== 'Standard' || !isBought(item) || (isWithoutProduct && copier === 'buyer')) return undefined;
  const initial: Without<LineItem, typeof lineItemCopies, 'buyer'> = {
    ...own,
    price: { id: '', value: zero(item.totalPrice.currencyCode) },
    totalPrice: zero(item.totalPrice.currencyCode),
    priceMode: 'Platform',
    lineItemMode: 'Standard',
    inventoryMode: undefined,
    discountedPricePerQuantity: [],
    taxedPrice: undefined,
    taxedPricePortions: [],
    taxRate: undefined,
    perMethodTaxRate: [],
  };
  const copy = { ...initial, ...take<LineItem>(lineItemCopies, item, copier) } as LineItem;
  // An order may be imported with a price, and without a product that could give it one.
  return isWithoutProduct && copy.priceMode === 'Platform' ? { ...copy, priceMode: 'ExternalPrice' } : copy;
};

/** A custom line item for another cart. */
export const copyCustomLineItem = (
  item: CustomLineItem,
  copier: Copier,
  own: Pick<CustomLineItem, 'id' | 'state'>,
): CustomLineItem | undefined => {
  if (copier === 'buyer' || !isBought(item)) return undefined;
  const initial: Without<CustomLineItem, typeof customLineItemCopies, 'buyer' | 'merchant'> = {
    ...own,
    totalPrice: zero(item.totalPrice.currencyCode),
    taxedPrice: undefined,
    taxedPricePortions: [],
    perMethodTaxRate: [],
    discountedPricePerQuantity: [],
  };
  return { ...initial, ...take<CustomLineItem>(customLineItemCopies, item, copier) } as CustomLineItem;
};

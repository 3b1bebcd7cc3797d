/**
 * Says which members of related resources stay when a person is erased: numbers, amounts, states and references do;
 * names, addresses, texts about the person and the customer itself are removed. The compiler keeps the tables complete.
 */
import type { Base, Members } from '../../../../engine/define/Base.js';
import { withoutMembers } from '../../../../engine/define/merchantMembers.js';
import type { Cart } from '../../shared/cartAndOrder/members.js';
import type { Order } from '../../order/members.js';
import type { Payment } from '../../payment/members.js';
import type { Quote } from '../../quote.js';
import type { QuoteRequest } from '../../quoteRequest.js';
import type { Review } from '../../review.js';
import type { StagedQuote } from '../../stagedQuote.js';

/** `keep` still reduces the addresses and custom fields inside of the member (withoutPerson). */
type Rule<V> = 'keep' | 'remove' | ((value: NonNullable<V>) => V);

type Rules<R> = { readonly [Name in keyof Required<Members<R>>]: Rule<Members<R>[Name]> };

const owner = {
  customerId: 'remove',
  customerEmail: 'remove',
  customerGroup: 'keep',
  anonymousId: 'remove',
  businessUnit: 'keep',
  store: 'keep',
} as const;

const goods = {
  lineItems: 'keep',
  customLineItems: 'keep',
  totalPrice: 'keep',
  taxedPrice: 'keep',
  taxedShippingPrice: 'keep',
  discountOnTotalPrice: 'keep',
  directDiscounts: 'keep',
  taxMode: 'keep',
  taxRoundingMode: 'keep',
  taxCalculationMode: 'keep',
  priceRoundingMode: 'keep',
  inventoryMode: 'keep',
  country: 'keep',
  locale: 'keep',
  paymentInfo: 'keep',
  purchaseOrderNumber: 'keep',
  custom: 'keep',
} as const;

/** `keep` leaves the country of an address, which the taxes depend on. */
const shipping = {
  billingAddress: 'keep',
  shippingAddress: 'keep',
  itemShippingAddresses: 'keep',
  shippingInfo: 'keep',
  shippingRateInput: 'keep',
} as const;

const cartOrOrder = {
  ...owner,
  ...goods,
  ...shipping,
  shippingMode: 'keep',
  shippingCustomFields: 'keep',
  shipping: 'keep',
  discountTypeCombination: 'keep',
  discountCodes: 'keep',
  refusedGifts: 'keep',
  origin: 'keep',
} as const;

const cart: Rules<Cart> = {
  ...cartOrOrder,
  key: 'keep',
  totalLineItemQuantity: 'keep',
  cartState: 'keep',
  freezeStrategy: 'keep',
  deleteDaysAfterLastModification: 'keep',
  lock: 'keep',
};

const order: Rules<Order> = {
  ...cartOrOrder,
  orderNumber: 'keep',
  cart: 'keep',
  quote: 'keep',
  orderState: 'keep',
  shipmentState: 'keep',
  paymentState: 'keep',
  state: 'keep',
  syncInfo: 'keep',
  returnInfo: returns =>
    returns.map(info => ({ ...info, items: info.items.map(item => withoutMembers(['comment'], item)) })),
  completedAt: 'keep',
};

const payment: Rules<Payment> = {
  key: 'keep',
  anonymousId: 'remove',
  interfaceId: 'keep',
  customer: 'remove',
  amountPlanned: 'keep',
  paymentMethodInfo: info => withoutMembers(['token', 'name', 'interfaceAccount'], info),
  paymentStatus: status => withoutMembers(['interfaceText'], status),
  transactions: 'keep',
  interfaceInteractions: 'keep',
  custom: 'keep',
};

const review: Rules<Review> = {
  key: 'keep',
  uniquenessValue: 'keep',
  locale: 'keep',
  authorName: 'remove',
  title: 'remove',
  text: 'remove',
  target: 'keep',
  includedInStatistics: 'keep',
  rating: 'keep',
  state: 'keep',
  customer: 'remove',
  custom: 'keep',
};

const quoted = { ...goods, ...shipping, customerEmail: 'remove', customerGroup: 'keep', store: 'keep' } as const;

const quoteRequest: Rules<QuoteRequest> = {
  ...quoted,
  key: 'keep',
  quoteRequestState: 'keep',
  comment: 'remove',
  customer: 'remove',
  businessUnit: 'keep',
  state: 'keep',
  cart: 'keep',
};

const stagedQuote: Rules<StagedQuote> = {
  key: 'keep',
  stagedQuoteState: 'keep',
  customer: 'remove',
  quoteRequest: 'keep',
  quotationCart: 'keep',
  validTo: 'keep',
  sellerComment: 'remove',
  custom: 'keep',
  state: 'keep',
  purchaseOrderNumber: 'keep',
  businessUnit: 'keep',
  store: 'keep',
};

const quote: Rules<Quote> = {
  ...quoted,
  key: 'keep',
  quoteRequest: 'keep',
  stagedQuote: 'keep',
  customer: 'remove',
  validTo: 'keep',
  sellerComment: 'remove',
  buyerComment: 'remove',
  businessUnit: 'keep',
  quoteState: 'keep',
  state: 'keep',
};

/** A type whose resources refer to a customer, and the indexed member that names the customer. */
interface RelatedType {
  readonly typeId: string;
  readonly customerPath: string;
  /** Absent for resources that are deleted, since all their members are about the person. */
  readonly rules?: Readonly<Record<string, Rule<never>>>;
}

const related = <R extends Base>(typeId: string, customerPath: string, rules: Rules<R>): RelatedType => ({
  typeId,
  customerPath,
  rules: rules as RelatedType['rules'],
});

export const relatedPayments = related('payment', 'customer.id', payment);

export const relatedTypes: readonly RelatedType[] = [
  related('order', 'customerId', order),
  related('cart', 'customerId', cart),
  relatedPayments,
  related('review', 'customer.id', review),
  related('quote', 'customer.id', quote),
  related('staged-quote', 'customer.id', stagedQuote),
  related('quote-request', 'customer.id', quoteRequest),
  { typeId: 'shopping-list', customerPath: 'customer.id' },
];

const rulesByType = new Map(relatedTypes.map(({ typeId, rules = {} }) => [typeId, rules]));

/**
 * Tells whether a resource may have been redacted: it has changed and has no member that an erasure removes. The
 * messages of a redacted resource are deleted.
 */
export const mayBeRedacted = (typeId: string, resource: Base): boolean => {
  const rules = rulesByType.get(typeId);
  if (rules === undefined || resource.version === 1) return false;
  return !Object.keys(resource).some(name => rules[name] === 'remove');
};

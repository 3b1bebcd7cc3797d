/** Creates an order with the members of a quote (ORD056 to ORD060, ORD065 to ORD068, ORD075, ORD087). */
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import type { Static } from '@sinclair/typebox';
import { failAll, required, invalidOperation } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { Creation, CreationResult } from '../../../engine/define/Creation.js';
import { creation } from '../../../engine/define/defineResource.js';
import { resourceNotFound } from '../../../engine/loadResources.js';
import { Flag, IntegerFrom, NonEmptyText, Optional, Shape } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { assertPending, quoteStateChanged, type Quote } from '../quote.js';
import { cartMembersOf } from '../shared/cartAndOrder/quotedCart.js';
import { storeRefusals } from '../shared/cartAndOrder/storeRules.js';
import { loadSourceAtVersion, type SourceChange } from '../shared/loadSourceAtVersion.js';
import { orderDraftMembers, orderMembersOf } from './fromCart/orderMembersOf.js';
import { assertShippable, shippingDetailRefusals } from './fromCart/refusals.js';
import { takeStock } from './fromCart/takeStock.js';
import type { Order } from './members.js';

const { purchaseOrderNumber: _, ...draftMembers } = orderDraftMembers;

const OrderFromQuoteDraft = Shape({
  quote: ResourceIdentifier('quote', { load: true }),
  version: IntegerFrom(0, Number.MAX_SAFE_INTEGER),
  quoteStateToAccepted: Optional(Flag),
  ...draftMembers,
});

const MyOrderFromQuoteDraft = Shape({
  id: NonEmptyText,
  version: OrderFromQuoteDraft.properties.version,
  quoteStateToAccepted: Optional(Flag),
});

type Draft = Static<typeof OrderFromQuoteDraft>;
type MyDraft = Static<typeof MyOrderFromQuoteDraft>;

/** Refuses an accepted quote, even if it has no order yet because the buyer accepted it by an update (ORD065). */
const assertNotAccepted = ({ quoteState, id }: Quote): void => {
  if (quoteState === 'Accepted')
    throw invalidOperation(
      `The quote '${id}' is Accepted; only a Pending one can be ordered. ` +
        'An order with quoteStateToAccepted accepts the quote in the same step: ' +
        'POST /{projectKey}/orders/quotes, or POST /{projectKey}/me/orders/quotes for the buyer. ' +
        'To order this quote, the seller sets it to Pending with changeQuoteState first.',
    );
};

/**
 * Refuses a quote that is not pending or no longer valid (ORD065, ORD066, ORD108). Times in their stored form compare
 * as texts.
 */
const assertQuoteOrderable = (quote: Quote, now: string): void => {
  assertNotAccepted(quote);
  assertPending(quote);
  if (quote.validTo !== undefined && quote.validTo < now)
    throw invalidOperation(`The quote '${quote.id}' was valid until ${quote.validTo}; it is ${now}.`);
};

/** Returns the change that accepts a quote (ORD067). */
const acceptedChange = (quote: Quote): SourceChange => ({
  set: { quoteState: 'Accepted' },
  messages: [quoteStateChanged(quote, 'Accepted')],
});

/** Takes the stock. The prices of the quote are not computed again. */
const beforeCommit: BeforeCommit<Order> = async (access, { projectKey, draft, after }) => {
  const { version, quoteStateToAccepted = false } = draft as Draft;
  const quote = await loadSourceAtVersion<Quote>(
    access,
    projectKey,
    required(after.quote, 'the quote of an order from a quote'),
    version,
    quoteStateToAccepted ? acceptedChange : undefined,
  );
  assertShippable(after, 'quote');
  const [stock, foreign] = await Promise.all([
    takeStock(access, projectKey, after),
    storeRefusals(access, projectKey, { store: after.store, country: after.country, lineItems: [] }),
  ]);
  const refusals = [...foreign, ...shippingDetailRefusals(after), ...stock.refusals];
  if (refusals.length > 0) throw failAll(refusals);
  return { updates: [quote, ...stock.companions] };
};

const orderOf = (
  quote: Quote,
  draft: Parameters<typeof orderMembersOf>[1],
  context: Context,
): CreationResult<Order> => ({
  members: orderMembersOf(cartMembersOf(quote), draft, context, { quote: { typeId: 'quote', id: quote.id } }),
  messages: order => [{ type: 'OrderCreated', order }],
});

const draft = creation<Order, typeof OrderFromQuoteDraft>(
  OrderFromQuoteDraft,
  (given, context) => {
    const quote = context.load<Quote>('quote', given.quote);
    assertExpectedVersion(quote, given.version);
    assertQuoteOrderable(quote, context.now);
    return orderOf(quote, given, context);
  },
  [],
  beforeCommit,
);

export const orderFromQuote: Creation<Order> = { ...draft, scopes: ['manage_quotes'] };

const quoteNotFound = (id: string) => resourceNotFound({ typeId: 'quote', field: 'id', value: id });

/** Answers a quote of another customer as not found, before its version and its state are checked. */
const beforeMyCommit: BeforeCommit<Order> = (access, input) => {
  const { context, pathMembers } = input;
  const { id, version } = input.draft as MyDraft;
  const quote = context.load<Quote>('quote', { id });
  if (quote.customer === undefined || quote.customer.id !== pathMembers?.customerId) throw quoteNotFound(id);
  assertExpectedVersion(quote, version);
  assertQuoteOrderable(quote, context.now);
  return beforeCommit(access, input);
};

/** Buyers may order only their own quotes. */
export const myOrderFromQuote: Creation<Order> = {
  ...creation<Order, typeof MyOrderFromQuoteDraft>(
    MyOrderFromQuoteDraft,
    ({ id }, context) => orderOf(context.load<Quote>('quote', { id }), {}, context),
    ({ id }) => [{ typeId: 'quote', id, refusal: () => quoteNotFound(id).entries[0] }],
    beforeMyCommit,
  ),
  scopes: ['manage_my_orders', 'manage_quotes'],
};

/** An order from a quote, with the members of the quote (ORD056 to ORD060, ORD065 to ORD068, ORD075, ORD087). */
import { required } from '../../errors/required.js';
import type { Static } from '@sinclair/typebox';
import type { Creation } from '../../engine/define/Creation.js';
import { creation } from '../../engine/define/defineResource.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail, failAll } from '../../errors/ApiError.js';
import { assertPending, quoteStateChanged } from '../quote/actions.js';
import { cartMembersOf } from '../shared/quotedCart.js';
import type { Quote } from '../quote/index.js';
import { Flag, IntegerFrom, Optional, Shape } from '../../schema/primitives.js';
import { assertVersion, type SourceChange, loadSourceAtVersion } from '../shared/loadSourceAtVersion.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { orderDraftMembers, orderMembersOf } from './fromCart/orderMembersOf.js';
import { shippingDetailRefusals } from './fromCart/cartRefusals.js';
import { assertShippable } from './fromCart/assertShippable.js';
import { takeStock } from './fromCart/takeStock.js';
import type { Order } from './members.js';

const { purchaseOrderNumber: _, ...draftMembers } = orderDraftMembers;

const OrderFromQuoteDraft = Shape({
  quote: ResourceIdentifier('quote', { load: true }),
  version: IntegerFrom(0, Number.MAX_SAFE_INTEGER),
  quoteStateToAccepted: Optional(Flag),
  ...draftMembers,
});

type Draft = Static<typeof OrderFromQuoteDraft>;

/**
 * Refuses a quote that is not pending or no longer valid (ORD065, ORD066, ORD108). Times in their stored form compare
 * as texts.
 */
const assertQuoteOrderable = (quote: Quote, now: string): void => {
  assertPending(quote);
  if (quote.validTo !== undefined && quote.validTo < now)
    throw fail('InvalidOperation', {
      message: `The quote '${quote.id}' was valid until ${quote.validTo}; it is ${now}.`,
    });
};

/** The change of an accepted quote (ORD067). */
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
  assertShippable(after);
  const stock = await takeStock(access, projectKey, after);
  const refusals = [...shippingDetailRefusals(after), ...stock.refusals];
  if (refusals.length > 0) throw failAll(refusals);
  return { updates: [quote, ...stock.companions] };
};

const draft = creation<Order, typeof OrderFromQuoteDraft>(
  OrderFromQuoteDraft,
  (given, context) => {
    const quote = context.load<Quote>('quote', given.quote);
    assertVersion(quote, given.version);
    assertQuoteOrderable(quote, context.now);
    return {
      members: { ...orderMembersOf(cartMembersOf(quote), given, context), quote: { typeId: 'quote', id: quote.id } },
      messages: order => [{ type: 'OrderCreated', order }],
    };
  },
  [],
  beforeCommit,
);

export const orderFromQuote: Creation<Order> = { ...draft, scopes: ['manage_quotes'] };

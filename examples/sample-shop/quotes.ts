/** Quotes of trade customers in all states. */
import type { Resource } from './Api.js';
import { cartDraft } from './carts.js';
import { dayMs, hourMs, isoTime } from './choices.js';
import type { Content } from './content.js';
import { pickCustomer, pickTradeCustomer } from './customers.js';
import { byKey, type Part } from './Part.js';
import type { Shop } from './Shop.js';

const reference = (typeId: string, { id }: Resource) => ({ typeId, id });

const lastStepOf = ({ quotes }: Content, number: number): string => quotes.lastSteps[number % quotes.lastSteps.length]!;

const quoteDays = 120;
/** Days after the end of the shop's history: an order of a quote that is not valid any more would be refused. */
const validDays = 30;

const createRequest = async (shop: Shop, part: Part, number: number): Promise<Resource> => {
  const { random } = part;
  const customer = pickTradeCustomer(shop, random) ?? pickCustomer(shop, random, part.timeMs);
  const cart = await part.create('carts', cartDraft(shop, random, customer, { quantityMax: 40, hasCode: false }));
  return part.at(part.timeMs + hourMs).create('quote-requests', {
    key: `request-${number + 1}`,
    cart: reference('cart', cart),
    cartVersion: cart.version,
    comment: random.pick(shop.content.quotes.comments),
    purchaseOrderNumber: `PO-${random.integer(1_000, 9_999)}`,
    state: byKey('state', 'request-new'),
  });
};

/** The seller's offer: a discount on the quotation cart, a comment and a period. */
const createOffer = async (shop: Shop, part: Part, request: Resource, number: number): Promise<Resource> => {
  const { discountPermyriad: permyriad, sellerComment } = shop.content.quotes;
  const staged = await part
    .at(part.timeMs + part.random.integer(2, 30) * hourMs)
    .create<Resource & { readonly quotationCart: { readonly id: string } }>('staged-quotes', {
      key: `offer-${number + 1}`,
      quoteRequest: reference('quote-request', request),
      quoteRequestVersion: request.version,
      quoteRequestStateToAccepted: true,
    });
  const value = { type: 'relative', permyriad };
  await part.update(
    'carts',
    { id: staged.quotationCart.id, version: 1 },
    { action: 'setDirectDiscounts', discounts: [{ value, target: { type: 'lineItems', predicate: 'true' } }] },
  );
  return part.update(
    'staged-quotes',
    staged,
    { action: 'setSellerComment', sellerComment },
    { action: 'setValidTo', validTo: isoTime(shop.untilMs + validDays * dayMs) },
  );
};

const answer = async ({ content }: Shop, part: Part, quote: Resource, number: number): Promise<void> => {
  part.at(part.timeMs + part.random.integer(10, 100) * hourMs);
  const step = lastStepOf(content, number);
  if (step === 'Pending') return;
  if (step === 'ordered')
    await part.create('orders/quotes', {
      quote: reference('quote', quote),
      version: quote.version,
      quoteStateToAccepted: true,
      orderNumber: `MS-Q${String(number + 1).padStart(5, '0')}`,
      state: byKey('state', 'order-received'),
      paymentState: 'Pending',
      shipmentState: 'Pending',
    });
  else if (step === 'renegotiated') {
    const { buyerComment } = content.quotes;
    await part.update('quotes', quote, { action: 'requestQuoteRenegotiation', buyerComment });
  } else await part.update('quotes', quote, { action: 'changeQuoteState', quoteState: step });
};

const closedStates: Readonly<Record<string, string>> = { rejected: 'Rejected', cancelled: 'Cancelled' };

/** Creates quote request `number` and the steps that follow. */
export const createQuote = async (shop: Shop, number: number): Promise<void> => {
  const part = shop.part(`quote ${number}`);
  const step = lastStepOf(shop.content, number);
  part.at(shop.untilMs - (10 + Math.floor((number * (quoteDays - 10)) / shop.size.quotes)) * dayMs);
  const request = await createRequest(shop, part, number);
  const closedState = closedStates[step];
  if (closedState !== undefined)
    await part
      .at(part.timeMs + dayMs)
      .update(
        'quote-requests',
        request,
        { action: 'changeQuoteRequestState', quoteRequestState: closedState },
        { action: 'transitionState', state: byKey('state', 'request-answered') },
      );
  if (closedState !== undefined || step === 'requested') return;
  const staged = await createOffer(shop, part, request, number);
  if (step === 'staged') return;
  const quote = await part.at(part.timeMs + hourMs).create('quotes', {
    key: `quote-${number + 1}`,
    stagedQuote: reference('staged-quote', staged),
    stagedQuoteVersion: staged.version,
    stagedQuoteStateToSent: true,
  });
  await answer(shop, part, quote, number);
};

/** Returns the number of the quotes that lead to an order. */
export const countOrderedQuotes = (content: Content, count: number): number =>
  Array.from({ length: count }, (_, number) => lastStepOf(content, number)).filter(step => step === 'ordered').length;

/** Orders that buyers place for their own quotes. */
import type { OrderFromQuoteDraft } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { anonymousToken } from '../../support/oauth.js';
import { createQuoteFromCart } from '../../support/quotes.js';
import { rejectionOf } from '../../support/sdk.js';
import { createBuyer } from './createBuyer.js';
import { startQuotes } from './startQuotes.js';

const { quayside, credentials, projectKey, base, quoteProject, quotes, get, messagesOf, refuse, order } =
  await startQuotes();

const newBuyer = (...names: string[]) =>
  createBuyer({ quayside, credentials, projectKey, scopes: names.map(name => `${name}:${projectKey}`) });
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

const [buyer, stranger] = [await newBuyer('manage_my_orders'), await newBuyer('manage_my_orders')];
const newQuote = () => createQuoteFromCart(quoteProject, { customerId: buyer.id });
const orderAs = async ({ me }: Buyer, { id, version }: { id: string; version: number }, more: object = {}) =>
  (
    await me
      .orders()
      .orderQuote()
      .post({ body: { id, version, ...more } })
      .execute()
  ).body;

const notFound = (id: string) => {
  const message = `The quote with id '${id}' was not found.`;
  return { statusCode: 404, message, errors: [{ code: 'ResourceNotFound', message }] };
};

test('a buyer orders an own quote and accepts it in the same commit (ORD056, ORD067)', async t => {
  const quote = await newQuote();
  const made = await orderAs(buyer, quote, { quoteStateToAccepted: true, orderNumber: 'not mine to set' });
  matchWhole(t, made, {
    version: 1,
    orderState: 'Open',
    origin: 'Quote',
    customerId: buyer.id,
    quote: referenceTo('quote', quote),
    customLineItems: quote.customLineItems as unknown[],
    totalPrice: quote.totalPrice as object,
    createdBy: { customer: { id: buyer.id } },
    orderNumber: undefined,
  });
  matchWhole(t, await get('quotes', quote), { version: 2, quoteState: 'Accepted' });
  matchWhole(t, await messagesOf(made), [{ type: 'OrderCreated', order: { id: made.id } }]);
  t.equal((await buyer.me.orders().withId({ ID: made.id }).get().execute()).body.id, made.id);
  const kept = await newQuote();
  await orderAs(buyer, kept);
  t.same(await get('quotes', kept), kept, 'without quoteStateToAccepted the quote stays as it is');
});

test("another customer's quote does not exist for a buyer, whatever its version and state", async t => {
  const quote = await newQuote();
  const accepted = await quotes.update(await newQuote(), { action: 'changeQuoteState', quoteState: 'Accepted' });
  for (const each of [quote, { ...quote, version: 7 }, accepted, { id: 'nowhere', version: 1 }])
    t.same((await rejectionOf(orderAs(stranger, each))).body, notFound(each.id));
  t.same(await get('quotes', quote), quote);
  const token = await anonymousToken(quayside, credentials, `manage_my_orders:${projectKey}`);
  const body = { id: quote.id, version: 1 };
  const visitor = await quayside.http.as(token).send('POST', `${base}/me/orders/quotes`, { body });
  t.same(visitor.json, notFound(quote.id), 'an anonymous session has no quotes');
});

test('the same rules hold as for orders of the seller (ORD065, ORD066)', async t => {
  const quote = await newQuote();
  matchWhole(t, (await rejectionOf(orderAs(buyer, { ...quote, version: 7 }))).body, {
    statusCode: 409,
    errors: [{ code: 'ConcurrentModification', currentVersion: 1 }],
  });
  const declined = await quotes.update(quote, { action: 'changeQuoteState', quoteState: 'Declined' });
  matchWhole(t, (await rejectionOf(orderAs(buyer, declined))).body, {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /is Declined; expected a Pending one/ }],
  });
});

test('the refusal of an accepted quote says which way leads to an order (ORD065)', async t => {
  const accepted = await quotes.update(await newQuote(), { action: 'changeQuoteState', quoteState: 'Accepted' });
  const message = `The quote '${accepted.id}' is Accepted; only a Pending one can be ordered. An order with quoteStateToAccepted accepts the quote in the same step: POST /{projectKey}/orders/quotes, or POST /{projectKey}/me/orders/quotes for the buyer. To order this quote, the seller sets it to Pending with changeQuoteState first.`;
  const refusal = { statusCode: 400, message, errors: [{ code: 'InvalidOperation', message }] };
  t.same((await refuse(accepted)).body, refusal);
  t.same((await rejectionOf(orderAs(buyer, accepted))).body, refusal);
  const pending = await quotes.update(accepted, { action: 'changeQuoteState', quoteState: 'Pending' });
  const made = await order(pending, { quoteStateToAccepted: true } satisfies Partial<OrderFromQuoteDraft>);
  matchWhole(t, made, { quote: referenceTo('quote', pending) });
});

test('an order at /me needs manage_my_orders', async t => {
  const other = await newBuyer('manage_my_quotes');
  matchWhole(t, (await rejectionOf(orderAs(other, await newQuote()))).body, {
    statusCode: 403,
    errors: [{ code: 'insufficient_scope', message: new RegExp(`manage_my_orders:${projectKey}`) }],
  });
});

/** Orders from quotes. */
import type { OrderFromQuoteDraft } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { cartDiscountDraft, newKey, referenceTo, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { addClient, anonymousToken } from '../../../support/oauth.js';
import { createQuoteFromCart, createQuote, createQuoteRequest, createStagedQuote } from '../../../support/quotes.js';
import { fromQuote, startQuotes } from './startQuotes.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { createBuyer } from './createBuyer.js';

const {
  quayside,
  projectKey,
  http,
  base,
  createIn,
  messagesOf,
  quoteProject,
  shop,
  quotes,
  newCustomer,
  get,
  order,
  refuse,
  ordersOf,
  credentials,
} = await startQuotes();

test('an order copies its quote (GEN008, ORD033, ORD056, ORD057, ORD058, ORD059, ORD060, ORD068, ORD087)', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 10_000);
  await shop.stock(sku, 5);
  const method = await shop.shippingMethod();
  const cart = await shop.cart([[sku, 2]], {
    customerId: await newCustomer(),
    customerEmail: 'anna@example.com',
    locale: 'en',
    purchaseOrderNumber: 'PO-5',
    inventoryMode: 'ReserveOnOrder',
    shippingMethod: referenceTo('shipping-method', method),
  });
  const quote = await createQuote(
    quoteProject,
    await createStagedQuote(quoteProject, await createQuoteRequest(quoteProject, cart)),
    { key: newKey('quote') },
  );
  // Later changes of prices do not change the quote.
  await createIn('cart-discounts', cartDiscountDraft({ cartPredicate: `customer.id = "${String(cart.customerId)}"` }));
  const made = await order(quote);
  const {
    lineItems,
    totalPrice,
    taxedPrice,
    taxedShippingPrice,
    shippingInfo,
    shippingAddress,
    customerId,
    customerEmail,
    locale,
    country,
  } = cart;
  matchWhole(t, made, {
    version: 1,
    orderState: 'Open',
    quote: referenceTo('quote', quote),
    origin: 'Quote',
    purchaseOrderNumber: 'PO-5',
    lineItems,
    totalPrice,
    taxedPrice,
    taxedShippingPrice,
    shippingInfo,
    shippingAddress,
    customerId,
    customerEmail,
    locale,
    country,
    syncInfo: [],
    returnInfo: [],
  });
  for (const absent of ['cart', 'orderNumber', 'paymentState', 'shipmentState', 'state', 'custom'])
    t.notOk(absent in made, absent);
  t.same(await get('quotes', quote), quote);
  matchWhole(t, await messagesOf(made), [
    { type: 'OrderCreated', order: { id: made.id, quote: referenceTo('quote', quote) } },
  ]);
  assertError(t, await quotes.remove(quote), 'ReferenceExists');

  const state = await createIn('states', stateDraft());
  const orderNumber = newKey('order');
  const chosen = {
    orderNumber,
    orderState: 'Confirmed',
    paymentState: 'Paid',
    shipmentState: 'Ready',
    state: referenceTo('state', state),
  };
  matchWhole(
    t,
    await order(quote, {
      ...chosen,
      quote: { typeId: 'quote', key: quote.key as string },
      custom: { type: { key: 'none' } },
    } as never),
    { ...chosen, custom: undefined },
    'custom is no member of the draft (ORD060)',
  );
  matchWhole(
    t,
    await refuse(quote, { orderNumber }),
    { statusCode: 400, body: { errors: [{ code: 'OutOfStock', lineItems: [made.lineItems[0]!.id], skus: [sku] }] } },
    'one of five pieces is left after two orders of two',
  );
  const other = await createQuoteFromCart(quoteProject);
  assertError(t, await refuse(other, { orderNumber }), 'DuplicateField', {
    field: 'orderNumber',
    duplicateValue: orderNumber,
  });
  const foreign = await createIn('states', stateDraft({ type: 'QuoteState' }));
  assertError(t, await refuse(other, { state: referenceTo('state', foreign) }), 'InvalidOperation', {
    message: /Orders have States of type OrderState/,
  });
});

test('requires the quote and its current version (ORD056)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  assertError(t, await refuse(quote, { version: 7 }), 'ConcurrentModification', { currentVersion: 1 });
  for (const [field, body] of [
    ['version', { quote: referenceTo('quote', quote) }],
    ['quote', { version: 1 }],
  ] as const)
    assertError(t, await http.send('POST', `${base}/orders/quotes`, { body }), 'RequiredField', { field });
  assertError(t, await refuse(quote, { quote: { typeId: 'quote', id: 'nowhere' } }), 'ReferencedResourceNotFound', {
    typeId: 'quote',
    id: 'nowhere',
  });
  assertError(
    t,
    await http.send('POST', `${base}/orders/quotes`, {
      body: fromQuote(quote as never, { quoteStateToAccepted: 'yes' as never }),
    }),
    'InvalidJsonInput',
  );
  t.equal(await ordersOf(quote), 0);
});

test('quoteStateToAccepted accepts the quote in the commit of the order (ORD067)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  await order(quote, { quoteStateToAccepted: true });
  const after = await get('quotes', quote);
  matchWhole(t, after, { version: 2, quoteState: 'Accepted' });
  matchWhole(t, (await messagesOf(quote))[1], {
    type: 'QuoteStateChanged',
    quoteState: 'Accepted',
    oldQuoteState: 'Pending',
  });
  assertError(t, await refuse(after), 'InvalidOperation', { message: /is Accepted/ });
  const kept = await createQuoteFromCart(quoteProject);
  const taken = newKey('order');
  await order(kept, { orderNumber: taken });
  assertError(t, await refuse(kept, { orderNumber: taken, quoteStateToAccepted: true }), 'DuplicateField', {
    field: 'orderNumber',
    duplicateValue: taken,
  });
  t.same(await get('quotes', kept), kept, 'a refused order does not accept the quote');
});

test('an order from a quote needs manage_quotes (ORD075)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  const answerWith = async (scope: string) => {
    const client = await addClient(quayside, projectKey, `${scope}:${projectKey}`);
    return (
      await quayside.http
        .as(await quayside.token(client))
        .send('POST', `${base}/orders/quotes`, { body: fromQuote(quote) })
    ).status;
  };
  t.same(
    [await answerWith('manage_orders'), await answerWith('view_quotes'), await answerWith('manage_quotes')],
    [403, 403, 201],
  );
});

// Buyers place orders for their own quotes.
const newBuyer = (...names: string[]) =>
  createBuyer({ quayside, credentials, projectKey, scopes: names.map(name => `${name}:${projectKey}`) });
type Buyer = Awaited<ReturnType<typeof newBuyer>>;
const [buyer, stranger] = [await newBuyer('manage_my_orders'), await newBuyer('manage_my_orders')];
const newQuote = () => createQuoteFromCart(quoteProject, { customerId: buyer.id });
const orderAs = async ({ me }: Buyer, { id, version }: { id: string; version: number }, more: object = {}) =>
  await bodyOf(
    me
      .orders()
      .orderQuote()
      .post({ body: { id, version, ...more } }),
  );

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
  t.equal((await bodyOf(buyer.me.orders().withId({ ID: made.id }).get())).id, made.id);
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
  assertError(t, await rejectionOf(orderAs(buyer, { ...quote, version: 7 })), 'ConcurrentModification', {
    currentVersion: 1,
  });
  const declined = await quotes.update(quote, { action: 'changeQuoteState', quoteState: 'Declined' });
  assertError(t, await rejectionOf(orderAs(buyer, declined)), 'InvalidOperation', {
    message: /is Declined; expected a Pending one/,
  });
});

test('the refusal of an accepted quote says which way leads to an order (ORD065)', async t => {
  const accepted = await quotes.update(await newQuote(), { action: 'changeQuoteState', quoteState: 'Accepted' });
  const message =
    `The quote '${accepted.id}' is Accepted; only a Pending one can be ordered. ` +
    'An order with quoteStateToAccepted accepts the quote in the same step: ' +
    'POST /{projectKey}/orders/quotes, or POST /{projectKey}/me/orders/quotes for the buyer. ' +
    'To order this quote, the seller sets it to Pending with changeQuoteState first.';
  const refusal = { statusCode: 400, message, errors: [{ code: 'InvalidOperation', message }] };
  t.same((await refuse(accepted)).body, refusal);
  t.same((await rejectionOf(orderAs(buyer, accepted))).body, refusal);
  const pending = await quotes.update(accepted, { action: 'changeQuoteState', quoteState: 'Pending' });
  const made = await order(pending, { quoteStateToAccepted: true } satisfies Partial<OrderFromQuoteDraft>);
  matchWhole(t, made, { quote: referenceTo('quote', pending) });
});

test('an order at /me needs manage_my_orders', async t => {
  const other = await newBuyer('manage_my_quotes');
  assertError(t, await rejectionOf(orderAs(other, await newQuote())), 'insufficient_scope', {
    message: new RegExp(`manage_my_orders:${projectKey}`),
  });
});

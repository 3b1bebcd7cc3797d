/** Orders from quotes. */
import { test } from '../../support/tap.js';
import { cartDiscountDraft, newKey, referenceTo, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { addClient } from '../../support/oauth.js';
import { createQuoteFromCart, createQuote, createQuoteRequest, createStagedQuote } from '../../support/quotes.js';
import { fromQuote, startQuotes } from './startQuotes.js';

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
} = await startQuotes();

test('an order takes over the members of its quote and does not change the quote (GEN008, ORD033, ORD056, ORD057, ORD058, ORD059, ORD060, ORD068, ORD087)', async t => {
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
    {
      key: newKey('quote'),
    },
  );
  // Prices that change after the quote do not change the quote.
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
  matchWhole(t, (await quotes.remove(quote)).json, { errors: [{ code: 'ReferenceExists' }] });

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
  matchWhole(t, await refuse(other, { orderNumber }), {
    statusCode: 400,
    body: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }] },
  });
  const foreign = await createIn('states', stateDraft({ type: 'QuoteState' }));
  matchWhole(t, await refuse(other, { state: referenceTo('state', foreign) }), {
    body: { errors: [{ code: 'InvalidOperation', message: /Orders have States of type OrderState/ }] },
  });
});

test('requires the quote and its current version (ORD056)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  matchWhole(t, await refuse(quote, { version: 7 }), {
    statusCode: 409,
    body: { errors: [{ code: 'ConcurrentModification', currentVersion: 1 }] },
  });
  for (const [field, body] of [
    ['version', { quote: referenceTo('quote', quote) }],
    ['quote', { version: 1 }],
  ] as const)
    matchWhole(t, (await http.send('POST', `${base}/orders/quotes`, { body })).json, {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field }],
    });
  matchWhole(t, await refuse(quote, { quote: { typeId: 'quote', id: 'nowhere' } }), {
    statusCode: 400,
    body: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'quote', id: 'nowhere' }] },
  });
  matchWhole(
    t,
    (
      await http.send('POST', `${base}/orders/quotes`, {
        body: fromQuote(quote as never, { quoteStateToAccepted: 'yes' as never }),
      })
    ).json,
    { statusCode: 400, errors: [{ code: 'InvalidJsonInput' }] },
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
  matchWhole(t, await refuse(after), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidOperation', message: /is Accepted/ }] },
  });
  const kept = await createQuoteFromCart(quoteProject);
  const taken = newKey('order');
  await order(kept, { orderNumber: taken });
  matchWhole(t, await refuse(kept, { orderNumber: taken, quoteStateToAccepted: true }), {
    body: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: taken }] },
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

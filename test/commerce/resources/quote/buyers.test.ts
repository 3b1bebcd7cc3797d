/** Quotes and quote requests of buyers. */
import type { Quote, StagedQuote } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { anonymousToken } from '../../../support/oauth.js';
import { createBuyerCart, createQuoteFromCart, createQuote, createStagedQuote } from '../../../support/quotes.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { createBuyer } from './createBuyer.js';
import { startQuotes } from './startQuotes.js';

const { quayside, credentials, projectKey, base, messagesOf, sdk, quoteProject, carts, cartById, discountCode } =
  await startQuotes();

const buyerScopes = ['manage_my_quote_requests', 'manage_my_quotes', 'manage_my_orders'].map(
  name => `${name}:${projectKey}`,
);

const newBuyer = () => createBuyer({ quayside, credentials, projectKey, scopes: buyerScopes });

test('a buyer requests quotes for own carts, cancels requests and answers quotes (me.21647)', async t => {
  const [buyer, stranger] = [await newBuyer(), await newBuyer()];
  const cart = await createBuyerCart(quoteProject, { customerId: buyer.id });
  const body = { cartId: cart.id, cartVersion: 1, comment: 'Please' };
  assertError(t, await rejectionOf(stranger.me.quoteRequests().post({ body })), 'ReferencedResourceNotFound', {
    typeId: 'cart',
    id: cart.id,
  });
  assertError(
    t,
    await rejectionOf(buyer.me.quoteRequests().post({ body: { ...body, cartVersion: 2 } })),
    'ConcurrentModification',
    { currentVersion: 1 },
  );
  const request = await bodyOf(buyer.me.quoteRequests().post({ body }));
  matchWhole(t, request, {
    customer: { typeId: 'customer', id: buyer.id },
    comment: 'Please',
    quoteRequestState: 'Submitted',
    createdBy: { customer: { id: buyer.id } },
  });
  matchWhole(t, await bodyOf(buyer.me.quoteRequests().get()), { total: 1, results: [{ id: request.id }] });
  t.equal((await bodyOf(stranger.me.quoteRequests().get())).total, 0);
  assertError(t, await rejectionOf(stranger.me.quoteRequests().withId({ ID: request.id }).get()), 'ResourceNotFound');

  const cancel = { version: 1, actions: [{ action: 'cancelQuoteRequest' as const }] };
  assertError(
    t,
    await rejectionOf(stranger.me.quoteRequests().withId({ ID: request.id }).post({ body: cancel })),
    'ResourceNotFound',
  );
  const spare = await bodyOf(buyer.me.quoteRequests().post({ body }));
  t.equal(
    (await bodyOf(buyer.me.quoteRequests().withId({ ID: spare.id }).post({ body: cancel }))).quoteRequestState,
    'Cancelled',
  );
  assertError(
    t,
    await rejectionOf(
      buyer.me
        .quoteRequests()
        .withId({ ID: spare.id })
        .post({ body: { ...cancel, version: 2 } }),
    ),
    'InvalidOperation',
    { message: /only a Submitted one can be cancelled/, actionIndex: 0 },
  );
  matchWhole(t, (await messagesOf(spare))[1], { type: 'QuoteRequestStateChanged', quoteRequestState: 'Cancelled' });

  const staged = await createStagedQuote(quoteProject, request);
  const { quotationCart } = staged as unknown as StagedQuote;
  matchWhole(
    t,
    await rejectionOf(buyer.me.carts().withId({ ID: quotationCart.id }).get()),
    { statusCode: 404, body: { errors: [{ code: 'ResourceNotFound' }] } },
    "the quotation cart is the seller's",
  );
  matchWhole(t, await bodyOf(buyer.me.carts().get()), { total: 1, results: [{ id: cart.id }] });
  t.equal((await bodyOf(buyer.me.activeCart().get())).id, cart.id);
  t.equal((await bodyOf(sdk.carts().withCustomerId({ customerId: buyer.id }).get())).id, cart.id);
  assertError(
    t,
    await rejectionOf(buyer.me.orders().post({ body: { id: quotationCart.id, version: 1 } })),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: quotationCart.id },
  );

  const answer = (quote: Quote, action: object) =>
    buyer.me
      .quotes()
      .withId({ ID: quote.id })
      .post({ body: { version: quote.version, actions: [action as never] } })
      .execute();
  const offers = await Promise.all(
    [1, 2, 3].map(async () => (await createQuote(quoteProject, staged)) as unknown as Quote),
  );
  t.equal((await bodyOf(buyer.me.quotes().get())).total, 3);
  const seen = await bodyOf(
    buyer.me
      .quotes()
      .withId({ ID: offers[0]!.id })
      .get({ queryArgs: { expand: ['stagedQuote.quotationCart', 'quoteRequest.cart', 'customer'] } }),
  );
  t.notOk('obj' in seen.stagedQuote, 'the quote does not expand to the quotation cart');
  t.equal(
    (seen.quoteRequest.obj as unknown as { cart: { obj: { id: string } } }).cart.obj.id,
    cart.id,
    "expands the buyer's cart",
  );
  assertError(
    t,
    await rejectionOf(
      buyer.me.quoteRequests().post({ body: { cartId: quotationCart.id, cartVersion: 1, comment: '' } }),
    ),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: quotationCart.id },
  );
  matchWhole(
    t,
    await carts.refuse(await cartById(quotationCart.id), {
      action: 'addDiscountCode',
      code: (await discountCode()).code,
    }),
    { errors: [{ code: 'InvalidOperation', message: /that of a quote/, actionIndex: 0 }] },
    'orders from quotes count no use of discount codes',
  );
  assertError(t, await rejectionOf(stranger.me.quotes().withId({ ID: offers[0]!.id }).get()), 'ResourceNotFound');
  assertError(
    t,
    await rejectionOf(answer(offers[0]!, { action: 'changeMyQuoteState', quoteState: 'Withdrawn' })),
    'InvalidField',
    { allowedValues: ['Accepted', 'Declined'], field: 'actions[0].quoteState', invalidValue: 'Withdrawn' },
  );
  const refused = await rejectionOf(answer(offers[0]!, { action: 'changeQuoteState', quoteState: 'Withdrawn' }));
  assertUnknownAction(t, refused.body, 'changeQuoteState', 'MyQuote', [
    'requestQuoteRenegotiation',
    'setCustomField',
    'setCustomType',
  ]);
  const { body: accepted } = await answer(offers[0]!, { action: 'changeMyQuoteState', quoteState: 'Accepted' });
  t.equal(accepted.quoteState, 'Accepted');
  assertError(
    t,
    await rejectionOf(answer(accepted, { action: 'changeMyQuoteState', quoteState: 'Declined' })),
    'InvalidOperation',
    { actionIndex: 0 },
  );
  t.equal(
    (await answer(offers[1]!, { action: 'changeMyQuoteState', quoteState: 'Declined' })).body.quoteState,
    'Declined',
  );
  matchWhole(t, (await answer(offers[2]!, { action: 'requestQuoteRenegotiation', buyerComment: 'Less' })).body, {
    quoteState: 'DeclinedForRenegotiation',
    buyerComment: 'Less',
  });
  matchWhole(t, (await messagesOf(accepted))[1], {
    type: 'QuoteStateChanged',
    quoteState: 'Accepted',
    oldQuoteState: 'Pending',
  });
});

test('an anonymous session has no quotes and cannot request them', async t => {
  const id = newKey('visitor').slice(0, 40);
  const token = await anonymousToken(quayside, credentials, buyerScopes.join(' '), id);
  const own = quayside.http.as(token);
  const quote = await createQuoteFromCart(quoteProject);
  for (const path of ['quotes', 'quote-requests'])
    matchWhole(t, (await own.send('GET', `${base}/me/${path}`)).json, { total: 0, results: [] });
  t.equal((await own.send('GET', `${base}/me/quotes/${quote.id}`)).status, 404);
  const cart = await createBuyerCart(quoteProject, { customerId: undefined, anonymousId: id });
  assertError(
    t,
    await own.send('POST', `${base}/me/quote-requests`, { body: { cartId: cart.id, cartVersion: 1 } }),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: cart.id },
  );
});

/** Quotes of sellers. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { money, newKey, referenceTo, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import {
  createBuyerCart,
  createQuoteFromCart,
  createQuote,
  createQuoteRequest,
  createStagedQuote,
} from '../../../support/quotes.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { dateIn, startQuotes } from './startQuotes.js';

const {
  createIn,
  messagesOf,
  sdk,
  quoteProject,
  carts,
  stageds,
  quotes,
  newCustomer,
  get,
  quotationCartOf,
  newType,
  changeDuringCreation,
  order,
  refuse,
  ordersOf,
} = await startQuotes();

test('a quote copies its quotation cart', async t => {
  const request = await createQuoteRequest(
    quoteProject,
    await createBuyerCart(quoteProject, { customerEmail: 'anna@example.com' }),
    { purchaseOrderNumber: 'PO-4' },
  );
  const validTo = dateIn(60_000);
  const staged = await stageds.update(
    await createStagedQuote(quoteProject, request),
    { action: 'setValidTo', validTo },
    { action: 'setSellerComment', sellerComment: 'Ten percent off' },
  );
  const directDiscounts = [
    { value: { type: 'relative', permyriad: 1_000 }, target: { type: 'customLineItems', predicate: 'true' } },
  ];
  const quotationCart = await quotationCartOf(staged);
  const adapted = await carts.update(quotationCart, { action: 'setDirectDiscounts', discounts: directDiscounts });
  matchWhole(t, adapted, { totalPrice: { centAmount: 1_800 }, origin: 'Quote' });

  const draft = { stagedQuote: { typeId: 'staged-quote' as const, id: staged.id }, stagedQuoteVersion: staged.version };
  assertError(
    t,
    await rejectionOf(sdk.quotes().post({ body: { ...draft, stagedQuoteVersion: 1 } })),
    'ConcurrentModification',
    { currentVersion: staged.version },
  );
  const quote = await bodyOf(
    sdk.quotes().post({ body: { ...draft, key: newKey('quote'), stagedQuoteStateToSent: true } }),
  );
  const {
    customLineItems,
    totalPrice,
    directDiscounts: given,
    shippingAddress,
    country,
    taxMode,
    customerEmail,
  } = adapted;
  matchWhole(t, quote, {
    version: 1,
    quoteState: 'Pending',
    validTo,
    sellerComment: 'Ten percent off',
    customer: request.customer,
    quoteRequest: referenceTo('quote-request', request),
    stagedQuote: referenceTo('staged-quote', staged),
    purchaseOrderNumber: 'PO-4',
    customLineItems,
    totalPrice,
    directDiscounts: given,
    shippingAddress,
    country,
    taxMode,
    customerEmail,
  });
  matchWhole(t, await get('staged-quotes', staged), { version: staged.version + 1, stagedQuoteState: 'Sent' });
  matchWhole(t, (await messagesOf(staged)).at(-1), {
    type: 'StagedQuoteStateChanged',
    stagedQuoteState: 'Sent',
    oldStagedQuoteState: 'InProgress',
  });
  matchWhole(t, await messagesOf(quote), [
    { type: 'QuoteCreated', quote: { id: quote.id, totalPrice: { centAmount: 1_800 } } },
  ]);
  await carts.update(adapted, { action: 'setDirectDiscounts', discounts: [] });
  t.equal(
    (await bodyOf(sdk.quotes().withId({ ID: quote.id }).get())).totalPrice.centAmount,
    1_800,
    'a later change of the cart does not change the quote',
  );
});

test('actions of quotes send their messages (STATE019)', async t => {
  const state = await createIn('states', stateDraft({ type: 'QuoteState' }));
  const foreign = await createIn('states', stateDraft({ type: 'QuoteRequestState' }));
  const type = await newType('quote');
  const customer = await newCustomer();
  const quote = await createQuoteFromCart(quoteProject);
  matchWhole(
    t,
    await quotes.refuse(quote, { action: 'changeQuoteState', quoteState: 'DeclinedForRenegotiation' }),
    {
      errors: [
        {
          code: 'InvalidField',
          field: 'actions[0].quoteState',
          invalidValue: 'DeclinedForRenegotiation',
          allowedValues: ['Pending', 'RenegotiationAddressed', 'Accepted', 'Declined', 'Withdrawn'],
        },
      ],
    },
    'only requestQuoteRenegotiation sets this state',
  );
  assertError(
    t,
    await quotes.refuse(quote, { action: 'transitionState', state: referenceTo('state', foreign) }),
    'InvalidOperation',
    { message: /Quotes have States of type QuoteState/, actionIndex: 0 },
  );
  const refused = await quotes.refuse(quote, { action: 'changeMyQuoteState', quoteState: 'Accepted' });
  assertUnknownAction(t, refused, 'changeMyQuoteState', 'Quote');
  const asked = await quotes.update(quote, { action: 'requestQuoteRenegotiation', buyerComment: 'Less' });
  matchWhole(t, asked, { quoteState: 'DeclinedForRenegotiation', buyerComment: 'Less' });
  assertError(t, await quotes.refuse(asked, { action: 'requestQuoteRenegotiation' }), 'InvalidOperation', {
    message: /is DeclinedForRenegotiation; expected a Pending one/,
    actionIndex: 0,
  });
  const changed = await quotes.update(
    asked,
    { action: 'changeQuoteState', quoteState: 'RenegotiationAddressed' },
    { action: 'changeCustomer', customer: { typeId: 'customer', id: customer } },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'setCustomType', type: { key: type.key }, fields: {} },
    { action: 'setCustomField', name: 'note', value: 'x' },
  );
  matchWhole(t, changed, {
    quoteState: 'RenegotiationAddressed',
    customer: { id: customer },
    custom: { fields: { note: 'x' } },
  });
  t.equal((await quotes.remove(changed)).status, 200);
  matchWhole(t, (await messagesOf(quote)).slice(1), [
    { type: 'QuoteRenegotiationRequested', buyerComment: 'Less' },
    { type: 'QuoteStateChanged', quoteState: 'RenegotiationAddressed', oldQuoteState: 'DeclinedForRenegotiation' },
    { type: 'QuoteCustomerChanged', customer: { id: customer }, previousCustomer: quote.customer },
    { type: 'QuoteStateTransition', state: referenceTo('state', state), force: false },
    { type: 'QuoteDeleted' },
  ]);
});

test('copies a quotation cart again that changes before the commit', async t => {
  const staged = await createStagedQuote(
    quoteProject,
    await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)),
  );
  const cart = await quotationCartOf(staged);
  await changeDuringCreation(
    'quote',
    () =>
      carts.update(
        cart,
        { action: 'changeTaxMode', taxMode: 'External' },
        { action: 'addCustomLineItem', name: { en: 'Wrap' }, slug: 'wrap', money: money(500) },
      ),
    async () => {
      matchWhole(t, await createQuote(quoteProject, staged), {
        version: 1,
        totalPrice: { centAmount: 2_500 },
        customLineItems: { length: 2 },
      });
    },
  );
});

// Some quotes cannot be ordered, or no longer.
test('refuses unusable quotes (ORD065, ORD066, ORD108, quote.bf8a3, staged-quote.933fd, order.2ae6a)', async t => {
  for (const quoteState of ['Accepted', 'Declined', 'Withdrawn', 'RenegotiationAddressed']) {
    const quote = await quotes.update(await createQuoteFromCart(quoteProject), {
      action: 'changeQuoteState',
      quoteState,
    });
    for (const quoteStateToAccepted of [true, false])
      assertError(t, await refuse(quote, { quoteStateToAccepted }), 'InvalidOperation', {
        message: new RegExp(`is ${quoteState}`),
      });
    t.equal(await ordersOf(quote), 0);
  }
  const asked = await quotes.update(await createQuoteFromCart(quoteProject), { action: 'requestQuoteRenegotiation' });
  assertError(t, await refuse(asked), 'InvalidOperation');

  const validUntil = async (validTo: string) =>
    createQuote(
      quoteProject,
      await stageds.update(
        await createStagedQuote(
          quoteProject,
          await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)),
        ),
        { action: 'setValidTo', validTo },
      ),
    );
  const over = await validUntil(dateIn(-1_000));
  assertError(t, await refuse(over, { quoteStateToAccepted: true }), 'InvalidOperation', {
    message: /was valid until/,
  });
  matchWhole(t, await get('quotes', over), { version: 1, quoteState: 'Pending' });
  t.equal((await order(await validUntil(dateIn(60_000)))).orderState, 'Open');
});

test('refuses quotes without an address or with incomplete shipping details (ORD061, ORD108, ERR058)', async t => {
  const offer = async (...actions: readonly object[]) => {
    const staged = await createStagedQuote(
      quoteProject,
      await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject)),
    );
    const cart = await quotationCartOf(staged);
    await carts.update(
      cart,
      ...actions.map(action => ({ customLineItemId: (cart.customLineItems as { id: string }[])[0]!.id, ...action })),
    );
    return createQuote(quoteProject, staged);
  };
  assertError(t, await refuse(await offer({ action: 'setShippingAddress' })), 'InvalidOperation', {
    message: /shippingAddress/,
  });
  const half = await offer(
    { action: 'addItemShippingAddress', address: { key: 'home', country: 'DE' } },
    { action: 'setCustomLineItemShippingDetails', shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] } },
  );
  const [item] = half.customLineItems as readonly { readonly id: string }[];
  assertError(t, await refuse(half), 'InvalidItemShippingDetails', { subject: 'CustomLineItem', itemId: item?.id });
});

test('twenty concurrent acceptances create one order (ORD067, ORD068)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => order(quote, { quoteStateToAccepted: true })),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results)
    if (result.status === 'rejected') assertError(t, result.reason, 'ConcurrentModification', { currentVersion: 2 });
  t.equal(await ordersOf(quote), 1);
  matchWhole(t, await get('quotes', quote), { version: 2, quoteState: 'Accepted' });
});

test('refuses an order whose quote changes before the commit (ORD068)', async t => {
  const quote = await createQuoteFromCart(quoteProject);
  await changeDuringCreation(
    'order',
    () => quotes.update(quote, { action: 'changeQuoteState', quoteState: 'Withdrawn' }),
    async () => {
      assertError(t, await refuse(quote), 'ConcurrentModification', { currentVersion: 2 });
      t.equal(await ordersOf(quote), 0);
    },
  );
});

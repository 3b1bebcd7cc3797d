/** Quote requests of buyers for their carts. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { storeCustomer } from '../../../support/customers.js';
import { money, newKey, referenceTo, stateDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createBuyerCart, createQuoteRequest } from '../../../support/quotes.js';
import type { Resource } from '../../../support/resourceApi.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { startQuotes } from './startQuotes.js';
import { assertUnknownAction } from '../assertUnknownAction.js';

const {
  quayside,
  projectKey,
  createIn,
  messagesOf,
  create,
  sdk,
  quoteProject,
  shop,
  carts,
  requests,
  get,
  discountCode,
  newCustomer,
  newType,
} = await startQuotes();

test('a quote request copies a cart at the given version and does not change it', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 10_000);
  const group = await createIn('customer-groups', { groupName: newKey('group') });
  const customerId = await storeCustomer(quayside, projectKey, { customerGroup: referenceTo('customer-group', group) });
  const payment = await createIn('payments', { amountPlanned: money(20_490) });
  const method = await shop.shippingMethod();
  const cart = await carts.update(
    await shop.cart([[sku, 2]], {
      key: newKey('cart'),
      customerId,
      customerEmail: 'anna@example.com',
      locale: 'en',
      purchaseOrderNumber: 'PO-1',
      billingAddress: { country: 'DE', city: 'Kiel' },
      inventoryMode: 'TrackOnly',
    }),
    { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) },
    { action: 'addPayment', payment: referenceTo('payment', payment) },
    {
      action: 'addCustomLineItem',
      name: { en: 'Wrap' },
      slug: 'wrap',
      money: money(300),
      taxCategory: referenceTo('tax-category', shop.taxCategory),
    },
  );
  const draft = {
    cart: { typeId: 'cart' as const, key: cart.key as string },
    cartVersion: cart.version,
    key: newKey('request'),
    comment: 'Less, please',
  };
  const request = await bodyOf(sdk.quoteRequests().post({ body: draft }));
  matchWhole(t, request, {
    version: 1,
    key: draft.key,
    comment: 'Less, please',
    quoteRequestState: 'Submitted',
    customer: { typeId: 'customer', id: customerId },
    customerGroup: referenceTo('customer-group', group),
    purchaseOrderNumber: 'PO-1',
    cart: referenceTo('cart', cart),
  });
  for (const name of [
    'lineItems',
    'customLineItems',
    'totalPrice',
    'taxedPrice',
    'shippingAddress',
    'billingAddress',
    'shippingInfo',
    'taxMode',
    'inventoryMode',
    'priceRoundingMode',
    'taxRoundingMode',
    'taxCalculationMode',
    'country',
    'paymentInfo',
  ] as const)
    t.same(request[name], cart[name], name);
  t.equal(request.totalPrice.centAmount, 20_790);
  t.same(await get('carts', cart), cart);
  matchWhole(t, await messagesOf(request), [
    {
      type: 'QuoteRequestCreated',
      quoteRequest: { id: request.id, totalPrice: { centAmount: 20_790 } },
      resourceUserProvidedIdentifiers: { key: draft.key },
    },
  ]);
  t.equal((await bodyOf(sdk.quoteRequests().withKey({ key: draft.key }).get())).id, request.id);
  matchWhole(
    t,
    await bodyOf(sdk.quoteRequests().get({ queryArgs: { where: `customer(id="${customerId}")`, expand: 'cart' } })),
    { total: 1, results: [{ id: request.id, cart: { obj: { key: cart.key } } }] },
  );
  t.equal(
    (await createQuoteRequest(quoteProject, cart, { purchaseOrderNumber: 'PO-2' })).purchaseOrderNumber,
    'PO-2',
    "the number of the request precedes the cart's",
  );
  assertError(t, await carts.remove(cart), 'ReferenceExists');
});

test('refuses quote requests for unsuitable carts (quote-request.3423c)', async t => {
  const cart = await createBuyerCart(quoteProject);
  const draft = { cart: referenceTo('cart', cart), cartVersion: 1 };
  assertError(
    t,
    await rejectionOf(sdk.quoteRequests().post({ body: { ...draft, cartVersion: 3 } })),
    'ConcurrentModification',
    { currentVersion: 1 },
  );
  assertError(
    t,
    await requests.refuseCreation({ ...draft, cart: { typeId: 'cart', id: 'nowhere' } }),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: 'nowhere' },
  );
  assertError(t, await requests.refuseCreation({ cart: draft.cart }), 'RequiredField', { field: 'cartVersion' });

  const code = await discountCode();
  const ordered = await createBuyerCart(quoteProject);
  await create({ cart: referenceTo('cart', ordered), version: 1 });
  const frozen = await carts.update(await createBuyerCart(quoteProject), { action: 'freezeCart' });
  const refusals: readonly (readonly [Resource, RegExp])[] = [
    [
      await createBuyerCart(quoteProject, { customerId: undefined, anonymousId: newKey('visitor') }),
      /belongs to no customer/,
    ],
    [await createBuyerCart(quoteProject, { shippingAddress: undefined }), /has no shipping address/],
    [await createBuyerCart(quoteProject, { discountCodes: [code.code] }), /has discount codes/],
    [{ ...ordered, version: 2 }, /is Ordered; expected an Active one/],
    [frozen, /is Frozen/],
  ];
  for (const [{ id, version }, message] of refusals)
    matchWhole(
      t,
      await requests.refuseCreation({ cart: { typeId: 'cart', id }, cartVersion: version }),
      { statusCode: 400, errors: [{ code: 'InvalidOperation', message }] },
      String(message),
    );
});

// Update actions of quote requests.
test('actions of quote requests send their messages (STATE019)', async t => {
  const [first, second] = [
    await createIn('states', stateDraft({ type: 'QuoteRequestState', initial: true, transitions: [] })),
    await createIn('states', stateDraft({ type: 'QuoteRequestState', initial: false })),
  ];
  const foreign = await createIn('states', stateDraft({ type: 'OrderState' }));
  const type = await newType('quote-request');
  const customer = await newCustomer();
  const request = await createQuoteRequest(quoteProject, await createBuyerCart(quoteProject));
  const previousCustomer = request.customer;
  assertError(
    t,
    await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', second) }),
    'InvalidOperation',
    { message: /not initial/, actionIndex: 0 },
  );
  assertError(
    t,
    await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', foreign), force: true }),
    'InvalidOperation',
    { message: /Quote requests have States of type QuoteRequestState/, actionIndex: 0 },
  );
  assertError(
    t,
    await requests.refuse(request, { action: 'changeQuoteRequestState', quoteRequestState: 'Lost' }),
    'InvalidField',
    {
      allowedValues: ['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled'],
      field: 'actions[0].quoteRequestState',
      invalidValue: 'Lost',
    },
  );
  // Only buyers have this action.
  const refused = await requests.refuse(request, { action: 'cancelQuoteRequest' });
  assertUnknownAction(t, refused, 'cancelQuoteRequest', 'QuoteRequest');
  const moved = await requests.update(
    request,
    { action: 'changeQuoteRequestState', quoteRequestState: 'Closed' },
    { action: 'changeCustomer', customer: { typeId: 'customer', id: customer } },
    { action: 'transitionState', state: referenceTo('state', first) },
    { action: 'setCustomType', type: { key: type.key }, fields: { note: 'x' } },
    { action: 'setCustomField', name: 'urgency', value: 'high' },
  );
  matchWhole(t, moved, {
    quoteRequestState: 'Closed',
    customer: { id: customer },
    state: referenceTo('state', first),
    custom: { fields: { note: 'x', urgency: 'high' } },
  });
  assertError(
    t,
    await requests.refuse(moved, { action: 'transitionState', state: referenceTo('state', second) }),
    'InvalidOperation',
    { message: /it is final/, actionIndex: 0 },
  );
  assertError(
    t,
    await requests.refuse(moved, { action: 'changeCustomer', customer: { typeId: 'customer', id: 'unknown' } }),
    'ReferencedResourceNotFound',
    { typeId: 'customer', id: 'unknown' },
  );
  const forced = await requests.update(moved, {
    action: 'transitionState',
    state: referenceTo('state', second),
    force: true,
  });
  t.equal((await requests.remove(forced)).status, 200);
  matchWhole(t, (await messagesOf(request)).slice(1), [
    { type: 'QuoteRequestStateChanged', quoteRequestState: 'Closed', oldQuoteRequestState: 'Submitted' },
    { type: 'QuoteRequestCustomerChanged', customer: { id: customer }, previousCustomer },
    { type: 'QuoteRequestStateTransition', state: referenceTo('state', first), force: false },
    {
      type: 'QuoteRequestStateTransition',
      state: referenceTo('state', second),
      oldState: referenceTo('state', first),
      force: true,
    },
    { type: 'QuoteRequestDeleted' },
  ]);
  const cart = await createBuyerCart(quoteProject);
  matchWhole(
    t,
    await createQuoteRequest(quoteProject, cart, {
      state: referenceTo('state', first),
      custom: { type: { key: type.key }, fields: { note: 'y' } },
    }),
    { state: referenceTo('state', first), custom: { fields: { note: 'y' } } },
  );
  assertError(
    t,
    await requests.refuseCreation({
      cart: referenceTo('cart', cart),
      cartVersion: 1,
      state: referenceTo('state', foreign),
    }),
    'InvalidOperation',
  );
});

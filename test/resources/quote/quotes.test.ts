/** From a buyer's cart to an order: quote requests, staged quotes, quotes, and what they refuse. */
import {
  type Cart,
  createApiBuilderFromCtpClient,
  type OrderFromQuoteDraft,
  type Quote,
  type QuoteRequest,
  type StagedQuote,
} from '@commercetools/platform-sdk';
import { ClientBuilder } from '@commercetools/ts-client';
import { test } from 'tap';
import { storeCustomer } from '../../support/customers.js';
import { cartDiscountDraft, money, newKey, stateDraft } from '../../support/drafts.js';
import { addClient, addCustomer, basic, post, tokenIn } from '../../support/oauth.js';
import { startExternalServer } from '../../support/externalServer.js';
import {
  createBuyerCart,
  createQuoteFromCart,
  type QuoteProject,
  createQuote,
  referenceTo,
  createQuoteRequest,
  createStagedQuote,
} from '../../support/quotes.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';
import { openShop } from '../../support/shop.js';
import { describedFetch } from '../../support/assertDescribed.js';
import { matchWhole } from '../../support/matchWhole.js';

const api = await startResourceApi('orders');
const { quayside, credentials, http, base, messagesOf } = api;
const { projectKey } = credentials;
const sdk = sdkOf(quayside, credentials);
const shop = await openShop(api);
const place: QuoteProject = { quayside, projectKey, create: api.createIn };
const [carts, requests, stageds, quotes] = [
  api.resourcesAt('carts'),
  api.resourcesAt('quote-requests'),
  api.resourcesAt('staged-quotes'),
  api.resourcesAt('quotes'),
];
const newCustomer = (): Promise<string> => storeCustomer(quayside, projectKey);
const get = async (path: string, { id }: { readonly id: string }) =>
  (await http.send('GET', `${base}/${path}/${id}`)).json as Resource;
const cartById = async (ID: string): Promise<Cart> => (await sdk.carts().withId({ ID }).get().execute()).body;

const dateIn = (ms: number): string => new Date(Date.now() + ms).toISOString();
const newType = (...resourceTypeIds: string[]) =>
  api.createIn('types', {
    key: newKey('type'),
    name: { en: 'Notes' },
    resourceTypeIds,
    fieldDefinitions: ['note', 'urgency'].map(name => ({
      name,
      label: { en: name },
      required: false,
      type: { name: 'String' },
    })),
  });

const discountCode = async (): Promise<Resource> => {
  const discount = await api.createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true }));
  return api.createIn('discount-codes', {
    code: newKey('CODE'),
    cartDiscounts: [referenceTo('cart-discount', discount)],
  });
};

test('a quote request copies a cart at the given version and does not change it', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 10_000);
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customerId = await storeCustomer(quayside, projectKey, { customerGroup: referenceTo('customer-group', group) });
  const payment = await api.createIn('payments', { amountPlanned: money(20_490) });
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
  const { body: request } = await sdk.quoteRequests().post({ body: draft }).execute();
  const {
    lineItems,
    customLineItems,
    totalPrice,
    taxedPrice,
    shippingAddress,
    billingAddress,
    shippingInfo,
    taxMode,
    inventoryMode,
    priceRoundingMode,
    taxRoundingMode,
    taxCalculationMode,
    country,
    paymentInfo,
  } = cart;
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
  t.same(
    {
      lineItems,
      customLineItems,
      totalPrice,
      taxedPrice,
      shippingAddress,
      billingAddress,
      shippingInfo,
      taxMode,
      inventoryMode,
      priceRoundingMode,
      taxRoundingMode,
      taxCalculationMode,
      country,
      paymentInfo,
    },
    Object.fromEntries(
      [
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
      ].map(name => [name, request[name as keyof QuoteRequest]]),
    ),
  );
  t.equal(request.totalPrice.centAmount, 20_790);
  t.same(await get('carts', cart), cart);
  matchWhole(t, await messagesOf(request as unknown as Resource), [
    {
      type: 'QuoteRequestCreated',
      quoteRequest: { id: request.id, totalPrice: { centAmount: 20_790 } },
      resourceUserProvidedIdentifiers: { key: draft.key },
    },
  ]);
  t.equal((await sdk.quoteRequests().withKey({ key: draft.key }).get().execute()).body.id, request.id);
  matchWhole(
    t,
    (
      await sdk
        .quoteRequests()
        .get({ queryArgs: { where: `customer(id="${customerId}")`, expand: 'cart' } })
        .execute()
    ).body,
    { total: 1, results: [{ id: request.id, cart: { obj: { key: cart.key } } }] },
  );
  t.equal(
    (await createQuoteRequest(place, cart, { purchaseOrderNumber: 'PO-2' })).purchaseOrderNumber,
    'PO-2',
    "a number of its own goes before the cart's",
  );
  matchWhole(t, (await carts.remove(cart)).json, { errors: [{ code: 'ReferenceExists' }] });
});

test('refuses quote requests for unsuitable carts', async t => {
  const cart = await createBuyerCart(place);
  const draft = { cart: referenceTo('cart', cart), cartVersion: 1 };
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .quoteRequests()
        .post({ body: { ...draft, cartVersion: 3 } })
        .execute(),
    ),
    { statusCode: 409, body: { errors: [{ code: 'ConcurrentModification', currentVersion: 1 }] } },
  );
  matchWhole(t, await requests.refuseCreation({ ...draft, cart: { typeId: 'cart', id: 'nowhere' } }), {
    statusCode: 400,
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: 'nowhere' }],
  });
  matchWhole(t, await requests.refuseCreation({ cart: draft.cart }), {
    errors: [{ code: 'RequiredField', field: 'cartVersion' }],
  });

  const code = await discountCode();
  const ordered = await createBuyerCart(place);
  await api.create({ cart: referenceTo('cart', ordered), version: 1 });
  const frozen = await carts.update(await createBuyerCart(place), { action: 'freezeCart' });
  const refusals: readonly (readonly [Resource, RegExp])[] = [
    [await createBuyerCart(place, { customerId: undefined, anonymousId: newKey('visitor') }), /belongs to no customer/],
    [await createBuyerCart(place, { shippingAddress: undefined }), /has no shipping address/],
    [await createBuyerCart(place, { discountCodes: [code.code] }), /has discount codes/],
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

test('actions of quote requests send their messages (STATE019)', async t => {
  const [first, second] = [
    await api.createIn('states', stateDraft({ type: 'QuoteRequestState', initial: true, transitions: [] })),
    await api.createIn('states', stateDraft({ type: 'QuoteRequestState', initial: false })),
  ];
  const foreign = await api.createIn('states', stateDraft({ type: 'OrderState' }));
  const type = await newType('quote-request');
  const customer = await newCustomer();
  const request = await createQuoteRequest(place, await createBuyerCart(place));
  const previousCustomer = request.customer;
  matchWhole(t, await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', second) }), {
    errors: [{ code: 'InvalidOperation', message: /not initial/, actionIndex: 0 }],
  });
  matchWhole(
    t,
    await requests.refuse(request, { action: 'transitionState', state: referenceTo('state', foreign), force: true }),
    {
      errors: [
        { code: 'InvalidOperation', message: /Quote requests have States of type QuoteRequestState/, actionIndex: 0 },
      ],
    },
  );
  matchWhole(t, await requests.refuse(request, { action: 'changeQuoteRequestState', quoteRequestState: 'Lost' }), {
    errors: [
      {
        code: 'InvalidField',
        allowedValues: ['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled'],
        field: 'actions[0].quoteRequestState',
        invalidValue: 'Lost',
      },
    ],
  });
  matchWhole(
    t,
    await requests.refuse(request, { action: 'cancelQuoteRequest' }),
    {
      errors: [
        {
          code: 'InvalidField',
          field: 'actions[0].action',
          invalidValue: 'cancelQuoteRequest',
          allowedValues: [
            'changeQuoteRequestState',
            'changeCustomer',
            'transitionState',
            'setCustomType',
            'setCustomField',
          ],
        },
      ],
    },
    'that is for buyers',
  );
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
  matchWhole(t, await requests.refuse(moved, { action: 'transitionState', state: referenceTo('state', second) }), {
    errors: [{ code: 'InvalidOperation', message: /it is final/, actionIndex: 0 }],
  });
  matchWhole(
    t,
    await requests.refuse(moved, { action: 'changeCustomer', customer: { typeId: 'customer', id: 'nobody' } }),
    {
      errors: [{ code: 'ReferencedResourceNotFound', typeId: 'customer', id: 'nobody' }],
    },
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
  const cart = await createBuyerCart(place);
  matchWhole(
    t,
    await createQuoteRequest(place, cart, {
      state: referenceTo('state', first),
      custom: { type: { key: type.key }, fields: { note: 'y' } },
    }),
    { state: referenceTo('state', first), custom: { fields: { note: 'y' } } },
  );
  matchWhole(
    t,
    await requests.refuseCreation({
      cart: referenceTo('cart', cart),
      cartVersion: 1,
      state: referenceTo('state', foreign),
    }),
    { errors: [{ code: 'InvalidOperation' }] },
  );
});

test('creates a staged quote, its quotation cart and the accepted request in one commit', async t => {
  const cart = await createBuyerCart(place, { customerEmail: 'anna@example.com', locale: 'en' });
  const request = await createQuoteRequest(place, cart, { purchaseOrderNumber: 'PO-3', key: newKey('request') });
  // What the buyer does to his cart from now on is no matter of the request's.
  await carts.update(cart, { action: 'setCountry', country: 'FR' });
  const draft = {
    quoteRequest: { typeId: 'quote-request' as const, key: request.key as string },
    quoteRequestVersion: 1,
  };
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .stagedQuotes()
        .post({ body: { ...draft, quoteRequestVersion: 2 } })
        .execute(),
    ),
    { statusCode: 409, body: { errors: [{ code: 'ConcurrentModification', currentVersion: 1 }] } },
  );
  const { body: plain } = await sdk.stagedQuotes().post({ body: draft }).execute();
  matchWhole(t, plain, {
    version: 1,
    stagedQuoteState: 'InProgress',
    customer: request.customer,
    quoteRequest: referenceTo('quote-request', request),
    purchaseOrderNumber: 'PO-3',
  });
  matchWhole(
    t,
    await get('quote-requests', request),
    { version: 1, quoteRequestState: 'Submitted' },
    'asked for nothing, it stays as it was',
  );

  const quotationCart = await cartById(plain.quotationCart.id);
  t.not(quotationCart.id, cart.id);
  matchWhole(t, quotationCart, {
    version: 1,
    origin: 'Quote',
    cartState: 'Active',
    customerId: cart.customerId,
    customerEmail: 'anna@example.com',
    locale: 'en',
    country: 'DE',
    purchaseOrderNumber: 'PO-3',
    customLineItems: cart.customLineItems,
    totalPrice: { centAmount: 2_000 },
  });
  t.notOk('deleteDaysAfterLastModification' in quotationCart, 'it is kept');
  matchWhole(t, (await carts.remove(quotationCart as unknown as Resource)).json, {
    errors: [{ code: 'ReferenceExists' }],
  });

  const { body: accepting } = await sdk
    .stagedQuotes()
    .post({ body: { ...draft, quoteRequestStateToAccepted: true } })
    .execute();
  matchWhole(t, await get('quote-requests', request), { version: 2, quoteRequestState: 'Accepted' });
  t.not(accepting.quotationCart.id, plain.quotationCart.id);
  matchWhole(t, (await messagesOf(request))[1], {
    type: 'QuoteRequestStateChanged',
    quoteRequestState: 'Accepted',
    oldQuoteRequestState: 'Submitted',
  });
  t.equal(
    (await createStagedQuote(place, { ...request, version: 2 }, { quoteRequestStateToAccepted: true })).version,
    1,
  );
  t.equal((await get('quote-requests', request)).version, 2, 'what is Accepted already does not change');

  for (const quoteRequestState of ['Cancelled', 'Rejected']) {
    const gone = await requests.update(await createQuoteRequest(place, await createBuyerCart(place)), {
      action: 'changeQuoteRequestState',
      quoteRequestState,
    });
    matchWhole(
      t,
      await stageds.refuseCreation({ quoteRequest: referenceTo('quote-request', gone), quoteRequestVersion: 2 }),
      { errors: [{ code: 'InvalidOperation', message: new RegExp(`is ${quoteRequestState}`) }] },
    );
  }
  const taken = (await createStagedQuote(place, { ...request, version: 2 }, { key: newKey('staged') })).key;
  const before = ((await http.send('GET', `${base}/carts?limit=1`)).json as { total: number }).total;
  matchWhole(
    t,
    await stageds.refuseCreation({
      ...draft,
      quoteRequestVersion: 2,
      key: taken,
    }),
    { errors: [{ code: 'DuplicateField', field: 'key', duplicateValue: taken }] },
  );
  t.equal(
    ((await http.send('GET', `${base}/carts?limit=1`)).json as { total: number }).total,
    before,
    'what is refused leaves no cart behind',
  );
});

test('accepts one version of a request once, also with concurrent staged quotes', async t => {
  const request = await createQuoteRequest(place, await createBuyerCart(place));
  const draft = {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: 1,
    quoteRequestStateToAccepted: true,
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => http.send('POST', `${base}/staged-quotes`, { body: draft })),
  );
  t.same(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 409)]);
  t.equal(
    (
      await sdk
        .carts()
        .get({ queryArgs: { where: `customerId="${(request.customer as { id: string }).id}" and origin="Quote"` } })
        .execute()
    ).body.total,
    1,
  );
});

test('actions of staged quotes send their messages, and custom fields are inherited (STATE019)', async t => {
  const state = await api.createIn('states', stateDraft({ type: 'StagedQuoteState' }));
  const foreign = await api.createIn('states', stateDraft({ type: 'QuoteState' }));
  const [shared, own] = [await newType('quote-request', 'staged-quote', 'quote'), await newType('staged-quote')];
  const request = await createQuoteRequest(place, await createBuyerCart(place), {
    custom: { type: { key: shared.key }, fields: { note: 'a', urgency: 'low' } },
  });
  const staged = await createStagedQuote(place, request);
  t.same(staged.custom, request.custom);
  const merged = await createStagedQuote(place, request, {
    custom: { type: { key: shared.key }, fields: { urgency: 'high' } },
  });
  matchWhole(t, merged, { custom: { fields: { note: 'a', urgency: 'high' } } });
  t.same(
    (
      (await createStagedQuote(place, request, { custom: { type: { key: own.key }, fields: { urgency: 'high' } } }))
        .custom as {
        fields: object;
      }
    ).fields,
    { urgency: 'high' },
    'of another Type they mean something else',
  );
  matchWhole(
    t,
    (await createQuote(place, merged, { custom: { type: { key: shared.key }, fields: { note: 'b' } } })).custom,
    {
      fields: { note: 'b', urgency: 'high' },
    },
  );

  const validTo = dateIn(60_000);
  matchWhole(t, await stageds.refuse(staged, { action: 'transitionState', state: referenceTo('state', foreign) }), {
    errors: [
      { code: 'InvalidOperation', message: /Staged quotes have States of type StagedQuoteState/, actionIndex: 0 },
    ],
  });
  matchWhole(t, await stageds.refuse(staged, { action: 'changeStagedQuoteState', stagedQuoteState: 'Open' }), {
    errors: [
      {
        code: 'InvalidField',
        allowedValues: ['InProgress', 'Sent', 'Closed'],
        field: 'actions[0].stagedQuoteState',
        invalidValue: 'Open',
      },
    ],
  });
  const changed = await stageds.update(
    staged,
    { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' },
    { action: 'setSellerComment', sellerComment: 'Gladly' },
    { action: 'setValidTo', validTo },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'setCustomField', name: 'note', value: 'c' },
  );
  matchWhole(t, changed, {
    stagedQuoteState: 'Closed',
    sellerComment: 'Gladly',
    validTo,
    state: referenceTo('state', state),
    custom: { fields: { note: 'c' } },
  });
  matchWhole(
    t,
    await quotes.refuseCreation({
      stagedQuote: referenceTo('staged-quote', changed),
      stagedQuoteVersion: changed.version,
    }),
    { errors: [{ code: 'InvalidOperation', message: /is Closed/ }] },
  );
  t.equal((await stageds.remove(changed)).status, 200);
  matchWhole(t, await messagesOf(staged), [
    { type: 'StagedQuoteCreated', stagedQuote: { id: staged.id } },
    { type: 'StagedQuoteStateChanged', stagedQuoteState: 'Closed', oldStagedQuoteState: 'InProgress' },
    { type: 'StagedQuoteSellerCommentSet', sellerComment: 'Gladly' },
    { type: 'StagedQuoteValidToSet', validTo },
    { type: 'StagedQuoteStateTransition', state: referenceTo('state', state), force: false },
    { type: 'StagedQuoteDeleted' },
  ]);
});

test('a quote copies its quotation cart', async t => {
  const request = await createQuoteRequest(place, await createBuyerCart(place, { customerEmail: 'anna@example.com' }), {
    purchaseOrderNumber: 'PO-4',
  });
  const validTo = dateIn(60_000);
  const staged = await stageds.update(
    await createStagedQuote(place, request),
    { action: 'setValidTo', validTo },
    { action: 'setSellerComment', sellerComment: 'Ten percent off' },
  );
  const directDiscounts = [
    { value: { type: 'relative', permyriad: 1_000 }, target: { type: 'customLineItems', predicate: 'true' } },
  ];
  const quotationCart = (await cartById((staged as unknown as StagedQuote).quotationCart.id)) as unknown as Resource;
  const adapted = await carts.update(quotationCart, { action: 'setDirectDiscounts', discounts: directDiscounts });
  matchWhole(t, adapted, { totalPrice: { centAmount: 1_800 }, origin: 'Quote' });

  const draft = { stagedQuote: { typeId: 'staged-quote' as const, id: staged.id }, stagedQuoteVersion: staged.version };
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .quotes()
        .post({ body: { ...draft, stagedQuoteVersion: 1 } })
        .execute(),
    ),
    { statusCode: 409, body: { errors: [{ code: 'ConcurrentModification', currentVersion: staged.version }] } },
  );
  const { body: quote } = await sdk
    .quotes()
    .post({ body: { ...draft, key: newKey('quote'), stagedQuoteStateToSent: true } })
    .execute();
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
  matchWhole(t, await messagesOf(quote as unknown as Resource), [
    { type: 'QuoteCreated', quote: { id: quote.id, totalPrice: { centAmount: 1_800 } } },
  ]);
  await carts.update(adapted, { action: 'setDirectDiscounts', discounts: [] });
  t.equal(
    (await sdk.quotes().withId({ ID: quote.id }).get().execute()).body.totalPrice.centAmount,
    1_800,
    'and not what becomes of the cart later',
  );
});

test('actions of quotes send their messages (STATE019)', async t => {
  const state = await api.createIn('states', stateDraft({ type: 'QuoteState' }));
  const foreign = await api.createIn('states', stateDraft({ type: 'QuoteRequestState' }));
  const type = await newType('quote');
  const customer = await newCustomer();
  const quote = await createQuoteFromCart(place);
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
    'only by asking for it',
  );
  matchWhole(t, await quotes.refuse(quote, { action: 'transitionState', state: referenceTo('state', foreign) }), {
    errors: [{ code: 'InvalidOperation', message: /Quotes have States of type QuoteState/, actionIndex: 0 }],
  });
  matchWhole(t, await quotes.refuse(quote, { action: 'changeMyQuoteState', quoteState: 'Accepted' }), {
    errors: [
      {
        code: 'InvalidField',
        field: 'actions[0].action',
        invalidValue: 'changeMyQuoteState',
        allowedValues: [
          'changeQuoteState',
          'requestQuoteRenegotiation',
          'changeCustomer',
          'transitionState',
          'setCustomType',
          'setCustomField',
        ],
      },
    ],
  });
  const asked = await quotes.update(quote, { action: 'requestQuoteRenegotiation', buyerComment: 'Less' });
  matchWhole(t, asked, { quoteState: 'DeclinedForRenegotiation', buyerComment: 'Less' });
  matchWhole(t, await quotes.refuse(asked, { action: 'requestQuoteRenegotiation' }), {
    errors: [
      { code: 'InvalidOperation', message: /is DeclinedForRenegotiation; expected a Pending one/, actionIndex: 0 },
    ],
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

const fromQuote = (
  { id, version }: { id: string; version: number },
  changes: Partial<OrderFromQuoteDraft> = {},
): OrderFromQuoteDraft => ({ quote: { typeId: 'quote', id }, version, ...changes });
const order = (quote: Resource, changes: Partial<OrderFromQuoteDraft> = {}) =>
  sdk
    .orders()
    .orderQuote()
    .post({ body: fromQuote(quote, changes) })
    .execute()
    .then(({ body }) => body);
const refuse = (quote: Resource, changes: Partial<OrderFromQuoteDraft> = {}) => rejectionOf(order(quote, changes));
const ordersOf = async ({ customer }: Resource) =>
  (
    await sdk
      .orders()
      .get({ queryArgs: { where: `customerId="${(customer as { id: string }).id}"` } })
      .execute()
  ).body.total;

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
  const quote = await createQuote(place, await createStagedQuote(place, await createQuoteRequest(place, cart)), {
    key: newKey('quote'),
  });
  // Prices that change after an offer was made do not change the offer.
  await api.createIn(
    'cart-discounts',
    cartDiscountDraft({ cartPredicate: `customer.id = "${String(cart.customerId)}"` }),
  );
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
  matchWhole(t, await messagesOf(made as unknown as Resource), [
    { type: 'OrderCreated', order: { id: made.id, quote: referenceTo('quote', quote) } },
  ]);
  matchWhole(t, (await quotes.remove(quote)).json, { errors: [{ code: 'ReferenceExists' }] });

  const state = await api.createIn('states', stateDraft());
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
    'ORD060 custom is no member of the draft',
  );
  matchWhole(
    t,
    await refuse(quote, { orderNumber }),
    { statusCode: 400, body: { errors: [{ code: 'OutOfStock', lineItems: [made.lineItems[0]!.id], skus: [sku] }] } },
    'five pieces were there, two orders of two were made',
  );
  const other = await createQuoteFromCart(place);
  matchWhole(t, await refuse(other, { orderNumber }), {
    statusCode: 400,
    body: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }] },
  });
  const foreign = await api.createIn('states', stateDraft({ type: 'QuoteState' }));
  matchWhole(t, await refuse(other, { state: referenceTo('state', foreign) }), {
    body: { errors: [{ code: 'InvalidOperation', message: /Orders have States of type OrderState/ }] },
  });
});

test('requires the quote and its current version (ORD056)', async t => {
  const quote = await createQuoteFromCart(place);
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
    { statusCode: 400 },
  );
  t.equal(await ordersOf(quote), 0);
});

test('quoteStateToAccepted accepts the quote in the commit of the order (ORD067)', async t => {
  const quote = await createQuoteFromCart(place);
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
  const kept = await createQuoteFromCart(place);
  const taken = newKey('order');
  await order(kept, { orderNumber: taken });
  matchWhole(t, await refuse(kept, { orderNumber: taken, quoteStateToAccepted: true }), {
    body: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: taken }] },
  });
  t.same(await get('quotes', kept), kept, 'an order that is refused accepts nothing');
});

test('refuses quotes that are not pending or expired (ORD065, ORD066, ORD108)', async t => {
  for (const quoteState of ['Accepted', 'Declined', 'Withdrawn', 'RenegotiationAddressed']) {
    const quote = await quotes.update(await createQuoteFromCart(place), { action: 'changeQuoteState', quoteState });
    for (const quoteStateToAccepted of [true, false])
      matchWhole(t, await refuse(quote, { quoteStateToAccepted }), {
        statusCode: 400,
        body: { errors: [{ code: 'InvalidOperation', message: new RegExp(`is ${quoteState}`) }] },
      });
    t.equal(await ordersOf(quote), 0);
  }
  const asked = await quotes.update(await createQuoteFromCart(place), { action: 'requestQuoteRenegotiation' });
  matchWhole(t, await refuse(asked), { statusCode: 400, body: { errors: [{ code: 'InvalidOperation' }] } });

  const validUntil = async (validTo: string) =>
    createQuote(
      place,
      await stageds.update(
        await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place))),
        {
          action: 'setValidTo',
          validTo,
        },
      ),
    );
  const over = await validUntil(dateIn(-1_000));
  matchWhole(t, await refuse(over, { quoteStateToAccepted: true }), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidOperation', message: /was valid until/ }] },
  });
  matchWhole(t, await get('quotes', over), { version: 1, quoteState: 'Pending' });
  t.equal((await order(await validUntil(dateIn(60_000)))).orderState, 'Open');
});

test('refuses quotes without an address or with incomplete shipping details (ORD061, ORD108, ERR058)', async t => {
  const offer = async (...actions: readonly object[]) => {
    const staged = await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place)));
    const cart = (await cartById((staged as unknown as StagedQuote).quotationCart.id)) as unknown as Resource;
    await carts.update(
      cart,
      ...actions.map(action => ({ customLineItemId: (cart.customLineItems as { id: string }[])[0]!.id, ...action })),
    );
    return createQuote(place, staged);
  };
  matchWhole(t, await refuse(await offer({ action: 'setShippingAddress' })), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidOperation', message: /shippingAddress/ }] },
  });
  const half = await offer(
    { action: 'addItemShippingAddress', address: { key: 'home', country: 'DE' } },
    { action: 'setCustomLineItemShippingDetails', shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] } },
  );
  matchWhole(t, await refuse(half), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidItemShippingDetails', subject: 'CustomLineItem' }] },
  });
});

test('twenty concurrent acceptances create one order (ORD067, ORD068)', async t => {
  const quote = await createQuoteFromCart(place);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => order(quote, { quoteStateToAccepted: true })),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results)
    if (result.status === 'rejected')
      matchWhole(t, result.reason, {
        statusCode: 409,
        body: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] },
      });
  t.equal(await ordersOf(quote), 1);
  matchWhole(t, await get('quotes', quote), { version: 2, quoteState: 'Accepted' });
});

/** Something happens between what a request has read and its commit: an API extension is asked there. */
const amidst = async (typeId: string, happen: () => Promise<unknown>, during: () => Promise<void>): Promise<void> => {
  const server = await startExternalServer();
  const extension = await api.createIn('extensions', {
    destination: { type: 'HTTP', url: server.url },
    triggers: [{ resourceTypeId: typeId, actions: ['Create'] }],
  });
  let happened: Promise<unknown> | undefined;
  server.behave(response => {
    void (happened ??= happen()).then(() => response.end('{}'));
  });
  await during();
  await api.resourcesAt('extensions').remove(extension);
};

test('refuses an order whose quote changes before the commit (ORD068)', async t => {
  const quote = await createQuoteFromCart(place);
  await amidst(
    'order',
    () => quotes.update(quote, { action: 'changeQuoteState', quoteState: 'Withdrawn' }),
    async () => {
      matchWhole(t, await refuse(quote), {
        statusCode: 409,
        body: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] },
      });
      t.equal(await ordersOf(quote), 0);
    },
  );
});

test('copies a quotation cart again that changes before the commit', async t => {
  const staged = await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place)));
  const cart = (await cartById((staged as unknown as StagedQuote).quotationCart.id)) as unknown as Resource;
  await amidst(
    'quote',
    () => carts.update(cart, { action: 'addCustomLineItem', name: { en: 'Wrap' }, slug: 'wrap', money: money(500) }),
    async () => {
      matchWhole(t, await createQuote(place, staged), {
        version: 1,
        totalPrice: { centAmount: 2_500 },
        customLineItems: { length: 2 },
      });
    },
  );
});

test('an order from a quote needs manage_quotes (ORD075)', async t => {
  const quote = await createQuoteFromCart(place);
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

const buyerScopes = ['manage_my_quote_requests', 'manage_my_quotes', 'manage_my_orders'].map(
  name => `${name}:${projectKey}`,
);

const newBuyer = async () => {
  const customer = await addCustomer(quayside, projectKey);
  await storeCustomer(quayside, projectKey, { email: customer.email }, customer.id);
  const client = new ClientBuilder()
    .withPasswordFlow({
      host: quayside.address,
      projectKey,
      scopes: buyerScopes,
      httpClient: describedFetch,
      credentials: {
        clientId: credentials.clientId,
        clientSecret: credentials.clientSecret,
        user: { username: customer.email, password: customer.password },
      },
    })
    .withHttpMiddleware({ host: quayside.address, httpClient: describedFetch })
    .build();
  return { id: customer.id, me: createApiBuilderFromCtpClient(client).withProjectKey({ projectKey }).me() };
};

test('a buyer requests quotes for own carts, cancels requests and answers quotes', async t => {
  const [buyer, stranger] = [await newBuyer(), await newBuyer()];
  const cart = await createBuyerCart(place, { customerId: buyer.id });
  const body = { cartId: cart.id, cartVersion: 1, comment: 'Please' };
  matchWhole(t, await rejectionOf(stranger.me.quoteRequests().post({ body }).execute()), {
    statusCode: 400,
    body: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: cart.id }] },
  });
  matchWhole(
    t,
    await rejectionOf(
      buyer.me
        .quoteRequests()
        .post({ body: { ...body, cartVersion: 2 } })
        .execute(),
    ),
    { statusCode: 409 },
  );
  const { body: request } = await buyer.me.quoteRequests().post({ body }).execute();
  matchWhole(t, request, {
    customer: { typeId: 'customer', id: buyer.id },
    comment: 'Please',
    quoteRequestState: 'Submitted',
    createdBy: { customer: { id: buyer.id } },
  });
  matchWhole(t, (await buyer.me.quoteRequests().get().execute()).body, { total: 1, results: [{ id: request.id }] });
  t.equal((await stranger.me.quoteRequests().get().execute()).body.total, 0);
  matchWhole(t, await rejectionOf(stranger.me.quoteRequests().withId({ ID: request.id }).get().execute()), {
    statusCode: 404,
  });

  const cancel = { version: 1, actions: [{ action: 'cancelQuoteRequest' as const }] };
  matchWhole(
    t,
    await rejectionOf(stranger.me.quoteRequests().withId({ ID: request.id }).post({ body: cancel }).execute()),
    {
      statusCode: 404,
    },
  );
  const { body: spare } = await buyer.me.quoteRequests().post({ body }).execute();
  t.equal(
    (await buyer.me.quoteRequests().withId({ ID: spare.id }).post({ body: cancel }).execute()).body.quoteRequestState,
    'Cancelled',
  );
  matchWhole(
    t,
    await rejectionOf(
      buyer.me
        .quoteRequests()
        .withId({ ID: spare.id })
        .post({ body: { ...cancel, version: 2 } })
        .execute(),
    ),
    {
      statusCode: 400,
      body: {
        errors: [{ code: 'InvalidOperation', message: /only a Submitted one can be cancelled/, actionIndex: 0 }],
      },
    },
  );
  matchWhole(t, (await messagesOf(spare as unknown as Resource))[1], {
    type: 'QuoteRequestStateChanged',
    quoteRequestState: 'Cancelled',
  });

  const staged = await createStagedQuote(place, request as unknown as Resource);
  const { quotationCart } = staged as unknown as StagedQuote;
  matchWhole(
    t,
    await rejectionOf(buyer.me.carts().withId({ ID: quotationCart.id }).get().execute()),
    { statusCode: 404 },
    "what the offer is worked out in is the seller's",
  );
  matchWhole(t, (await buyer.me.carts().get().execute()).body, { total: 1, results: [{ id: cart.id }] });
  t.equal((await buyer.me.activeCart().get().execute()).body.id, cart.id);
  t.equal((await sdk.carts().withCustomerId({ customerId: buyer.id }).get().execute()).body.id, cart.id);
  matchWhole(
    t,
    await rejectionOf(
      buyer.me
        .orders()
        .post({ body: { id: quotationCart.id, version: 1 } })
        .execute(),
    ),
    { statusCode: 400, body: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart' }] } },
  );

  const answer = (quote: Quote, action: object) =>
    buyer.me
      .quotes()
      .withId({ ID: quote.id })
      .post({ body: { version: quote.version, actions: [action as never] } })
      .execute();
  const offers = await Promise.all([1, 2, 3].map(async () => (await createQuote(place, staged)) as unknown as Quote));
  t.equal((await buyer.me.quotes().get().execute()).body.total, 3);
  const { body: seen } = await buyer.me
    .quotes()
    .withId({ ID: offers[0]!.id })
    .get({ queryArgs: { expand: ['stagedQuote.quotationCart', 'quoteRequest.cart', 'customer'] } })
    .execute();
  t.notOk('obj' in seen.stagedQuote, 'nor is it shown within the quote');
  t.equal(
    (seen.quoteRequest.obj as unknown as { cart: { obj: { id: string } } }).cart.obj.id,
    cart.id,
    "what is the buyer's own is",
  );
  matchWhole(
    t,
    await rejectionOf(
      buyer.me
        .quoteRequests()
        .post({ body: { cartId: quotationCart.id, cartVersion: 1, comment: '' } })
        .execute(),
    ),
    { statusCode: 400, body: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart' }] } },
  );
  matchWhole(
    t,
    await carts.refuse((await cartById(quotationCart.id)) as unknown as Resource, {
      action: 'addDiscountCode',
      code: (await discountCode()).code,
    }),
    { errors: [{ code: 'InvalidOperation', message: /that of a quote/, actionIndex: 0 }] },
    'codes are not used up by orders from quotes',
  );
  matchWhole(t, await rejectionOf(stranger.me.quotes().withId({ ID: offers[0]!.id }).get().execute()), {
    statusCode: 404,
  });
  matchWhole(t, await rejectionOf(answer(offers[0]!, { action: 'changeMyQuoteState', quoteState: 'Withdrawn' })), {
    body: {
      errors: [
        {
          code: 'InvalidField',
          allowedValues: ['Accepted', 'Declined'],
          field: 'actions[0].quoteState',
          invalidValue: 'Withdrawn',
        },
      ],
    },
  });
  matchWhole(t, await rejectionOf(answer(offers[0]!, { action: 'changeQuoteState', quoteState: 'Withdrawn' })), {
    body: {
      errors: [
        {
          code: 'InvalidField',
          field: 'actions[0].action',
          invalidValue: 'changeQuoteState',
          allowedValues: ['changeMyQuoteState', 'requestQuoteRenegotiation'],
        },
      ],
    },
  });
  const { body: accepted } = await answer(offers[0]!, { action: 'changeMyQuoteState', quoteState: 'Accepted' });
  t.equal(accepted.quoteState, 'Accepted');
  matchWhole(t, await rejectionOf(answer(accepted, { action: 'changeMyQuoteState', quoteState: 'Declined' })), {
    body: { errors: [{ code: 'InvalidOperation', actionIndex: 0 }] },
  });
  t.equal(
    (await answer(offers[1]!, { action: 'changeMyQuoteState', quoteState: 'Declined' })).body.quoteState,
    'Declined',
  );
  matchWhole(t, (await answer(offers[2]!, { action: 'requestQuoteRenegotiation', buyerComment: 'Less' })).body, {
    quoteState: 'DeclinedForRenegotiation',
    buyerComment: 'Less',
  });
  matchWhole(t, (await messagesOf(accepted as unknown as Resource))[1], {
    type: 'QuoteStateChanged',
    quoteState: 'Accepted',
    oldQuoteState: 'Pending',
  });
});

test('an anonymous session has no quotes and cannot request them', async t => {
  const id = newKey('visitor').slice(0, 40);
  const token = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(credentials), {
      grant_type: 'client_credentials',
      scope: buyerScopes.join(' '),
      anonymous_id: id,
    }),
  ).access_token;
  const own = quayside.http.as(token);
  const quote = await createQuoteFromCart(place);
  for (const path of ['quotes', 'quote-requests'])
    matchWhole(t, (await own.send('GET', `${base}/me/${path}`)).json, { total: 0, results: [] });
  t.equal((await own.send('GET', `${base}/me/quotes/${quote.id}`)).status, 404);
  const cart = await createBuyerCart(place, { customerId: undefined, anonymousId: id });
  matchWhole(t, await own.send('POST', `${base}/me/quote-requests`, { body: { cartId: cart.id, cartVersion: 1 } }), {
    status: 400,
    json: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart' }] },
  });
});

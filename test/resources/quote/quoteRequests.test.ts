/** Quote requests of buyers for their carts. */
import { test } from '../../support/tap.js';
import { storeCustomer } from '../../support/customers.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { createBuyerCart, createQuoteRequest } from '../../support/quotes.js';
import type { Resource } from '../../support/resourceApi.js';
import { rejectionOf } from '../../support/sdk.js';
import { startQuotes } from './startQuotes.js';

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
  const { body: request } = await sdk.quoteRequests().post({ body: draft }).execute();
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
    (await createQuoteRequest(quoteProject, cart, { purchaseOrderNumber: 'PO-2' })).purchaseOrderNumber,
    'PO-2',
    "the number of the request precedes the cart's",
  );
  matchWhole(t, (await carts.remove(cart)).json, { errors: [{ code: 'ReferenceExists' }] });
});

test('refuses quote requests for unsuitable carts', async t => {
  const cart = await createBuyerCart(quoteProject);
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

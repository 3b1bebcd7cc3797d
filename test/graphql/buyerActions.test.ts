/** The actions of buyers that only GraphQL declares: each runs once, and the result is read over HTTP. */
import { test } from '../support/tap.js';
import { createSample } from '../support/createSample.js';
import { createType, money, newKey, referenceTo } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { createQuote, createQuoteRequest, createStagedQuote } from '../support/quotes.js';
import type { Resource } from '../support/resourceApi.js';
import { startForms } from './startForms.js';

const forms = await startForms();
const { quayside, projectKey, http, base, createIn, taxCategory, soldProduct, customer, buyer, read, update } = forms;

const item = (name: string) => ({ name: { en: name }, slug: newKey(name), quantity: 3, money: money(100) });
const address = { country: 'DE', key: 'home' };
const owner = { typeId: 'customer', id: customer.id };
const list = await createIn('shopping-lists', {
  name: { en: 'List' },
  customer: owner,
  lineItems: [{ sku: soldProduct.sku, quantity: 4 }],
});
const policy = await createSample(forms, 'recurrence-policy');
const type = await createType(createIn, ['order', 'line-item', 'address', 'shipping', 'quote', 'quote-request']);
const typeId = { typeId: type.id };
const info = { recurrencePolicy: { typeId: 'recurrence-policy', id: policy.id } };

/** Creates a cart of the buyer with all parts that the actions change. */
const newCart = async () => {
  const cart = await createIn('carts', {
    currency: 'EUR',
    country: 'DE',
    customerId: customer.id,
    lineItems: [{ sku: soldProduct.sku, quantity: 2 }],
    customLineItems: [item('wrap')],
    taxMode: 'External',
    billingAddress: { country: 'DE' },
    shippingAddress: { country: 'DE' },
    itemShippingAddresses: [address],
  });
  const shipping = {
    action: 'setCustomShippingMethod',
    shippingMethodName: 'Own',
    shippingRate: { price: money(500) },
    taxCategory: referenceTo('tax-category', taxCategory),
  };
  const answer = await http.send('POST', `${base}/carts/${cart.id}`, {
    body: { version: cart.version, actions: [shipping] },
  });
  return answer.json as Resource & Record<'lineItems' | 'customLineItems', readonly { readonly id: string }[]>;
};

const custom = { type: { typeId: 'type', id: type.id }, fields: { note: 'a' } };
const [typed, changed] = [
  { ...typeId, fields: [{ name: 'note', value: '"a"' }] },
  { name: 'note', value: '"b"' },
];
const noteB = { custom: { fields: { note: 'b' } } };
const addressKey = { addressKey: 'home' };

/** The actions of buyers that only GraphQL declares, with the expected members of the cart. */
const cartActions: Readonly<
  Record<string, (cart: Awaited<ReturnType<typeof newCart>>) => readonly [readonly object[], object]>
> = {
  addShoppingList: () => [
    [{ addShoppingList: { shoppingList: { typeId: 'shopping-list', id: list.id } } }],
    { lineItems: [{ quantity: 6 }] },
  ],
  applyDeltaToCustomLineItemShippingDetailsTargets: ({ customLineItems: [first] }) => [
    [
      {
        applyDeltaToCustomLineItemShippingDetailsTargets: {
          customLineItemId: first!.id,
          targetsDeltaDraft: { itemShippingAddressTargets: [{ addressKey: 'home', quantity: 2 }] },
        },
      },
    ],
    { customLineItems: [{ shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }], valid: false } }] },
  ],
  setBillingAddressCustomType: () => [[{ setBillingAddressCustomType: typed }], { billingAddress: { custom } }],
  setBillingAddressCustomField: () => [
    [{ setBillingAddressCustomType: typed }, { setBillingAddressCustomField: changed }],
    { billingAddress: noteB },
  ],
  setShippingAddressCustomType: () => [[{ setShippingAddressCustomType: typed }], { shippingAddress: { custom } }],
  setShippingAddressCustomField: () => [
    [{ setShippingAddressCustomType: typed }, { setShippingAddressCustomField: changed }],
    { shippingAddress: noteB },
  ],
  setItemShippingAddressCustomType: () => [
    [{ setItemShippingAddressCustomType: { ...addressKey, ...typed } }],
    { itemShippingAddresses: [{ custom }] },
  ],
  setItemShippingAddressCustomField: () => [
    [
      { setItemShippingAddressCustomType: { ...addressKey, ...typed } },
      { setItemShippingAddressCustomField: { ...addressKey, ...changed } },
    ],
    { itemShippingAddresses: [noteB] },
  ],
  setShippingCustomType: () => [[{ setShippingCustomType: typed }], { shippingCustomFields: custom }],
  setShippingCustomField: () => [
    [{ setShippingCustomType: typed }, { setShippingCustomField: changed }],
    { shippingCustomFields: noteB.custom },
  ],
  setLineItemRecurrenceInfo: ({ lineItems: [first] }) => [
    [
      {
        setLineItemRecurrenceInfo: { lineItemId: first!.id, recurrenceInfo: { ...info, priceSelectionMode: 'Fixed' } },
      },
    ],
    { lineItems: [{ recurrenceInfo: { ...info, priceSelectionMode: 'Fixed' } }] },
  ],
  setCustomLineItemRecurrenceInfo: ({ customLineItems: [first] }) => [
    [{ setCustomLineItemRecurrenceInfo: { customLineItemId: first!.id, recurrenceInfo: info } }],
    { customLineItems: [{ recurrenceInfo: info }] },
  ],
};

for (const [name, rowOf] of Object.entries(cartActions))
  test(`a buyer runs ${name} on an own cart`, async t => {
    const cart = await newCart();
    const [actions, expected] = rowOf(cart);
    matchWhole(t, await update({ ask: buyer, name: 'MyCart', path: 'carts', resource: cart, actions }), expected);
  });

test('the shopping list of another customer does not exist for a buyer, by id and by key', async t => {
  const foreign = await createIn('shopping-lists', { name: { en: 'Other' }, key: newKey('list') });
  for (const named of [{ id: foreign.id }, { key: foreign.key as string }]) {
    const shoppingList = { typeId: 'shopping-list', ...named };
    const actions = [{ addShoppingList: { shoppingList } }];
    const { errors } = await update({ ask: buyer, name: 'MyCart', path: 'carts', resource: await newCart(), actions });
    matchWhole(t, errors, [{ extensions: { code: 'ReferencedResourceNotFound', typeId: 'shopping-list', ...named } }]);
  }
});

test('a price that only merchants can give has no effect for buyers, as over HTTP', async t => {
  const cart = await newCart();
  const changeLineItemQuantity = {
    lineItemId: cart.lineItems[0]!.id,
    quantity: 1,
    externalPrice: { centPrecision: money(1) },
  };
  const call = { ask: buyer, name: 'MyCart', path: 'carts', resource: cart, actions: [{ changeLineItemQuantity }] };
  matchWhole(t, await update(call), {
    errors: undefined,
    lineItems: [{ quantity: 1, priceMode: 'Platform', price: { value: { centAmount: 2_500 } } }],
  });
});

test('a buyer sets custom fields of own quotes and quote requests, and the store of an own list', async t => {
  const place = { quayside, projectKey, create: createIn };
  const cart = await createIn('carts', {
    currency: 'EUR',
    customerId: customer.id,
    country: 'DE',
    taxMode: 'Disabled',
    shippingAddress: { country: 'DE' },
    customLineItems: [item('quoted')],
  });
  const request = await createQuoteRequest(place, cart);
  const actions = [{ setCustomType: typed }, { setCustomField: changed }];
  matchWhole(
    t,
    await update({ ask: buyer, name: 'MyQuoteRequest', path: 'quote-requests', resource: request, actions }),
    noteB,
  );
  const quote = await createQuote(place, await createStagedQuote(place, await read('quote-requests', request.id)));
  matchWhole(t, await update({ ask: buyer, name: 'MyQuote', path: 'quotes', resource: quote, actions }), noteB);
  const store = await createIn('stores', { key: newKey('store') });
  const setStore = { store: { typeId: 'store', id: store.id } };
  const call = { ask: buyer, name: 'MyShoppingList', path: 'shopping-lists', resource: list, actions: [{ setStore }] };
  matchWhole(t, await update(call), { store: { typeId: 'store', key: store.key } });
});

/** Orders from carts, and the stock that they reserve. */
import { createType, fieldDefinition, money, newKey } from '../../../support/drafts.js';
import { startExternalServer } from '../../../support/externalServer.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { errorOf, assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { address } from '../../../support/shop.js';
import { test } from '../../../support/tap.js';
import { customItem } from '../cart/cartItems.js';
import { orderFromCartDraft, startOrdersFromCarts } from './startOrdersFromCarts.js';

const { api, http, base, shop, carts, order, refuse, get, ordersOf, customer } = await startOrdersFromCarts();

test('orders a cart (ORD032, ORD047, ORD048, ORD050, ORD052, ORD061, ORD063, ORD064, ORD085, EVT027)', async t => {
  const method = await shop.shippingMethod();
  const payment = await api.createIn('payments', { amountPlanned: money(24_490) });
  let cart = await shop.cart(
    [
      ['JACKET', 2],
      ['SCARF', 2],
    ],
    {
      key: newKey('cart'),
      customerEmail: 'anna@example.com',
      locale: 'en',
      billingAddress: address({ city: 'Kiel' }),
      origin: 'Merchant',
    },
  );
  matchWhole(t, cart, { cartState: 'Active' });
  cart = await carts.update(
    cart,
    { action: 'setShippingMethod', shippingMethod: { typeId: 'shipping-method', id: method.id } },
    { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } },
  );
  matchWhole(t, cart, { totalPrice: { centAmount: 24_490 }, taxedPrice: { totalGross: { centAmount: 24_490 } } });
  const orderNumber = newKey('ORDER').toUpperCase();
  const made = await api.create({ cart: { typeId: 'cart', key: cart.key }, version: cart.version, orderNumber });
  const { id, version } = cart;
  const ownMembers = new Set([
    'id',
    'version',
    'createdAt',
    'lastModifiedAt',
    'createdBy',
    'lastModifiedBy',
    'key',
    'cartState',
    'totalLineItemQuantity',
    'deleteDaysAfterLastModification',
    'lastMessageSequenceNumber',
  ]);
  const shared = Object.fromEntries(Object.entries(cart).filter(([name]) => !ownMembers.has(name)));
  matchWhole(t, made, {
    ...shared,
    orderNumber,
    orderState: 'Open',
    cart: { typeId: 'cart', id },
    syncInfo: [],
    returnInfo: [],
    version: 1,
  });
  matchWhole(t, await get('carts', id), { cartState: 'Ordered', version: version + 1 });
  matchWhole(t, await api.messagesOf(made), [
    {
      type: 'OrderCreated',
      order: { id: made.id, orderNumber },
      sequenceNumber: 1,
      resourceUserProvidedIdentifiers: { orderNumber },
    },
  ]);
  assertError(
    t,
    errorOf(
      await http.send('POST', `${base}/carts/${id}`, {
        body: { version: version + 1, actions: [{ action: 'setCountry', country: 'FR' }] },
      }),
    ),
    'InvalidOperation',
    { message: /Ordered/ },
  );
  matchWhole(
    t,
    await refuse({ ...cart, version: version + 1 }),
    { errors: [{ code: 'InvalidOperation', message: /Ordered/ }] },
    'a cart is ordered once',
  );
});

test('the payments of an ordered cart belong to the order (OACT084)', async t => {
  const payment = await api.createIn('payments', { amountPlanned: money(1_000) });
  const add = { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } };
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), add);
  const other = await shop.cart([['SCARF', 1]]);
  assertError(t, await carts.refuse(other, add), 'InvalidOperation', { message: /belongs to another/ });
  const made = await order(cart);
  matchWhole(t, made, { paymentInfo: { payments: [{ id: payment.id }] } });
  assertError(t, await carts.refuse(other, add), 'InvalidOperation', { message: /belongs to another/ });
  await api.update(made, { action: 'removePayment', payment: add.payment });
  matchWhole(t, await carts.update(other, add), { paymentInfo: { payments: [{ id: payment.id }] } });
});

test('refuses incomplete drafts and carts that cannot be ordered (ORD047, ORD048, ORD049, ORD061)', async t => {
  const cart = await shop.cart([['SCARF', 1]]);
  assertError(t, await api.refuseCreation({ version: 1 }), 'RequiredField', { field: 'cart' });
  assertError(t, await api.refuseCreation({ cart: { typeId: 'cart', id: cart.id } }), 'RequiredField', {
    field: 'version',
  });
  assertError(
    t,
    await api.refuseCreation({ cart: { typeId: 'cart', id: 'none' }, version: 1 }),
    'ReferencedResourceNotFound',
    { typeId: 'cart', id: 'none' },
  );
  assertError(t, await refuse({ ...cart, version: 7 }), 'ConcurrentModification', { currentVersion: 1 });
  const nowhere = await shop.cart([['SCARF', 1]], { shippingAddress: undefined });
  assertError(t, await refuse(nowhere), 'InvalidOperation', { message: /shippingAddress/ });
  const empty = await shop.cart([], { shippingAddress: undefined });
  assertError(t, await refuse(empty), 'InvalidOperation', {
    message: 'The cart is empty: it has no line items, no custom line items and no shippingAddress.',
  });
  const owing = await api.createIn('carts', {
    currency: 'EUR',
    shippingAddress: address(),
    customLineItems: [customItem({ money: money(-500) })],
  });
  assertError(t, await refuse(owing), 'InvalidOperation', { message: /-500 cents/ });
  const taken = newKey('taken');
  await order(cart, { orderNumber: taken });
  const second = await shop.cart([['SCARF', 1]]);
  assertError(t, await refuse(second, { orderNumber: taken }), 'DuplicateField', {
    field: 'orderNumber',
    duplicateValue: taken,
  });
  matchWhole(t, await get('carts', second.id), { cartState: 'Active', version: 1 }, 'a refused order changes nothing');
});

test('takes the states of the draft (ORD051, ORD052)', async t => {
  const state = await api.createIn('states', { key: newKey('state'), type: 'OrderState' });
  const given = {
    orderState: 'Confirmed',
    paymentState: 'Paid',
    shipmentState: 'Ready',
    state: { typeId: 'state', id: state.id },
  };
  matchWhole(t, await order(await shop.cart([['SCARF', 1]]), given), given);
});

test('merges custom fields of the draft and the cart (ORD053, ORD054, ORD055, order.d4122, order.4eae3)', async t => {
  const text = { name: 'String' };
  const typeOf = () =>
    createType(
      api.createIn,
      ['order'],
      [fieldDefinition('note', text), fieldDefinition('colour', text), fieldDefinition('must', text, true)],
    );
  const [type, other] = [await typeOf(), await typeOf()];
  const custom = (of: Resource, fields: object) => ({ custom: { type: { typeId: 'type', id: of.id }, fields } });
  const cartWith = () => shop.cart([['SCARF', 1]], custom(type, { note: 'from the cart', must: 'x' }));
  matchWhole(
    t,
    await order(await cartWith()),
    custom(type, { note: 'from the cart', must: 'x' }),
    'without custom fields in the draft copies those of the cart',
  );
  const merged = await order(await cartWith(), custom(type, { note: 'from the order', colour: 'blue' }));
  t.same(merged.custom, custom(type, { note: 'from the order', must: 'x', colour: 'blue' }).custom);
  assertError(t, await refuse(await cartWith(), custom(other, { must: 'y' })), 'InvalidOperation', { message: /Type/ });
  assertError(t, await refuse(await cartWith(), custom(type, { note: 7 })), 'InvalidField', {
    field: 'fields.note',
    invalidValue: 7,
  });
});

test('a store path orders carts of the store, and the order belongs to the store (ORD086)', async t => {
  const [here, there] = [newKey('store'), newKey('store')];
  for (const key of [here, there]) await api.createIn('stores', { key });
  const inHere = (path: string, body: object) => http.send('POST', `${base}/in-store/key=${here}/${path}`, { body });
  const cart = (
    await inHere('carts', { currency: 'EUR', country: 'DE', shippingAddress: address(), lineItems: [{ sku: 'SCARF' }] })
  ).json as Resource;
  matchWhole(t, cart, { store: { typeId: 'store', key: here } });
  const answer = await inHere('orders', orderFromCartDraft(cart));
  t.equal(answer.status, 201, answer.text);
  matchWhole(t, answer.json, { store: { typeId: 'store', key: here } });
  const ofOtherStore = await shop.cart([['SCARF', 1]], { store: { typeId: 'store', key: there } });
  assertError(t, errorOf(await inHere('orders', orderFromCartDraft(ofOtherStore))), 'ReferencedResourceNotFound', {
    typeId: 'cart',
    id: ofOtherStore.id,
  });
  // This token is not bound to the store; isolation/storePaths.test.ts tests one that is.
  const free = await shop.cart([['SCARF', 1]]);
  matchWhole(t, (await inHere('orders', orderFromCartDraft(free))).json, { store: { typeId: 'store', key: here } });
});

test('applies changes of API extensions to an order from a cart and to a frozen cart', async t => {
  const server = await startExternalServer();
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const buyer = await customer({ customerGroup: { typeId: 'customer-group', id: group.id } });
  const extension = await api.createIn('extensions', {
    destination: { type: 'HTTP', url: server.url },
    triggers: [
      { resourceTypeId: 'order', actions: ['Create'] },
      { resourceTypeId: 'cart', actions: ['Update'] },
    ],
  });
  server.behave(response =>
    response.end(JSON.stringify({ actions: [{ action: 'setCustomerId', customerId: buyer }] })),
  );
  matchWhole(t, await order(await shop.cart([['SCARF', 1]])), { customerId: buyer, customerGroup: { id: group.id } });
  server.behave(response => response.end('{}'));
  const frozen = await carts.update(await shop.cart([['SCARF', 1]]), { action: 'freezeCart' });
  server.behave(response => response.end(JSON.stringify({ actions: [{ action: 'setLocale', locale: 'en' }] })));
  matchWhole(t, await carts.update(frozen, { action: 'setShippingAddress', address: address({ country: 'FR' }) }), {
    locale: 'en',
    cartState: 'Frozen',
    taxedPrice: { taxPortions: [{ rate: 0.2 }] },
  });
  await api.resourcesAt('extensions').remove(extension);
});

test('twenty concurrent attempts create one order (ORD064)', async t => {
  const cart = await shop.cart([['SCARF', 1]]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => http.send('POST', `${base}/orders`, { body: orderFromCartDraft(cart) })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    t.ok(
      [409, 400].includes(answer.status) &&
        ['ConcurrentModification', 'InvalidOperation'].includes(errorOf(answer).errors[0]!.code),
      answer.text,
    );
  t.equal((await ordersOf(cart)).total, 1);
});

test('actions of an order do not change its cart (OACT044, OACT053, OACT056)', async t => {
  const cart = await shop.cart([['SCARF', 1]], {
    customerEmail: 'old@example.com',
    billingAddress: address({ city: 'Kiel' }),
  });
  const made = await order(cart);
  const before = await get('carts', cart.id);
  const after = await api.update(
    made,
    { action: 'setCustomerEmail', email: 'new@example.com' },
    { action: 'setShippingAddress', address: address({ city: 'Lyon' }) },
    { action: 'setBillingAddress', address: address({ city: 'Paris' }) },
  );
  matchWhole(t, after, {
    customerEmail: 'new@example.com',
    shippingAddress: { city: 'Lyon' },
    billingAddress: { city: 'Paris' },
  });
  t.same(await get('carts', cart.id), before);
});

test('orders reserve stock, and 60 buyers get 10 pieces at most (ERR052, ERR061, error.23aac)', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 500);
  const entry = await shop.stock(sku, 10);
  const buyers = await Promise.all(
    Array.from({ length: 60 }, () => shop.cart([[sku, 1]], { inventoryMode: 'ReserveOnOrder' })),
  );
  const answers = await Promise.all(
    buyers.map(cart => http.send('POST', `${base}/orders`, { body: orderFromCartDraft(cart) })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 10);
  const refused = answers
    .map((answer, at) => ({ answer, cart: buyers[at]! }))
    .filter(({ answer }) => answer.status !== 201);
  t.equal(refused.length, 50);
  for (const { answer, cart } of refused) {
    const item = (cart.lineItems as { id: string }[])[0]!;
    assertError(t, errorOf(answer), 'OutOfStock', { lineItems: [item.id], skus: [sku] });
  }
  matchWhole(t, await get('inventory', entry.id), { quantityOnStock: 10, availableQuantity: 0, version: 11 });
});

test("tracked stock may be negative, per channel; the item's mode wins (ERR052, cart.d015a, cart.54207)", async t => {
  const [sku, channel] = [
    shop.newSku(),
    await api.createIn('channels', { key: newKey('store'), roles: ['InventorySupply'] }),
  ];
  await shop.product(sku, 500);
  const supplyChannel = { typeId: 'channel', id: channel.id };
  const [free, own] = [await shop.stock(sku, 1), await shop.stock(sku, 5, { supplyChannel })];
  const cart = (item: object, inventoryMode: string) =>
    api.createIn('carts', {
      currency: 'EUR',
      shippingAddress: address(),
      inventoryMode,
      lineItems: [{ sku, quantity: 3, ...item }],
    });
  const outOfStock = ({ lineItems }: Resource) => ({
    errors: [{ code: 'OutOfStock', lineItems: (lineItems as { id: string }[]).map(({ id }) => id), skus: [sku] }],
  });
  await order(await cart({}, 'TrackOnly'));
  matchWhole(t, await get('inventory', free.id), { quantityOnStock: 1, availableQuantity: -2 });
  await order(await cart({}, 'None'));
  matchWhole(t, await get('inventory', free.id), { availableQuantity: -2 });
  const reserving = await cart({ inventoryMode: 'ReserveOnOrder' }, 'TrackOnly');
  matchWhole(t, await refuse(reserving), outOfStock(reserving));
  await order(await cart({ supplyChannel }, 'ReserveOnOrder'));
  matchWhole(t, await get('inventory', own.id), { availableQuantity: 2 });
  const beyondStock = await cart({ supplyChannel }, 'ReserveOnOrder');
  matchWhole(t, await refuse(beyondStock), outOfStock(beyondStock));
  matchWhole(t, await get('inventory', own.id), { availableQuantity: 2 });
});

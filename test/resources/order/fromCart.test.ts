/** Orders from carts: what they take over, what stands against them, and that nothing is sold twice. */
import { test } from 'tap';
import { startExternalServer } from '../../support/externalServer.js';
import { errorOf } from '../../support/refusal.js';
import { newKey, cartDiscountDraft, money } from '../../support/drafts.js';
import { type Resource, startResourceApi } from '../../support/resourceApi.js';
import { address, openShop, vatRate } from '../../support/shop.js';
import { keys } from '../../../src/store/keys.js';
import { matchWhole } from '../../support/matchWhole.js';

const api = await startResourceApi('orders');
const {
  http,
  base,
  credentials: { projectKey },
  quayside,
} = api;
const shop = await openShop(api);
const carts = api.resourcesAt('carts');
await shop.product('JACKET', 10_000);
await shop.product('SCARF', 2_000);

const draftOf = ({ id, version }: Resource, changes: object = {}) => ({
  cart: { typeId: 'cart', id },
  version,
  ...changes,
});
const order = (cart: Resource, changes: object = {}) => api.create(draftOf(cart, changes));
const refuse = (cart: Resource, changes: object = {}) => api.refuseCreation(draftOf(cart, changes));
const get = async (path: string, id: string) => (await http.send('GET', `${base}/${path}/${id}`)).json as Resource;
const ordersOf = async (cart: Resource) =>
  (await http.send('GET', `${base}/orders?where=${encodeURIComponent(`cart(id="${cart.id}")`)}`)).json as {
    total: number;
  };

/** A customer, as long as there are no endpoints for them. */
const customer = async (changes: object = {}): Promise<string> => {
  const id = newKey('customer');
  const body = {
    id,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastModifiedAt: '2026-01-01T00:00:00.000Z',
    email: `${id}@example.com`,
    ...changes,
  };
  await quayside.services.redis.set(keys.body(projectKey, 'customer', id), JSON.stringify(body));
  return id;
};

test('an order takes over the members of its cart and sets it to Ordered (ORD032, ORD047, ORD048, ORD050, ORD052, ORD061, ORD063, ORD064, ORD085, EVT027)', async t => {
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
  const {
    id,
    version,
    createdAt,
    lastModifiedAt,
    createdBy,
    lastModifiedBy,
    key,
    cartState,
    totalLineItemQuantity,
    deleteDaysAfterLastModification,
    ...shared
  } = cart;
  matchWhole(t, made, {
    ...shared,
    orderNumber,
    orderState: 'Open',
    cart: { typeId: 'cart', id },
    syncInfo: [],
    returnInfo: [],
    version: 1,
  });
  matchWhole(t, await get('carts', id), { cartState: 'Ordered', version: (version as number) + 1 });
  matchWhole(t, await api.messagesOf(made), [
    {
      type: 'OrderCreated',
      order: { id: made.id, orderNumber },
      sequenceNumber: 1,
      resourceUserProvidedIdentifiers: { orderNumber },
    },
  ]);
  matchWhole(
    t,
    errorOf(
      await http.send('POST', `${base}/carts/${id}`, {
        body: { version: (version as number) + 1, actions: [{ action: 'setCountry', country: 'FR' }] },
      }),
    ),
    { errors: [{ code: 'InvalidOperation', message: /Ordered/ }] },
  );
  matchWhole(
    t,
    await refuse({ ...cart, version: (version as number) + 1 }),
    { errors: [{ code: 'InvalidOperation', message: /Ordered/ }] },
    'once only',
  );
});

test('the payments of an ordered cart belong to the order (OACT084)', async t => {
  const payment = await api.createIn('payments', { amountPlanned: money(1_000) });
  const add = { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } };
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), add);
  const other = await shop.cart([['SCARF', 1]]);
  matchWhole(t, await carts.refuse(other, add), {
    errors: [{ code: 'InvalidOperation', message: /belongs to another/ }],
  });
  const made = await order(cart);
  matchWhole(t, made, { paymentInfo: { payments: [{ id: payment.id }] } });
  matchWhole(t, await carts.refuse(other, add), {
    errors: [{ code: 'InvalidOperation', message: /belongs to another/ }],
  });
  await api.update(made, { action: 'removePayment', payment: add.payment });
  matchWhole(t, await carts.update(other, add), { paymentInfo: { payments: [{ id: payment.id }] } });
});

test('refuses incomplete drafts and carts that cannot be ordered (ORD047, ORD048, ORD049, ORD061)', async t => {
  const cart = await shop.cart([['SCARF', 1]]);
  matchWhole(t, await api.refuseCreation({ version: 1 }), { errors: [{ code: 'RequiredField', field: 'cart' }] });
  matchWhole(t, await api.refuseCreation({ cart: { typeId: 'cart', id: cart.id } }), {
    errors: [{ code: 'RequiredField', field: 'version' }],
  });
  matchWhole(t, await api.refuseCreation({ cart: { typeId: 'cart', id: 'none' }, version: 1 }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: 'none' }],
  });
  matchWhole(t, await refuse({ ...cart, version: 7 }), {
    statusCode: 409,
    errors: [{ code: 'ConcurrentModification', currentVersion: 1 }],
  });
  const nowhere = await shop.cart([['SCARF', 1]], { shippingAddress: undefined });
  matchWhole(t, await refuse(nowhere), { errors: [{ code: 'InvalidOperation', message: /shippingAddress/ }] });
  const owing = await api.createIn('carts', {
    currency: 'EUR',
    shippingAddress: address(),
    customLineItems: [{ name: { en: 'Voucher' }, slug: 'voucher', money: money(-500) }],
  });
  matchWhole(t, await refuse(owing), { errors: [{ code: 'InvalidOperation', message: /-500 cents/ }] });
  const taken = newKey('taken');
  await order(cart, { orderNumber: taken });
  const second = await shop.cart([['SCARF', 1]]);
  matchWhole(t, await refuse(second, { orderNumber: taken }), {
    errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: taken }],
  });
  matchWhole(t, await get('carts', second.id), { cartState: 'Active', version: 1 }, 'nothing is half done');
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

test('merges custom fields of the draft into those of the cart (ORD053, ORD054, ORD055)', async t => {
  const field = (name: string, required = false) => ({ name, label: { en: name }, required, type: { name: 'String' } });
  const typeOf = () =>
    api.createIn('types', {
      key: newKey('type'),
      name: { en: 'T' },
      resourceTypeIds: ['order'],
      fieldDefinitions: [field('note'), field('colour'), field('must', true)],
    });
  const [type, other] = [await typeOf(), await typeOf()];
  const custom = (of: Resource, fields: object) => ({ custom: { type: { typeId: 'type', id: of.id }, fields } });
  const cartWith = () => shop.cart([['SCARF', 1]], custom(type, { note: 'from the cart', must: 'x' }));
  matchWhole(
    t,
    await order(await cartWith()),
    custom(type, { note: 'from the cart', must: 'x' }),
    'none given: copied',
  );
  const merged = await order(await cartWith(), custom(type, { note: 'from the order', colour: 'blue' }));
  t.same(merged.custom, custom(type, { note: 'from the order', must: 'x', colour: 'blue' }).custom);
  matchWhole(t, await refuse(await cartWith(), custom(other, { must: 'y' })), {
    errors: [{ code: 'InvalidOperation', message: /Type/ }],
  });
  matchWhole(t, await refuse(await cartWith(), custom(type, { note: 7 })), {
    errors: [{ code: 'InvalidField', field: 'fields.note', invalidValue: 7 }],
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
  const answer = await inHere('orders', draftOf(cart));
  t.equal(answer.status, 201, answer.text);
  matchWhole(t, answer.json, { store: { typeId: 'store', key: here } });
  const elsewhere = await shop.cart([['SCARF', 1]], { store: { typeId: 'store', key: there } });
  matchWhole(t, errorOf(await inHere('orders', draftOf(elsewhere))), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: elsewhere.id }],
  });
  const free = await shop.cart([['SCARF', 1]]);
  matchWhole(t, (await inHere('orders', draftOf(free))).json, { store: { typeId: 'store', key: here } });
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
    Array.from({ length: 20 }, () => http.send('POST', `${base}/orders`, { body: draftOf(cart) })),
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

test('orders reserve stock, and 60 buyers get 10 pieces at most (ERR052, ERR061)', async t => {
  const sku = shop.newSku();
  await shop.product(sku, 500);
  const entry = await shop.stock(sku, 10);
  const buyers = await Promise.all(
    Array.from({ length: 60 }, () => shop.cart([[sku, 1]], { inventoryMode: 'ReserveOnOrder' })),
  );
  const answers = await Promise.all(buyers.map(cart => http.send('POST', `${base}/orders`, { body: draftOf(cart) })));
  t.equal(answers.filter(({ status }) => status === 201).length, 10);
  const refused = answers
    .map((answer, at) => ({ answer, cart: buyers[at]! }))
    .filter(({ answer }) => answer.status !== 201);
  t.equal(refused.length, 50);
  for (const { answer, cart } of refused) {
    const item = (cart.lineItems as { id: string }[])[0]!;
    matchWhole(t, errorOf(answer), {
      statusCode: 400,
      errors: [{ code: 'OutOfStock', lineItems: [item.id], skus: [sku] }],
    });
  }
  matchWhole(t, await get('inventory', entry.id), { quantityOnStock: 10, availableQuantity: 0, version: 11 });
});

test("tracked stock may fall below 0, the inventory mode of an item precedes the cart's, and channels have separate stock (ERR052)", async t => {
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

test('refuses changed prices, taxes and shipping (ERR053, ERR061)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000);
  const method = await shop.shippingMethod(300);
  let cart = await shop.cart([
    [sku, 1],
    ['SCARF', 1],
  ]);
  cart = await carts.update(cart, {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: method.id },
  });
  const [item] = cart.lineItems as { id: string }[];
  const priceId = (product.masterData as { current: { masterVariant: { prices: { id: string }[] } } }).current
    .masterVariant.prices[0]!.id;
  await api
    .resourcesAt('products')
    .update(product, { action: 'changePrice', priceId, price: { value: money(1_100) }, staged: false });
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [{ code: 'PriceChanged', lineItems: [item!.id], shipping: false }],
  });
  const zoneRate = (method.zoneRates as { zone: object; shippingRates: object[] }[])[0]!;
  await api
    .resourcesAt('shipping-methods')
    .update(
      method,
      { action: 'removeShippingRate', zone: zoneRate.zone, shippingRate: { price: money(300) } },
      { action: 'addShippingRate', zone: zoneRate.zone, shippingRate: { price: money(350) } },
    );
  matchWhole(t, await refuse(cart), { errors: [{ code: 'PriceChanged', lineItems: [item!.id], shipping: true }] });
  cart = await carts.update(cart, { action: 'recalculate' });
  matchWhole(t, cart, { totalPrice: { centAmount: 3_450 } });
  matchWhole(t, await order(cart), { totalPrice: { centAmount: 3_450 } });
});

test('refuses a shipping method that no longer matches the cart (ERR057, ERR061)', async t => {
  const method = await shop.shippingMethod(300);
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: method.id },
  });
  await api
    .resourcesAt('shipping-methods')
    .update(method, { action: 'setPredicate', predicate: 'totalPrice > "1000.00 EUR"' });
  matchWhole(t, await refuse(cart), { statusCode: 400, errors: [{ code: 'ShippingMethodDoesNotMatchCart' }] });
});

test('refuses shipping details that leave out pieces of an item (ERR058, ERR061)', async t => {
  const cart = await api.createIn('carts', {
    currency: 'EUR',
    shippingAddress: address(),
    itemShippingAddresses: [address({ key: 'home' })],
    lineItems: [{ sku: 'SCARF', quantity: 3, shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] } }],
    customLineItems: [
      {
        name: { en: 'Wrap' },
        slug: 'wrap',
        money: money(100),
        quantity: 2,
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] },
      },
    ],
  });
  const [item, custom] = [(cart.lineItems as { id: string }[])[0]!, (cart.customLineItems as { id: string }[])[0]!];
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [
      { code: 'InvalidItemShippingDetails', subject: 'LineItem', itemId: item.id },
      { code: 'InvalidItemShippingDetails', subject: 'CustomLineItem', itemId: custom.id },
    ],
  });
});

test('refuses an item without a price or a tax rate (ERR059, ERR060, ERR061)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000);
  const cart = await shop.cart([[sku, 1]]);
  const priceId = (product.masterData as { current: { masterVariant: { prices: { id: string }[] } } }).current
    .masterVariant.prices[0]!.id;
  await api.resourcesAt('products').update(product, { action: 'removePrice', priceId, staged: false });
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [{ code: 'MatchingPriceNotFound', productId: product.id, variantId: 1, currency: 'EUR', country: 'DE' }],
  });
  const category = await api.createIn('tax-categories', { name: 'Reduced', rates: [vatRate('DE', 0.07)] });
  const taxed = shop.newSku();
  await shop.product(taxed, 1_000, { taxCategory: { typeId: 'tax-category', id: category.id } });
  const second = await shop.cart([[taxed, 1]]);
  const [rate] = category.rates as { id: string }[];
  await api.resourcesAt('tax-categories').update(category, { action: 'removeTaxRate', taxRateId: rate!.id });
  matchWhole(t, await refuse(second), {
    statusCode: 400,
    errors: [{ code: 'MissingTaxRateForCountry', taxCategoryId: category.id, country: 'DE' }],
  });
});

test('refuses discount codes that no longer apply or are used up, uses by deleted orders included (ERR054, ERR055, ERR056, ERR061, ORD102)', async t => {
  const discount = await api.createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true }));
  const codes = api.resourcesAt('discount-codes');
  const code = (changes: object = {}) =>
    codes.create({ code: newKey('CODE'), cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }], ...changes });
  const cartWith = ({ code: text }: Resource, changes: object = {}) =>
    shop.cart([['SCARF', 1]], { discountCodes: [text], ...changes });

  const once = await code({ maxApplications: 1 });
  const [first, second] = [await cartWith(once), await cartWith(once)];
  matchWhole(t, first, { discountCodes: [{ state: 'MatchesCart' }], totalPrice: { centAmount: 1_800 } });
  const made = await order(first);
  matchWhole(t, made, { discountCodes: [{ discountCode: { id: once.id }, state: 'MatchesCart' }] });
  t.equal((await api.remove(made)).status, 200);
  matchWhole(t, await refuse(second), {
    statusCode: 400,
    errors: [
      {
        code: 'DiscountCodeNonApplicable',
        discountCode: once.code,
        dicountCodeId: once.id,
        reason: 'MaxApplicationReached',
      },
    ],
  });
  matchWhole(t, await cartWith(once), {
    discountCodes: [{ state: 'MaxApplicationReached' }],
    totalPrice: { centAmount: 2_000 },
  });

  const [anna, bert] = [await customer(), await customer()];
  const each = await code({ maxApplicationsPerCustomer: 1 });
  await order(await cartWith(each, { customerId: anna }));
  matchWhole(t, await cartWith(each, { customerId: anna }), { discountCodes: [{ state: 'MaxApplicationReached' }] });
  await order(await cartWith(each, { customerId: bert }));

  const few = await code({ maxApplications: 3 });
  const rushed = await Promise.all(Array.from({ length: 12 }, () => cartWith(few)));
  const answers = await Promise.all(rushed.map(cart => http.send('POST', `${base}/orders`, { body: draftOf(cart) })));
  t.equal(answers.filter(({ status }) => status === 201).length, 3, 'counted in the commit of the order');

  const gone = await code();
  const withGone = await cartWith(gone);
  t.equal((await codes.remove(gone)).status, 200);
  matchWhole(t, await refuse(withGone), {
    errors: [
      { code: 'DiscountCodeNonApplicable', discountCode: gone.id, dicountCodeId: gone.id, reason: 'DoesNotExist' },
    ],
  });

  const late = await code();
  const withLate = await cartWith(late);
  const [validFrom, validUntil] = ['2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z'];
  await codes.update(late, { action: 'setValidFromAndUntil', validFrom, validUntil });
  const refused = await refuse(withLate);
  matchWhole(t, refused, {
    errors: [
      {
        code: 'DiscountCodeNonApplicable',
        discountCode: late.code,
        dicountCodeId: late.id,
        validFrom,
        validUntil,
        validityCheckTime: String,
        reason: 'TimeRangeNonApplicable',
      },
    ],
  });
  t.ok(
    Date.parse((refused.errors[0] as unknown as { validityCheckTime: string }).validityCheckTime) >
      Date.parse(validUntil),
  );
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

/** Rules that the documentation of orders states, where no other test of orders proves them. */
import type { Order } from '@commercetools/platform-sdk';
import { cartDiscountDraft, createType, customLineItemDraft, fieldDefinition } from '../../../support/drafts.js';
import { money, newKey, orderDraft, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { createQuoteFromCart } from '../../../support/quotes.js';
import { assertError } from '../../../support/refusal.js';
import { changeProject, type Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { orderFromCartDraft, startOrdersFromCarts } from './startOrdersFromCarts.js';

const { api, shop, carts, order, customer } = await startOrdersFromCarts();
const { createIn, resourcesAt, quayside, credentials, projectKey, refuse, update } = api;
const imports = resourcesAt<Order & Resource>('orders/import');
const address = { country: 'DE', key: 'home' };
const type = referenceTo(
  'type',
  await createType(
    createIn,
    ['order-delivery', 'order-parcel', 'address'],
    [fieldDefinition('note', { name: 'String' })],
  ),
);

/** Creates an order with one delivery, `d`, of one parcel, `p`, and one returned item. */
const createDelivered = async (members: object = {}): Promise<Order & Resource> => {
  const made = await imports.create(
    orderDraft({
      customLineItems: [customLineItemDraft()],
      shippingInfo: { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } },
      itemShippingAddresses: [address, { ...address, key: 'work' }],
      ...members,
    }),
  );
  const items = [{ id: made.lineItems[0]!.id, quantity: 1 }];
  const parcel = { key: 'p', items, measurements: { weightInGram: 1 }, trackingData: { trackingId: 'T' } };
  const returned = { lineItemId: items[0]!.id, quantity: 1, shipmentState: 'Returned' };
  return (await update(
    made,
    { action: 'addDelivery', deliveryKey: 'd', items, address, parcels: [parcel] },
    { action: 'addReturnInfo', items: [returned] },
  )) as Order & Resource;
};
const deliveryOf = ({ shippingInfo }: Order) => shippingInfo!.deliveries![0]!;

const custom = { type, fields: {} };
const field = { name: 'note', value: 'x' };
const noted = { type, fields: { note: 'x' } };
for (const [part, rule, actions, expected] of [
  [
    'delivery',
    'order.21352',
    {
      addParcelToDelivery: {},
      setDeliveryAddress: { address },
      setDeliveryItems: { items: [] },
      setDeliveryCustomType: custom,
      setDeliveryCustomField: field,
      setDeliveryAddressCustomType: custom,
      setDeliveryAddressCustomField: field,
      removeDelivery: {},
    },
    { items: [], parcels: [{}, {}], custom: noted, address: { custom: noted } },
  ],
  [
    'parcel',
    'order.fdb00',
    {
      setParcelItems: { items: [] },
      setParcelMeasurements: { measurements: { weightInGram: 7 } },
      setParcelTrackingData: { trackingData: { carrier: 'C' } },
      setParcelCustomType: custom,
      setParcelCustomField: field,
      removeParcelFromDelivery: {},
    },
    { items: [], measurements: { weightInGram: 7 }, trackingData: { carrier: 'C' }, custom: noted },
  ],
] as const)
  test(`actions of a ${part} name it by id or key (${rule})`, async t => {
    for (const by of ['Id', 'Key']) {
      const made = await createDelivered();
      const found = part === 'delivery' ? deliveryOf(made) : deliveryOf(made).parcels[0]!;
      const both = { [`${part}Id`]: found.id, [`${part}Key`]: found.key };
      const list = Object.entries(actions).map(([action, members]) => ({ action, ...members }));
      for (const action of list) {
        assertError(t, await refuse(made, action), 'RequiredField', { field: `${part}Id`, actionIndex: 0 });
        assertError(t, await refuse(made, { ...action, ...both }), 'InvalidInput', {
          message: new RegExp(`Both ${part}Id and ${part}Key`),
          actionIndex: 0,
        });
      }
      const [last, ...others] = list.map(action => ({ ...action, [part + by]: both[part + by] })).reverse();
      const changed = (await update(made, ...others.reverse())) as Order & Resource;
      const after = deliveryOf(changed);
      matchWhole(t, part === 'delivery' ? after : after.parcels[0], expected);
      const removed = (await update(changed, last!)) as Order & Resource;
      t.same(part === 'delivery' ? removed.shippingInfo!.deliveries : deliveryOf(removed).parcels, []);
    }
  });

test('setting nothing removes what an order and its deliveries have (order.97c22, order.d925d)', async t => {
  const store = { typeId: 'store' as const, key: newKey('store') };
  await createIn('stores', store);
  const made = await createDelivered({ store, billingAddress: address, shippingAddress: address });
  const [lineItemId, customLineItemId] = [made.lineItems[0]!.id, made.customLineItems[0]!.id];
  const [ofLine, ofCustom] = [made.lineItems[0]!, made.customLineItems[0]!].map(({ quantity }) => ({
    targets: [{ addressKey: 'home', quantity }],
  }));
  const set = (await update(
    made,
    { action: 'setCustomerEmail', email: 'a@example.com' },
    { action: 'setCustomerId', customerId: await customer() },
    { action: 'setLocale', locale: 'en' },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO' },
    { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: ofLine },
    { action: 'setCustomLineItemShippingDetails', customLineItemId, shippingDetails: ofCustom },
  )) as Order & Resource;
  const members = ['billingAddress', 'shippingAddress', 'store', 'customerEmail', 'customerId', 'locale'];
  for (const name of [...members, 'purchaseOrderNumber']) t.ok(name in set, name);
  for (const [item] of [set.lineItems, set.customLineItems]) t.ok('shippingDetails' in item!);
  const [inDelivery, inParcel] = [{ deliveryKey: 'd' }, { parcelKey: 'p' }];
  const unset = (await update(
    set,
    ...[
      'BillingAddress',
      'ShippingAddress',
      'Store',
      'CustomerEmail',
      'CustomerId',
      'Locale',
      'PurchaseOrderNumber',
    ].map(name => ({ action: `set${name}` })),
    { action: 'setReturnInfo' },
    { action: 'setLineItemShippingDetails', lineItemId },
    { action: 'setCustomLineItemShippingDetails', customLineItemId },
    { action: 'setParcelMeasurements', ...inParcel },
    { action: 'setParcelTrackingData', ...inParcel },
    { action: 'setParcelItems', ...inParcel, items: [] },
    { action: 'setDeliveryAddress', ...inDelivery },
    { action: 'setDeliveryItems', ...inDelivery, items: [] },
  )) as Order & Resource;
  for (const name of [...members, 'purchaseOrderNumber', 'customerGroup']) t.notOk(name in unset, name);
  for (const [item] of [unset.lineItems, unset.customLineItems]) t.notOk('shippingDetails' in item!);
  t.same(unset.returnInfo, []);
  const delivery = deliveryOf(unset);
  matchWhole(t, delivery, { address: undefined, items: [], parcels: [{ key: 'p', items: [] }] });
  t.same(Object.keys(delivery.parcels[0]!).sort(), ['createdAt', 'id', 'items', 'key']);
});

test('an order number is unique and stays, however the order is made (order.32beb, order.a7c4c)', async t => {
  const taken = newKey('number');
  await imports.create(orderDraft({ orderNumber: taken }));
  const quotes = { quayside, projectKey, create: createIn };
  const cart = orderFromCartDraft(await shop.cart([['SCARF', 1]]));
  const quote = await createQuoteFromCart(quotes, {});
  for (const [path, draft] of [
    ['orders', cart],
    ['orders/quotes', { quote: referenceTo('quote', quote), version: quote.version }],
  ] as const) {
    const refused = await resourcesAt(path).refuseCreation({ ...draft, orderNumber: taken });
    assertError(t, refused, 'DuplicateField', { field: 'orderNumber', duplicateValue: taken });
    const orderNumber = newKey('number');
    const made = await createIn(path, { ...draft, orderNumber });
    t.equal(made.orderNumber, orderNumber);
    for (const members of [{ orderNumber: newKey('other') }, {}])
      assertError(t, await refuse(made, { action: 'setOrderNumber', ...members }), 'InvalidOperation', {
        message: `The order number is '${orderNumber}' and cannot be changed or removed.`,
        actionIndex: 0,
      });
  }
});

test('an order has discount codes or direct discounts, not both (order.1c78a, order.56252)', async t => {
  const discount = await createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true }));
  const code = newKey('CODE');
  await createIn('discount-codes', { code, cartDiscounts: [referenceTo('cart-discount', discount)] });
  const direct = { value: { type: 'relative', permyriad: 1_000 }, target: { type: 'lineItems', predicate: 'true' } };
  const [addCode, setDirect] = [
    { action: 'addDiscountCode', code },
    { action: 'setDirectDiscounts', discounts: [direct] },
  ];
  for (const [first, second, own, other] of [
    [addCode, setDirect, 'discountCodes', 'directDiscounts'],
    [setDirect, addCode, 'directDiscounts', 'discountCodes'],
  ] as const) {
    const cart = await carts.update(await shop.cart([['SCARF', 1]]), first);
    const refused = await carts.refuse(cart, second);
    assertError(t, refused, 'InvalidOperation', { message: new RegExp(`${own}.*${other}`), actionIndex: 0 });
    const made = await order(cart);
    t.same([made[own], made[other]], [cart[own], []]);
    t.equal((made[own] as object[]).length, 1);
  }
});

test('an order has the gifts that were removed from its cart as refused (order.2eb1b)', async t => {
  const gift = await shop.product(shop.newSku(), 100);
  const purchaseOrderNumber = newKey('PO');
  const discount = await createIn(
    'cart-discounts',
    cartDiscountDraft({
      cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}"`,
      value: { type: 'giftLineItem', product: referenceTo('product', gift), variantId: 1 },
      target: undefined,
    }),
  );
  const cart = await shop.cart([['SCARF', 1]], { purchaseOrderNumber });
  const [, present] = cart.lineItems as Resource[];
  const made = await order(await carts.update(cart, { action: 'removeLineItem', lineItemId: present!.id }));
  matchWhole(t, made, {
    lineItems: [{ variant: { sku: 'SCARF' } }],
    refusedGifts: [referenceTo('cart-discount', discount)],
  });
});

test('refuses the payment of an active cart (order.3d589)', async t => {
  const payment = referenceTo('payment', await createIn('payments', { amountPlanned: money(1) }));
  const addPayment = { action: 'addPayment', payment };
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), addPayment);
  const made = await imports.create(orderDraft());
  assertError(t, await refuse(made, addPayment), 'InvalidOperation', { message: /belongs to another/ });
  await carts.update(cart, { action: 'removePayment', payment });
  t.same((await update(made, addPayment)).paymentInfo, { payments: [payment] });
});

test('an address in use can be removed after the item has another (order.10024, order.f4586)', async t => {
  const made = await createDelivered();
  const lineItemId = made.lineItems[0]!.id;
  const details = (addressKey: string) => ({
    action: 'setLineItemShippingDetails',
    lineItemId,
    shippingDetails: { targets: [{ addressKey, quantity: 2 }] },
  });
  const remove = { action: 'removeItemShippingAddress', addressKey: 'home' };
  const used = await update(made, details('home'));
  assertError(t, await refuse(used, remove), 'InvalidOperation', { message: /cannot be removed/, actionIndex: 0 });
  const { itemShippingAddresses } = await update(used, details('work'), remove);
  matchWhole(t, itemShippingAddresses, [{ key: 'work' }]);
});

test('refuses an import with a business unit, also with a customer', async t => {
  const businessUnit = { typeId: 'business-unit' as const, key: 'acme' };
  const refused = await imports.refuseCreation(orderDraft({ businessUnit, customerId: await customer() }));
  assertError(t, refused, 'ReferencedResourceNotFound', businessUnit);
});

test('the rate input is of the type of the project, and none where tiers follow the value (order.d738e)', async t => {
  const change = (shippingRateInputType: object) =>
    changeProject(quayside, credentials, { action: 'setShippingRateInputType', shippingRateInputType });
  const inputs = { Classification: { type: 'Classification', key: 'Heavy' }, Score: { type: 'Score', score: 7 } };
  const values = [{ key: 'Heavy', label: { en: 'Heavy' } }];
  for (const [inputType, taken] of [
    [{ type: 'CartClassification', values }, 'Classification'],
    [{ type: 'CartScore' }, 'Score'],
    [{ type: 'CartValue' }, undefined],
  ] as const) {
    await change(inputType);
    for (const [name, shippingRateInput] of Object.entries(inputs)) {
      const cart = await shop.cart([['SCARF', 1]]);
      const action = { action: 'setShippingRateInput', shippingRateInput };
      if (name === taken) matchWhole(t, await order(await carts.update(cart, action)), { shippingRateInput });
      else
        assertError(t, await carts.refuse(cart, action), 'InvalidOperation', {
          message:
            `The project has the shippingRateInputType ${inputType.type}: ` +
            `a cart cannot have a shippingRateInput of the type ${name}.`,
          actionIndex: 0,
        });
    }
  }
});

/** Deliveries, parcels and the addresses of the pieces of items. */
import { money, customLineItemDraft, lineItemDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { refusedWith, startOrders } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';

const { create, update, refuse, refuseCreation, updateMessagesOf } = await startOrders();
const shippingInfo = { shippingMethodName: 'Parcel service', price: money(490), shippingRate: { price: money(490) } };
const address = { country: 'DE', city: 'Kiel' };
const shipped = (changes: object = {}) => create({ shippingInfo, ...changes });

test('addDelivery adds a delivery with an id, items and an address (DELIV001, DELIV002, DELIV008, EVT010)', async t => {
  const order = await shipped();
  const items = [{ id: order.lineItems[0]!.id, quantity: 1 }];
  const after = await update(order, { action: 'addDelivery', deliveryKey: 'first', items, address });
  const [delivery, ...others] = after.shippingInfo!.deliveries!;
  t.same(others, []);
  matchWhole(t, delivery, {
    id: /^[0-9a-f-]{36}$/,
    key: 'first',
    createdAt: /Z$/,
    items,
    parcels: [],
    address,
  });
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'DeliveryAdded', delivery, sequenceNumber: 2, resourceVersion: 2 },
  ]);
  const empty = await update(after, { action: 'addDelivery' });
  matchWhole(t, empty.shippingInfo!.deliveries![1], { items: [], parcels: [] });
});

test('adds parcels, with one message each (DELIV003, DELIV004, DELIV005, DELIV009, EVT011, message.d3b38)', async t => {
  const parcels = [
    {
      key: 'p1',
      measurements: { heightInMillimeter: 100, lengthInMillimeter: 200, widthInMillimeter: 300, weightInGram: 400 },
      trackingData: { trackingId: 't', carrier: 'c', provider: 'p', providerTransaction: 'x', isReturn: false },
    },
    { trackingData: { isReturn: true } },
  ];
  const after = await update(await shipped(), { action: 'addDelivery', parcels });
  const [delivery] = after.shippingInfo!.deliveries!;
  matchWhole(
    t,
    delivery!.parcels,
    parcels.map(parcel => ({ id: /^[0-9a-f-]{36}$/, createdAt: /Z$/, ...parcel })),
  );
  matchWhole(t, await updateMessagesOf(after), [
    { type: 'DeliveryAdded', delivery },
    ...delivery!.parcels.map(parcel => ({ type: 'ParcelAddedToDelivery', parcel, delivery })),
  ]);
});

test('a delivery needs shippingInfo and items of the order (DELIV006, order.7dbbd)', async t => {
  matchWhole(
    t,
    await refuse(await create(), { action: 'addDelivery' }),
    refusedWith('InvalidOperation', /only be added to an order with shippingInfo/),
  );
  matchWhole(
    t,
    await refuse(await shipped(), { action: 'addDelivery', items: [{ id: 'another', quantity: 1 }] }),
    refusedWith('InvalidOperation', /no line item or custom line item with id 'another'/),
  );
  assertError(
    t,
    await refuse(await shipped(), { action: 'addDelivery', items: [{ id: 'x', quantity: 0 }] }),
    'InvalidField',
    { field: 'actions[0].items[0].quantity', invalidValue: 0 },
  );
});

const delivered = async () => {
  const order = await shipped();
  return update(order, {
    action: 'addDelivery',
    deliveryKey: 'd',
    items: [{ id: order.lineItems[0]!.id, quantity: 2 }],
    address,
    parcels: [{ key: 'p' }],
  });
};
const deliveryOf = (order: Awaited<ReturnType<typeof delivered>>) => order.shippingInfo!.deliveries![0]!;

test('addParcelToDelivery names its delivery by id or key (DELIV007, DELIV010, EVT012, order.c3a40)', async t => {
  for (const action of ['addParcelToDelivery', 'addParcel'])
    matchWhole(
      t,
      await refuse(await shipped(), { action, deliveryId: 'x' }),
      refusedWith('InvalidOperation', /only be added to an order with a delivery/),
    );
  const order = await delivered();
  const { id } = deliveryOf(order);
  const after = await update(
    order,
    {
      action: 'addParcelToDelivery',
      deliveryId: id,
      parcelKey: 'p2',
      measurements: { weightInGram: 7 },
      items: [{ id: order.lineItems[0]!.id, quantity: 1 }],
    },
    { action: 'addParcel', deliveryKey: 'd' },
  );
  t.equal(deliveryOf(after).parcels.length, 3);
  t.same(Object.keys(deliveryOf(after).parcels[1]!).sort(), ['createdAt', 'id', 'items', 'key', 'measurements']);
  matchWhole(t, deliveryOf(after).parcels[1], {
    key: 'p2',
    measurements: { weightInGram: 7 },
    items: [{ quantity: 1 }],
  });
  matchWhole(t, (await updateMessagesOf(after)).slice(2), [
    { type: 'ParcelAddedToDelivery', parcel: deliveryOf(after).parcels[1] },
    { type: 'ParcelAddedToDelivery', parcel: deliveryOf(after).parcels[2], delivery: { id } },
  ]);
  for (const [action, expected] of [
    [
      { action: 'addParcelToDelivery', deliveryId: 'unknown' },
      refusedWith('InvalidOperation', /no delivery with id 'unknown'/),
    ],
    [{ action: 'addParcelToDelivery' }, refusedWith('RequiredField', /deliveryId/, { field: 'deliveryId' })],
    [
      { action: 'addParcelToDelivery', deliveryId: id, deliveryKey: 'd' },
      refusedWith('InvalidInput', /Both deliveryId and deliveryKey/),
    ],
  ] as const)
    matchWhole(t, await refuse(after, action), expected);
});

test('setDeliveryAddress sets and removes the address (OACT028, OACT029, OACT030, EVT013, DELIV023)', async t => {
  const order = await delivered();
  const deliveryId = deliveryOf(order).id;
  const next = { country: 'AT', city: 'Graz' };
  const set = await update(order, { action: 'setDeliveryAddress', deliveryId, address: next });
  matchWhole(t, deliveryOf(set).address, next);
  t.equal((await update(set, { action: 'setDeliveryAddress', deliveryId, address: next })).version, set.version);
  const removed = await update(set, { action: 'setDeliveryAddress', deliveryKey: 'd' });
  t.notOk('address' in deliveryOf(removed));
  matchWhole(t, (await updateMessagesOf(order)).slice(2), [
    { type: 'DeliveryAddressSet', deliveryId, address: next, oldAddress: address },
    { type: 'DeliveryAddressSet', deliveryId, oldAddress: next },
  ]);
});

test('setDeliveryItems replaces the items (DELIV011, DELIV012, EVT019)', async t => {
  const order = await delivered();
  const { id: deliveryId, items: oldItems } = deliveryOf(order);
  const items = [{ id: order.lineItems[0]!.id, quantity: 1 }];
  const after = await update(order, { action: 'setDeliveryItems', deliveryId, items });
  t.same(deliveryOf(after).items, items);
  matchWhole(t, (await updateMessagesOf(order)).at(-1), { type: 'DeliveryItemsUpdated', deliveryId, items, oldItems });
  assertError(t, await refuse(after, { action: 'setDeliveryItems', deliveryId }), 'RequiredField', {
    field: 'actions[0].items',
  });
});

test('removes parcels and deliveries (DELIV013, DELIV014, DELIV015, DELIV016, EVT020, EVT021)', async t => {
  const order = await delivered();
  const delivery = deliveryOf(order);
  const [parcel] = delivery.parcels;
  const without = await update(order, { action: 'removeParcelFromDelivery', parcelId: parcel!.id });
  t.same(deliveryOf(without).parcels, []);
  const none = await update(without, { action: 'removeDelivery', deliveryId: delivery.id });
  t.same(none.shippingInfo!.deliveries, []);
  matchWhole(t, (await updateMessagesOf(order)).slice(2), [
    { type: 'ParcelRemovedFromDelivery', deliveryId: delivery.id, parcel },
    { type: 'DeliveryRemoved', delivery: { id: delivery.id, parcels: [] } },
  ]);
  matchWhole(
    t,
    await refuse(
      none,
      { action: 'removeDelivery', deliveryKey: 'd' },
      { action: 'removeParcelFromDelivery', parcelKey: 'p' },
    ),
    {
      errors: [
        { code: 'InvalidOperation', message: /no delivery with key 'd'/, actionIndex: 0 },
        { code: 'InvalidOperation', message: /no parcel with key 'p'/, actionIndex: 1 },
      ],
    },
  );
});

/** Also shows DELIV020, DELIV021, DELIV022, EVT022, EVT023 and EVT024. */
test('sets and removes measurements, tracking data and items of a parcel (DELIV017, DELIV018, DELIV019)', async t => {
  const order = await delivered();
  const [deliveryId, parcelId] = [deliveryOf(order).id, deliveryOf(order).parcels[0]!.id];
  const parcelIn = (after: typeof order) => deliveryOf(after).parcels[0]!;
  const measurements = { heightInMillimeter: 1, weightInGram: 2 };
  const trackingData = { trackingId: 'T-1', carrier: 'DHL', isReturn: true };
  const items = [{ id: order.lineItems[0]!.id, quantity: 1 }];
  const set = await update(
    order,
    { action: 'setParcelMeasurements', parcelId, measurements },
    { action: 'setParcelTrackingData', parcelId, trackingData },
    { action: 'setParcelItems', parcelKey: 'p', items },
  );
  matchWhole(t, parcelIn(set), { measurements, trackingData, items });
  t.equal(set.version, order.version + 1);
  const unset = await update(
    set,
    { action: 'setParcelMeasurements', parcelId },
    { action: 'setParcelTrackingData', parcelId },
    { action: 'setParcelItems', parcelId, items: [] },
  );
  t.notOk('measurements' in parcelIn(unset) || 'trackingData' in parcelIn(unset));
  matchWhole(t, (await updateMessagesOf(order)).slice(2), [
    { type: 'ParcelMeasurementsUpdated', deliveryId, parcelId, measurements, sequenceNumber: 4, resourceVersion: 3 },
    { type: 'ParcelTrackingDataUpdated', deliveryId, parcelId, trackingData, sequenceNumber: 5, resourceVersion: 3 },
    { type: 'ParcelItemsUpdated', deliveryId, parcelId, items, oldItems: [], sequenceNumber: 6, resourceVersion: 3 },
    { type: 'ParcelMeasurementsUpdated' },
    { type: 'ParcelTrackingDataUpdated' },
    { type: 'ParcelItemsUpdated', items: [], oldItems: items, sequenceNumber: 9, resourceVersion: 4 },
  ]);
  matchWhole(
    t,
    await refuse(unset, { action: 'setParcelItems', parcelId: 'unknown', items }),
    refusedWith('InvalidOperation', /no parcel with id 'unknown'/),
  );
});

test('refuses duplicate keys of deliveries and parcels, and items that the order does not have', async t => {
  for (const [deliveries, field] of [
    [[{ key: 'x' }, { key: 'x' }], 'deliveryKey'],
    [[{ parcels: [{ key: 'x' }] }, { parcels: [{ key: 'x' }] }], 'parcelKey'],
  ] as const)
    matchWhole(
      t,
      await refuseCreation({ shippingInfo: { ...shippingInfo, deliveries } }),
      { statusCode: 400, errors: [{ code: 'DuplicateField', field, duplicateValue: 'x' }] },
      'an import is refused too',
    );
  const order = await delivered();
  assertError(t, await refuse(order, { action: 'addDelivery', deliveryKey: 'd' }), 'DuplicateField', {
    field: 'deliveryKey',
    duplicateValue: 'd',
    actionIndex: 0,
  });
  assertError(t, await refuse(order, { action: 'addDelivery', parcels: [{ key: 'p' }] }), 'DuplicateField', {
    field: 'parcelKey',
    duplicateValue: 'p',
    actionIndex: 0,
  });
  assertError(t, await refuse(order, { action: 'addParcel', deliveryKey: 'd', parcelKey: 'p' }), 'DuplicateField', {
    field: 'parcelKey',
    duplicateValue: 'p',
    actionIndex: 0,
  });
  matchWhole(
    t,
    await refuse(order, { action: 'addDelivery', parcels: [{ items: [{ id: 'unknown', quantity: 1 }] }] }),
    refusedWith('InvalidOperation', /no line item or custom line item with id 'unknown'/),
  );
});

test('a failing third action undoes the first two: no message, the same version (OACT100)', async t => {
  const order = await delivered();
  const before = await updateMessagesOf(order);
  matchWhole(
    t,
    await refuse(
      order,
      { action: 'addDelivery' },
      { action: 'changeOrderState', orderState: 'Complete' },
      { action: 'removeDelivery', deliveryId: 'unknown' },
    ),
    refusedWith('InvalidOperation', /no delivery with id 'unknown'/, { actionIndex: 2 }),
  );
  t.same(await updateMessagesOf(order), before);
});

test('ignores a misspelled optional field (OACT101)', async t => {
  const order = await update(await shipped(), { action: 'addDelivery', adress: address, key: 'ignored' });
  t.notOk('address' in deliveryOf(order) || 'key' in deliveryOf(order));
});

const addressWithKey = (key?: string) => ({ country: 'DE', city: 'Kiel', ...(key === undefined ? {} : { key }) });

/** Also shows OACT093, OACT094, OACT095, order.41c7d, order.10024 and order.d925d. */
test('distributes the pieces of items over addresses (OACT088, OACT089, OACT090, OACT091, OACT092)', async t => {
  const order = await create({
    lineItems: [lineItemDraft({ quantity: 3 })],
    customLineItems: [customLineItemDraft({ quantity: 2 })],
  });
  const [lineItemId, customLineItemId] = [order.lineItems[0]!.id, order.customLineItems[0]!.id];
  const customQuantity = order.customLineItems[0]!.quantity;
  const added = await update(
    order,
    { action: 'addItemShippingAddress', address: addressWithKey('home') },
    { action: 'addItemShippingAddress', address: addressWithKey('work') },
  );
  matchWhole(t, added.itemShippingAddresses, [addressWithKey('home'), addressWithKey('work')]);
  assertError(
    t,
    await refuse(added, { action: 'addItemShippingAddress', address: addressWithKey('home') }),
    'DuplicateField',
    { field: 'address.key', duplicateValue: 'home', actionIndex: 0 },
  );
  matchWhole(
    t,
    await refuse(added, { action: 'addItemShippingAddress', address: addressWithKey() }),
    refusedWith('RequiredField', /address\.key/, { field: 'address.key' }),
  );

  const details = (quantity: number, addressKey = 'home') => ({ targets: [{ addressKey, quantity }] });
  const spread = await update(
    added,
    { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(3) },
    { action: 'setCustomLineItemShippingDetails', customLineItemId, shippingDetails: details(customQuantity, 'work') },
  );
  t.same(spread.lineItems[0]!.shippingDetails, { ...details(3), valid: true });
  t.same(spread.customLineItems[0]!.shippingDetails, { ...details(customQuantity, 'work'), valid: true });
  for (const [kind, names, subject, itemId] of [
    ['LineItem', { lineItemId }, 'LineItem', lineItemId],
    ['CustomLineItem', { customLineItemId }, 'CustomLineItem', customLineItemId],
  ] as const)
    assertError(
      t,
      await refuse(spread, { action: `set${kind}ShippingDetails`, ...names, shippingDetails: details(7) } as never),
      'InvalidItemShippingDetails',
      { subject, itemId, actionIndex: 0, message: /quantity is \d and shippingTargets quantity sum is 7\.$/ },
    );
  matchWhole(
    t,
    await refuse(spread, { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(1, 'nowhere') }),
    refusedWith('InvalidInput', /'nowhere' names no address of itemShippingAddresses; known: home, work/),
  );

  const replaced = await update(spread, {
    action: 'updateItemShippingAddress',
    address: { ...addressWithKey('work'), city: 'Bonn' },
  });
  matchWhole(t, replaced.itemShippingAddresses, [addressWithKey('home'), { key: 'work', city: 'Bonn' }]);
  matchWhole(
    t,
    await refuse(replaced, { action: 'updateItemShippingAddress', address: addressWithKey('other') }),
    refusedWith('InvalidOperation', /no itemShippingAddress with key 'other'; known: home, work/),
  );

  for (const addressKey of ['home', 'work'])
    matchWhole(
      t,
      await refuse(replaced, { action: 'removeItemShippingAddress', addressKey }),
      refusedWith('InvalidOperation', /cannot be removed: the shipping details of the item/),
    );
  const freed = await update(
    replaced,
    { action: 'setLineItemShippingDetails', lineItemId },
    { action: 'removeItemShippingAddress', addressKey: 'home' },
  );
  matchWhole(t, freed.itemShippingAddresses, [{ key: 'work' }]);
  t.notOk('shippingDetails' in freed.lineItems[0]!);
  t.same(await updateMessagesOf(order), [], 'sends no message (OACT102)');
});

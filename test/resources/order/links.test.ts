import { test } from 'tap';
import { keys } from '../../../src/store/keys.js';
import { storeCustomer } from '../../support/customers.js';
import { customLineItemDraft, lineItemDraft, money, newKey } from '../../support/drafts.js';
import { rejectionOf } from '../../support/sdk.js';
import { refusedWith, startOrders } from '../../support/orders.js';
import { matchWhole } from '../../support/matchWhole.js';

const { create, update, problem, messagesOf, sdk, quayside, credentials } = await startOrders();

const newChannel = async (roles: string[] = []) =>
  (
    await sdk
      .channels()
      .post({ body: { key: newKey('channel'), roles } })
      .execute()
  ).body;
const channelReference = ({ id }: { id: string }) => ({ typeId: 'channel' as const, id });

test('updateSyncInfo keeps one entry for each channel (OACT012, OACT013, OACT014)', async t => {
  const [first, second] = [await newChannel(), await newChannel()];
  const order = await update(await create(), {
    action: 'updateSyncInfo',
    channel: channelReference(first),
    externalId: 'X-1',
    syncedAt: '2026-01-02T03:04:05.000Z',
  });
  t.same(order.syncInfo, [
    { channel: channelReference(first), externalId: 'X-1', syncedAt: '2026-01-02T03:04:05.000Z' },
  ]);
  const both = await update(order, { action: 'updateSyncInfo', channel: { typeId: 'channel', key: second.key } });
  matchWhole(t, both.syncInfo, [
    { externalId: 'X-1' },
    { channel: channelReference(second), syncedAt: both.lastModifiedAt },
  ]);
  t.equal(
    (
      await update(both, {
        action: 'updateSyncInfo',
        channel: channelReference(second),
        syncedAt: both.syncInfo[1]!.syncedAt,
      })
    ).version,
    both.version,
    'the same again changes nothing',
  );
  matchWhole(
    t,
    await problem(both, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: `key=${first.key}` } }),
    {
      errors: [{ code: 'InvalidField', field: 'actions[0].channel.id', invalidValue: `key=${first.key}` }],
    },
  );
  const again = await update(both, { action: 'updateSyncInfo', channel: channelReference(first) });
  t.same(
    again.syncInfo.map(({ channel, externalId }) => [channel.id, externalId]),
    [
      [second.id, undefined],
      [first.id, undefined],
    ],
  );
  t.same(await messagesOf(order), [], 'OACT102');
  matchWhole(t, await problem(again, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'channel', id: 'nowhere' }],
  });
  matchWhole(t, await problem(again, { action: 'updateSyncInfo' }), {
    errors: [{ code: 'RequiredField', field: 'actions[0].channel' }],
  });
});

test('setStore assigns an order to a store and to none (OACT096, OACT097, OACT098, EVT025)', async t => {
  const store = (
    await sdk
      .stores()
      .post({ body: { key: newKey('store') } })
      .execute()
  ).body;
  const reference = { typeId: 'store', key: store.key };
  const order = await create();
  const moved = await update(order, { action: 'setStore', store: { typeId: 'store', id: store.id } });
  t.same(moved.store, reference);
  t.equal((await update(moved, { action: 'setStore', store: reference })).version, moved.version);
  t.equal(
    (await sdk.inStoreKeyWithStoreKeyValue({ storeKey: store.key }).orders().withId({ ID: order.id }).get().execute())
      .statusCode,
    200,
  );
  const out = await update(moved, { action: 'setStore' });
  t.notOk('store' in out);
  matchWhole(t, await messagesOf(order), [{ type: 'OrderStoreSet', store: reference }, { type: 'OrderStoreSet' }]);
  matchWhole(t, await problem(out, { action: 'setStore', store: { typeId: 'store', key: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'store', key: 'nowhere' }],
  });
});

const newPayment = async () =>
  (
    await sdk
      .payments()
      .post({ body: { amountPlanned: money(100) } })
      .execute()
  ).body;
const paymentReference = ({ id }: { id: string }) => ({ typeId: 'payment', id });

test('addPayment and removePayment change the paymentInfo (OACT083, OACT085, OACT099)', async t => {
  const [first, second] = [await newPayment(), await newPayment()];
  const order = await create();
  const both = await update(
    order,
    { action: 'addPayment', payment: paymentReference(first) },
    { action: 'addPayment', payment: paymentReference(second) },
  );
  t.same(both.paymentInfo, { payments: [paymentReference(first), paymentReference(second)] });
  t.equal((await update(both, { action: 'addPayment', payment: paymentReference(first) })).version, both.version);
  const one = await update(both, { action: 'removePayment', payment: paymentReference(first) });
  t.same(one.paymentInfo, { payments: [paymentReference(second)] });
  const none = await update(one, { action: 'removePayment', payment: paymentReference(second) });
  t.notOk('paymentInfo' in none);
  matchWhole(
    t,
    await problem(none, { action: 'removePayment', payment: paymentReference(second) }),
    refusedWith('InvalidOperation', /is not in the paymentInfo/),
  );
  matchWhole(t, await messagesOf(order), [
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(first) },
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(second) },
    { type: 'OrderPaymentRemoved', paymentRef: paymentReference(first), removedPaymentInfo: false },
    { type: 'OrderPaymentRemoved', removedPaymentInfo: true },
  ]);
  matchWhole(t, await problem(none, { action: 'addPayment', payment: { typeId: 'payment', id: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'payment', id: 'nowhere' }],
  });
});

test('a payment belongs to one order, also with concurrent requests (OACT084)', async t => {
  const payment = await newPayment();
  const orders = await Promise.all(Array.from({ length: 8 }, () => create()));
  const results = await Promise.allSettled(
    orders.map(order => update(order, { action: 'addPayment', payment: paymentReference(payment) })),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results)
    if (result.status === 'rejected')
      matchWhole(t, result.reason, {
        body: { statusCode: 400, errors: [{ code: 'InvalidOperation', message: /belongs to another resource/ }] },
      });
  const holder = orders[results.findIndex(({ status }) => status === 'fulfilled')]!;
  const other = orders.find(order => order !== holder)!;
  matchWhole(
    t,
    (await rejectionOf(create({ paymentInfo: { payments: [paymentReference(payment)] } }))).body,
    { errors: [{ code: 'InvalidOperation' }] },
    'nor by import',
  );
  await sdk
    .orders()
    .withId({ ID: holder.id })
    .delete({ queryArgs: { version: 2 } })
    .execute();
  matchWhole(
    t,
    (await update(other, { action: 'addPayment', payment: paymentReference(payment) })).paymentInfo,
    { payments: [paymentReference(payment)] },
    'a deleted order sets it free',
  );
});

const newCustomer = (members: object): Promise<string> => storeCustomer(quayside, credentials.projectKey, members);

test("setCustomerId sets the customer's group and changes no price (OACT046, OACT047, OACT048, OACT049, OACT050, EVT016)", async t => {
  const group = (
    await sdk
      .customerGroups()
      .post({ body: { groupName: newKey('group') } })
      .execute()
  ).body;
  const customerGroup = { typeId: 'customer-group', id: group.id };
  const [grouped, plain] = [await newCustomer({ customerGroup }), await newCustomer({})];
  const order = await create();
  const first = await update(order, { action: 'setCustomerId', customerId: grouped });
  matchWhole(t, first, { customerId: grouped, customerGroup });
  t.same([first.totalPrice, first.lineItems], [order.totalPrice, order.lineItems]);
  const second = await update(first, { action: 'setCustomerId', customerId: plain });
  t.notOk('customerGroup' in second);
  const none = await update(second, { action: 'setCustomerId' });
  t.notOk('customerId' in none);
  matchWhole(t, await messagesOf(order), [
    { type: 'OrderCustomerSet', customer: { typeId: 'customer', id: grouped }, customerGroup },
    {
      type: 'OrderCustomerSet',
      customer: { id: plain },
      oldCustomer: { id: grouped },
      oldCustomerGroup: customerGroup,
    },
    { type: 'OrderCustomerSet', oldCustomer: { id: plain } },
  ]);
  matchWhole(t, await problem(none, { action: 'setCustomerId', customerId: 'nobody' }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'customer', id: 'nobody' }],
  });
});

const address = (key?: string) => ({ country: 'DE', city: 'Kiel', ...(key === undefined ? {} : { key }) });

test('distributes the pieces of items over addresses (OACT088, OACT089, OACT090, OACT091, OACT092, OACT093, OACT094, OACT095)', async t => {
  const order = await create({
    lineItems: [lineItemDraft({ quantity: 3 })],
    customLineItems: [customLineItemDraft({ quantity: 2 })],
  });
  const [lineItemId, customLineItemId] = [order.lineItems[0]!.id, order.customLineItems[0]!.id];
  const added = await update(
    order,
    { action: 'addItemShippingAddress', address: address('home') },
    { action: 'addItemShippingAddress', address: address('work') },
  );
  matchWhole(t, added.itemShippingAddresses, [address('home'), address('work')]);
  matchWhole(t, await problem(added, { action: 'addItemShippingAddress', address: address('home') }), {
    errors: [{ code: 'DuplicateField', field: 'address.key', duplicateValue: 'home', actionIndex: 0 }],
  });
  matchWhole(
    t,
    await problem(added, { action: 'addItemShippingAddress', address: address() }),
    refusedWith('RequiredField', /address\.key/, { field: 'address.key' }),
  );

  const details = (quantity: number, addressKey = 'home') => ({ targets: [{ addressKey, quantity }] });
  const spread = await update(
    added,
    { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(3) },
    { action: 'setCustomLineItemShippingDetails', customLineItemId, shippingDetails: details(1, 'work') },
  );
  t.same(spread.lineItems[0]!.shippingDetails, { ...details(3), valid: true });
  t.same(spread.customLineItems[0]!.shippingDetails, { ...details(1, 'work'), valid: false });
  matchWhole(
    t,
    await problem(spread, { action: 'setLineItemShippingDetails', lineItemId, shippingDetails: details(1, 'nowhere') }),
    refusedWith('InvalidInput', /'nowhere' names no address of itemShippingAddresses; known: home, work/),
  );

  const replaced = await update(spread, {
    action: 'updateItemShippingAddress',
    address: { ...address('work'), city: 'Bonn' },
  });
  matchWhole(t, replaced.itemShippingAddresses, [address('home'), { key: 'work', city: 'Bonn' }]);
  matchWhole(
    t,
    await problem(replaced, { action: 'updateItemShippingAddress', address: address('other') }),
    refusedWith('InvalidOperation', /no itemShippingAddress with key 'other'; known: home, work/),
  );

  for (const addressKey of ['home', 'work'])
    matchWhole(
      t,
      await problem(replaced, { action: 'removeItemShippingAddress', addressKey }),
      refusedWith('InvalidOperation', /cannot be removed: the shipping details of the item/),
    );
  const freed = await update(
    replaced,
    { action: 'setLineItemShippingDetails', lineItemId },
    { action: 'removeItemShippingAddress', addressKey: 'home' },
  );
  matchWhole(t, freed.itemShippingAddresses, [{ key: 'work' }]);
  t.notOk('shippingDetails' in freed.lineItems[0]!);
  t.same(await messagesOf(order), [], 'OACT102');
});

test('keeps and finds the members that an order has from its cart (ORD014, ORD029, ORD038)', async t => {
  const order = await create();
  const { store, redis } = quayside.services;
  const price = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 4_711, fractionDigits: 2 };
  const made = {
    taxedShippingPrice: { totalNet: price, totalGross: price, taxPortions: [] },
    shippingRateInput: { type: 'Classification', key: 'bulky', label: { en: 'Bulky' } },
    directDiscounts: [{ id: 'd-1', value: { type: 'relative', permyriad: 1_000 } }],
  };
  const body = JSON.parse((await store.body(credentials.projectKey, 'order', order.id))!.toString()) as object;
  await redis.set(
    keys.body(credentials.projectKey, 'order', order.id),
    JSON.stringify({ ...body, ...made, version: 2 }),
  );
  matchWhole(t, await update({ ...order, version: 2 }, { action: 'changeOrderState', orderState: 'Complete' }), made);
  for (const where of [
    'taxedShippingPrice(totalNet(centAmount = 4711))',
    'shippingRateInput(key = "bulky")',
    'directDiscounts(id = "d-1")',
  ])
    t.same(
      (await sdk.orders().get({ queryArgs: { where } }).execute()).body.results.map(({ id }) => id),
      [order.id],
    );
  t.notOk('taxedShippingPrice' in (await create()) || 'shippingRateInput' in (await create()));
});

test('setBusinessUnit takes existing business units and removes them (ORD009)', async t => {
  const order = await create();
  matchWhole(
    t,
    await problem(order, { action: 'setBusinessUnit', businessUnit: { typeId: 'business-unit', key: 'acme' } }),
    {
      errors: [{ code: 'ReferencedResourceNotFound', typeId: 'business-unit', key: 'acme' }],
    },
  );
  const { store, redis } = quayside.services;
  const businessUnit = { typeId: 'business-unit', key: 'acme' };
  const body = JSON.parse((await store.body(credentials.projectKey, 'order', order.id))!.toString()) as object;
  await redis.set(keys.body(credentials.projectKey, 'order', order.id), JSON.stringify({ ...body, businessUnit }));
  await redis.hset(keys.references(credentials.projectKey), 'business-unit/key=acme', 1);
  const after = await update(order, { action: 'setBusinessUnit' });
  t.notOk('businessUnit' in after);
  matchWhole(t, await messagesOf(order), [{ type: 'OrderBusinessUnitSet', oldbusinessUnit: businessUnit }]);
});

test('setPurchaseOrderNumber', async t => {
  const order = await update(await create(), { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO-1' });
  t.equal(order.purchaseOrderNumber, 'PO-1');
  t.notOk('purchaseOrderNumber' in (await update(order, { action: 'setPurchaseOrderNumber' })));
  matchWhole(t, await messagesOf(order), [
    { type: 'OrderPurchaseOrderNumberSet', purchaseOrderNumber: 'PO-1' },
    { type: 'OrderPurchaseOrderNumberSet', oldPurchaseOrderNumber: 'PO-1' },
  ]);
});

test('channels of items need the matching role', async t => {
  const [supply, sale] = [await newChannel(['InventorySupply']), await newChannel(['ProductDistribution'])];
  const order = await create({
    lineItems: [
      lineItemDraft({ supplyChannel: channelReference(supply), distributionChannel: channelReference(sale) }),
    ],
  });
  matchWhole(t, order.lineItems[0], {
    supplyChannel: channelReference(supply),
    distributionChannel: channelReference(sale),
  });
  matchWhole(
    t,
    (await rejectionOf(create({ lineItems: [lineItemDraft({ supplyChannel: channelReference(sale) })] }))).body,
    {
      statusCode: 400,
      errors: [{ code: 'MissingRoleOnChannel', channel: channelReference(sale), missingRole: 'InventorySupply' }],
    },
  );
  matchWhole(
    t,
    (await rejectionOf(create({ lineItems: [lineItemDraft({ distributionChannel: channelReference(supply) })] }))).body,
    {
      errors: [{ code: 'MissingRoleOnChannel', channel: channelReference(supply), missingRole: 'ProductDistribution' }],
    },
  );
});

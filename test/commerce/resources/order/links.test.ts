/** Resources that an order refers to: stores, customers, business units, channels and payments. */
import type { Channel } from '@commercetools/platform-sdk';
import { keys } from '../../../../src/store/keys.js';
import { storeCustomer } from '../../../support/customers.js';
import { newKey, lineItemDraft, money } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../../support/orders.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { bodyOf } from '../../../support/sdk.js';

const { create, update, refuse, updateMessagesOf, sdk, quayside, credentials, refuseCreation, createIn } =
  await startOrders();

test('setStore sets and removes the store (OACT096, OACT097, OACT098, EVT025, order.8c820, order.a15eb)', async t => {
  const store = await bodyOf(sdk.stores().post({ body: { key: newKey('store') } }));
  const reference = { typeId: 'store', key: store.key };
  const order = await create();
  const moved = await update(order, { action: 'setStore', store: { typeId: 'store', id: store.id } });
  t.same(moved.store, reference);
  assertError(t, await refuse(moved, { action: 'setStore', store: reference }), 'InvalidOperation', {
    message: /in the store '.*' already/,
    actionIndex: 0,
  });
  t.equal(
    (await sdk.inStoreKeyWithStoreKeyValue({ storeKey: store.key }).orders().withId({ ID: order.id }).get().execute())
      .statusCode,
    200,
  );
  const out = await update(moved, { action: 'setStore' });
  t.notOk('store' in out);
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderStoreSet', store: reference },
    { type: 'OrderStoreSet', oldStore: reference },
  ]);
  assertError(
    t,
    await refuse(out, { action: 'setStore', store: { typeId: 'store', key: 'nowhere' } }),
    'ReferencedResourceNotFound',
    { typeId: 'store', key: 'nowhere' },
  );
});

const newCustomer = (members: object): Promise<string> => storeCustomer(quayside, credentials.projectKey, members);

test('setCustomerId sets the group and no price (OACT046, OACT047, OACT048, OACT049, OACT050, EVT016)', async t => {
  const group = await bodyOf(sdk.customerGroups().post({ body: { groupName: newKey('group') } }));
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
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderCustomerSet', customer: { typeId: 'customer', id: grouped }, customerGroup },
    {
      type: 'OrderCustomerSet',
      customer: { id: plain },
      oldCustomer: { id: grouped },
      oldCustomerGroup: customerGroup,
    },
    { type: 'OrderCustomerSet', oldCustomer: { id: plain } },
  ]);
  assertError(t, await refuse(none, { action: 'setCustomerId', customerId: 'unknown' }), 'ReferencedResourceNotFound', {
    typeId: 'customer',
    id: 'unknown',
  });
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
    t.same(valuesOf((await bodyOf(sdk.orders().get({ queryArgs: { where } }))).results, 'id'), [order.id]);
  t.notOk('taxedShippingPrice' in (await create()) || 'shippingRateInput' in (await create()));
});

test('setBusinessUnit takes existing business units and removes them (ORD009, order.add26, order.97c22)', async t => {
  const order = await create();
  assertError(
    t,
    await refuse(order, { action: 'setBusinessUnit', businessUnit: { typeId: 'business-unit', key: 'acme' } }),
    'ReferencedResourceNotFound',
    { typeId: 'business-unit', key: 'acme' },
  );
  const { store, redis } = quayside.services;
  const businessUnit = { typeId: 'business-unit', key: 'acme' };
  const body = JSON.parse((await store.body(credentials.projectKey, 'order', order.id))!.toString()) as object;
  await redis.set(keys.body(credentials.projectKey, 'order', order.id), JSON.stringify({ ...body, businessUnit }));
  await redis.hset(keys.references(credentials.projectKey), 'business-unit/key=acme', 1);
  const after = await update(order, { action: 'setBusinessUnit' });
  t.notOk('businessUnit' in after);
  matchWhole(t, await updateMessagesOf(order), [{ type: 'OrderBusinessUnitSet', oldbusinessUnit: businessUnit }]);
});

test('setPurchaseOrderNumber sets and removes the number', async t => {
  const order = await update(await create(), { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO-1' });
  t.equal(order.purchaseOrderNumber, 'PO-1');
  t.notOk('purchaseOrderNumber' in (await update(order, { action: 'setPurchaseOrderNumber' })));
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderPurchaseOrderNumberSet', purchaseOrderNumber: 'PO-1' },
    { type: 'OrderPurchaseOrderNumberSet', oldPurchaseOrderNumber: 'PO-1' },
  ]);
});

const newChannel = (roles: string[] = ['OrderExport']) =>
  createIn<Channel>('channels', { key: newKey('channel'), roles });
const channelReference = ({ id }: { id: string }) => ({ typeId: 'channel' as const, id });

test('updateSyncInfo keeps one entry for each channel (OACT012, OACT013, OACT014, order.8d407)', async t => {
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
  matchWhole(t, both.syncInfo, [{ externalId: 'X-1' }, { channel: channelReference(second), syncedAt: /Z$/ }]);
  t.equal(
    (
      await update(both, {
        action: 'updateSyncInfo',
        channel: channelReference(second),
        syncedAt: both.syncInfo[1]!.syncedAt,
      })
    ).version,
    both.version,
    'an equal entry changes nothing',
  );
  assertError(
    t,
    await refuse(both, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: `key=${first.key}` } }),
    'InvalidField',
    { field: 'actions[0].channel.id', invalidValue: `key=${first.key}` },
  );
  const again = await update(both, { action: 'updateSyncInfo', channel: channelReference(first) });
  t.same(
    again.syncInfo.map(({ channel, externalId }) => [channel.id, externalId]),
    [
      [second.id, undefined],
      [first.id, undefined],
    ],
  );
  t.same(await updateMessagesOf(order), [], 'sends no message (OACT102)');
  assertError(
    t,
    await refuse(again, { action: 'updateSyncInfo', channel: { typeId: 'channel', id: 'nowhere' } }),
    'ReferencedResourceNotFound',
    { typeId: 'channel', id: 'nowhere' },
  );
  assertError(t, await refuse(again, { action: 'updateSyncInfo' }), 'RequiredField', { field: 'actions[0].channel' });
});

test('channels of items need the matching role (order.cf0c9)', async t => {
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
  assertError(
    t,
    await refuseCreation({ lineItems: [lineItemDraft({ supplyChannel: channelReference(sale) })] }),
    'MissingRoleOnChannel',
    { channel: channelReference(sale), missingRole: 'InventorySupply' },
  );
  assertError(
    t,
    await refuseCreation({ lineItems: [lineItemDraft({ distributionChannel: channelReference(supply) })] }),
    'MissingRoleOnChannel',
    { channel: channelReference(supply), missingRole: 'ProductDistribution' },
  );
});

const newPayment = async () => await bodyOf(sdk.payments().post({ body: { amountPlanned: money(100) } }));
const paymentReference = ({ id }: { id: string }) => ({ typeId: 'payment', id });

test('addPayment and removePayment change the paymentInfo (OACT083, OACT085, OACT099, message.fd291)', async t => {
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
    await refuse(none, { action: 'removePayment', payment: paymentReference(second) }),
    refusedWith('InvalidOperation', /is not in the paymentInfo/),
  );
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(first) },
    { type: 'OrderPaymentAdded', paymentRef: paymentReference(second) },
    { type: 'OrderPaymentRemoved', paymentRef: paymentReference(first), removedPaymentInfo: false },
    { type: 'OrderPaymentRemoved', removedPaymentInfo: true },
  ]);
  assertError(
    t,
    await refuse(none, { action: 'addPayment', payment: { typeId: 'payment', id: 'nowhere' } }),
    'ReferencedResourceNotFound',
    { typeId: 'payment', id: 'nowhere' },
  );
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
      assertError(t, result.reason, 'InvalidOperation', { message: /belongs to another resource/ });
  const holder = orders[results.findIndex(({ status }) => status === 'fulfilled')]!;
  const other = orders.find(order => order !== holder)!;
  matchWhole(
    t,
    await refuseCreation({ paymentInfo: { payments: [paymentReference(payment)] } }),
    { errors: [{ code: 'InvalidOperation' }] },
    'an import is refused too',
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
    'the payment of a deleted order can be used again',
  );
});

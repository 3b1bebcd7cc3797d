/** Update actions that set stores, customers, business units and numbers of orders. */
import { test } from '../../support/tap.js';
import { keys } from '../../../src/store/keys.js';
import { storeCustomer } from '../../support/customers.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, update, refuse, updateMessagesOf, sdk, quayside, credentials } = await startOrders();

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
  matchWhole(t, await updateMessagesOf(order), [
    { type: 'OrderStoreSet', store: reference },
    { type: 'OrderStoreSet' },
  ]);
  matchWhole(t, await refuse(out, { action: 'setStore', store: { typeId: 'store', key: 'nowhere' } }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'store', key: 'nowhere' }],
  });
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
  matchWhole(t, await refuse(none, { action: 'setCustomerId', customerId: 'nobody' }), {
    errors: [{ code: 'ReferencedResourceNotFound', typeId: 'customer', id: 'nobody' }],
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
    await refuse(order, { action: 'setBusinessUnit', businessUnit: { typeId: 'business-unit', key: 'acme' } }),
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

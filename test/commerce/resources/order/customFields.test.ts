/** Custom fields of orders and of their parts, and Types in use. */
import type { CustomFields, Order, State } from '@commercetools/platform-sdk';
import {
  createType,
  customLineItemDraft,
  money,
  referenceTo,
  stateDraft,
  fieldDefinition,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../../support/orders.js';
import { rejectionOf } from '../../../support/sdk.js';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';

const { create, update, createIn, refuse, updateMessagesOf, get, sdk } = await startOrders();
const address = { country: 'DE', city: 'Kiel' };

const ids = [
  'order',
  'address',
  'line-item',
  'custom-line-item',
  'order-delivery',
  'order-parcel',
  'order-return-item',
  'shipping',
] as const;

const types = Object.fromEntries(
  await Promise.all(ids.map(async id => [id, await createType(createIn, [id])])),
) as Record<string, { id: string; key: string }>;

/** Creates an order that has all parts with custom fields. */
const whole = async (): Promise<Order> => {
  const order = await create({
    shippingAddress: address,
    billingAddress: address,
    itemShippingAddresses: [{ ...address, key: 'home' }],
    customLineItems: [customLineItemDraft()],
    shippingInfo: {
      shippingMethodName: 'x',
      price: money(1),
      shippingRate: { price: money(1) },
      deliveries: [{ address, parcels: [{}] }],
    },
  });
  return update(order, {
    action: 'addReturnInfo',
    items: [{ quantity: 1, lineItemId: order.lineItems[0]!.id, shipmentState: 'Advised' }],
  });
};

const deliveryIn = (order: Order) => order.shippingInfo!.deliveries![0]!;

interface Place {
  readonly action: string;
  readonly clauses: string;
  readonly type: string;
  readonly names: (order: Order) => object;
  readonly custom: (order: Order) => CustomFields | undefined;
  readonly told?: string;
}

const places: readonly Place[] = [
  {
    action: '',
    clauses: 'OACT058, OACT059, OACT060',
    type: 'order',
    names: () => ({}),
    custom: ({ custom }) => custom,
    told: 'Order',
  },
  {
    action: 'ShippingAddress',
    clauses: 'OACT061, OACT063',
    type: 'address',
    names: () => ({}),
    custom: order => order.shippingAddress!.custom,
  },
  {
    action: 'BillingAddress',
    clauses: 'OACT062, OACT064',
    type: 'address',
    names: () => ({}),
    custom: order => order.billingAddress!.custom,
  },
  {
    action: 'ItemShippingAddress',
    clauses: 'OACT065, OACT066',
    type: 'address',
    names: () => ({ addressKey: 'home' }),
    custom: order => order.itemShippingAddresses![0]!.custom,
  },
  {
    action: 'DeliveryAddress',
    clauses: 'OACT067, OACT069, DELIV023',
    type: 'address',
    names: order => ({ deliveryId: deliveryIn(order).id }),
    custom: order => deliveryIn(order).address!.custom,
  },
  {
    action: 'Delivery',
    clauses: 'OACT068, OACT070, DELIV023',
    type: 'order-delivery',
    names: order => ({ deliveryId: deliveryIn(order).id }),
    custom: order => deliveryIn(order).custom,
    told: 'Delivery',
  },
  {
    action: 'Parcel',
    clauses: 'OACT071, OACT072, DELIV023',
    type: 'order-parcel',
    names: order => ({ parcelId: deliveryIn(order).parcels[0]!.id }),
    custom: order => deliveryIn(order).parcels[0]!.custom,
  },
  {
    action: 'Shipping',
    clauses: 'OACT102',
    type: 'shipping',
    names: () => ({}),
    custom: order => order.shippingCustomFields,
  },
  {
    action: 'LineItem',
    clauses: 'OACT073, OACT074',
    type: 'line-item',
    names: order => ({ lineItemId: order.lineItems[0]!.id }),
    custom: order => order.lineItems[0]!.custom,
  },
  {
    action: 'CustomLineItem',
    clauses: 'OACT075, OACT076',
    type: 'custom-line-item',
    names: order => ({ customLineItemId: order.customLineItems[0]!.id }),
    custom: order => order.customLineItems[0]!.custom,
  },
  {
    action: 'ReturnItem',
    clauses: 'OACT077, OACT078, RET027',
    type: 'order-return-item',
    names: order => ({ returnItemId: order.returnInfo![0]!.items[0]!.id }),
    custom: order => order.returnInfo![0]!.items[0]!.custom,
  },
];

for (const { action, clauses, type: typeName, names, custom, told } of places) {
  const type = types[typeName]!;
  const wrong = types[typeName === 'order' ? 'address' : 'order']!;

  test(`set${action}CustomType, set${action}CustomField (${clauses}, OACT079, OACT080, OACT081, OACT082)`, async t => {
    const order = await whole();
    const setType = (more: object = {}) => ({ action: `set${action}CustomType`, ...names(order), ...more });
    const setField = (name: string, value?: unknown) => ({
      action: `set${action}CustomField`,
      ...names(order),
      name,
      value,
    });
    const before = (await updateMessagesOf(order)).length;

    matchWhole(
      t,
      await refuse(order, setField('note', 'x')),
      refusedWith('InvalidOperation', /there is no custom type/),
    );
    matchWhole(
      t,
      await refuse(order, setType({ type: referenceTo('type', wrong) })),
      refusedWith('InvalidOperation', new RegExp(`expected one for ${typeName}`)),
    );
    matchWhole(
      t,
      await refuse(order, setType({ type: referenceTo('type', type), fields: { note: 7 } })),
      refusedWith('InvalidField', /'7' is not valid for field 'fields.note'. Expected a text/, {
        field: 'fields.note',
        invalidValue: 7,
      }),
    );

    let current = await update(order, setType({ type: { typeId: 'type', key: type.key }, fields: { note: 'first' } }));
    t.same(custom(current), { type: referenceTo('type', type), fields: { note: 'first' } });
    current = await update(current, setField('count', 3), setField('note', 'second'));
    t.same(custom(current)!.fields, { note: 'second', count: 3 });
    t.equal((await update(current, setField('count', 3))).version, current.version);
    current = await update(current, setField('note'));
    t.same(custom(current)!.fields, { count: 3 });
    for (const [change, expected] of [
      [setField('note', null), refusedWith('InvalidOperation', /'note' cannot be removed: it has no value/)],
      [
        setField('colour', 'red'),
        refusedWith('InvalidField', /has the fields note, count/, { field: 'colour', invalidValue: 'red' }),
      ],
      [
        setField('count', 'three'),
        refusedWith('InvalidField', /Expected a number/, { field: 'fields.count', invalidValue: 'three' }),
      ],
    ] as const)
      matchWhole(t, await refuse(current, change), expected);
    assertError(
      t,
      await refuse(current, { action: `set${action}CustomField`, ...names(order), value: 1 }),
      'RequiredField',
      { field: 'actions[0].name' },
    );
    current = await update(current, setType({ type: referenceTo('type', type) }));
    t.same(custom(current), { type: referenceTo('type', type), fields: {} }, 'overwritten');
    current = await update(current, setType());
    t.equal(custom(current), undefined);

    const messages = (await updateMessagesOf(order)).slice(before);
    if (told === undefined) return t.same(messages, [], 'sends no message (OACT102)');
    const place = told === 'Delivery' ? names(order) : {};
    matchWhole(t, messages, [
      { type: `${told}CustomTypeSet`, customFields: { fields: { note: 'first' } }, ...place },
      { type: `${told}CustomFieldAdded`, name: 'count', value: 3, ...place },
      { type: `${told}CustomFieldChanged`, name: 'note', value: 'second', previousValue: 'first', ...place },
      { type: `${told}CustomFieldRemoved`, name: 'note', ...place },
      { type: `${told}CustomTypeSet`, previousTypeId: type.id, ...place },
      { type: `${told}CustomTypeRemoved`, previousTypeId: type.id, ...place },
    ]);
  });
}

test('refuses custom fields of a missing holder (OACT061)', async t => {
  const order = await create();
  for (const action of ['setShippingAddressCustomType', 'setBillingAddressCustomType', 'setShippingCustomType'])
    matchWhole(
      t,
      await refuse(order, { action, type: referenceTo('type', types.address!) }),
      refusedWith('InvalidOperation', /There is no (shippingAddress|billingAddress|shipping method)/),
    );
  matchWhole(
    t,
    await refuse(order, { action: 'setItemShippingAddressCustomType', addressKey: 'home' }),
    refusedWith('InvalidOperation', /no itemShippingAddress with key 'home'; known: none/),
  );
  assertError(t, await refuse(order, { action: 'setItemShippingAddressCustomType' }), 'RequiredField', {
    field: 'actions[0].addressKey',
  });
});

test('an action can use the result of an earlier action of the same update', async t => {
  const order = await create({
    shippingInfo: { shippingMethodName: 'x', price: money(1), shippingRate: { price: money(1) } },
  });
  const byKey = (id: string) => ({ typeId: 'type', key: types[id]!.key });
  const after = await update(
    order,
    { action: 'setCustomType', type: byKey('order') },
    { action: 'setCustomField', name: 'note', value: 'a' },
    { action: 'addDelivery', deliveryKey: 'd', custom: { type: byKey('order-delivery') } },
    { action: 'setDeliveryCustomField', deliveryKey: 'd', name: 'note', value: 'b' },
  );
  matchWhole(t, after, {
    custom: { fields: { note: 'a' } },
    shippingInfo: { deliveries: [{ custom: { fields: { note: 'b' } } }] },
  });
  const [first, second] = await Promise.all([{}, {}].map(() => createIn<State>('states', stateDraft())));
  const to = (key: string) => ({ action: 'transitionState', state: { typeId: 'state', key } });
  matchWhole(t, (await update(after, to(first!.key), to(second!.key))).state, { id: second!.id });
});

test('required fields cannot be left out or removed (OACT082)', async t => {
  const type = await createType(
    createIn,
    ['order'],
    [fieldDefinition('must', { name: 'String' }, true), fieldDefinition('may', { name: 'String' })],
  );
  const order = await create();
  matchWhole(
    t,
    await refuse(order, { action: 'setCustomType', type: referenceTo('type', type), fields: { may: 'x' } }),
    refusedWith('RequiredField', /fields\.must/, { field: 'fields.must' }),
  );
  const set = await update(order, { action: 'setCustomType', type: referenceTo('type', type), fields: { must: 'x' } });
  matchWhole(
    t,
    await refuse(set, { action: 'setCustomField', name: 'must' }),
    refusedWith('RequiredField', /must/, { field: 'must' }),
  );
  t.same(await get(set), set);
});

test('refuses to delete a Type in use', async t => {
  const type = await createType(createIn, ['line-item']);
  const order = await create();
  const held = await update(order, {
    action: 'setLineItemCustomType',
    lineItemId: order.lineItems[0]!.id,
    type: referenceTo('type', type),
  });
  const remove = () =>
    sdk
      .types()
      .withId({ ID: type.id })
      .delete({ queryArgs: { version: 1 } })
      .execute();
  assertError(t, await rejectionOf(remove()), 'ReferenceExists');
  await update(held, { action: 'setLineItemCustomType', lineItemId: order.lineItems[0]!.id });
  t.equal((await remove()).statusCode, 200);
});

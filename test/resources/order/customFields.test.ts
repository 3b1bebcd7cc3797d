import type { CustomFields, Order } from '@commercetools/platform-sdk';
import { test } from 'tap';
import { customLineItemDraft, money, stateDraft } from '../../support/drafts.js';
import { rejectionOf } from '../../support/sdk.js';
import { refusedWith, startOrders } from '../../support/orders.js';
import { fieldDefinition, createType, typeReference } from '../../support/types.js';
import { matchWhole } from '../../support/matchWhole.js';

const { create, update, problem, messagesOf, get, sdk, quayside, credentials } = await startOrders();

const address = { country: 'DE', city: 'Kiel' };
const ids = [
  'order',
  'address',
  'line-item',
  'custom-line-item',
  'order-delivery',
  'order-parcel',
  'order-return-item',
] as const;
const types = Object.fromEntries(await Promise.all(ids.map(async id => [id, await createType(sdk, [id])]))) as Record<
  string,
  { id: string; key: string }
>;

/** An order that has everything that can bear custom fields. */
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

  test(`set${action}CustomType and set${action}CustomField set and remove custom fields (${clauses}, OACT079, OACT080, OACT081, OACT082)`, async t => {
    const order = await whole();
    const setType = (more: object = {}) => ({ action: `set${action}CustomType`, ...names(order), ...more });
    const setField = (name: string, value?: unknown) => ({
      action: `set${action}CustomField`,
      ...names(order),
      name,
      value,
    });
    const before = (await messagesOf(order)).length;

    matchWhole(
      t,
      await problem(order, setField('note', 'x')),
      refusedWith('InvalidOperation', /there is no custom type/),
    );
    matchWhole(
      t,
      await problem(order, setType({ type: typeReference(wrong) })),
      refusedWith('InvalidOperation', new RegExp(`expected one for ${typeName}`)),
    );
    matchWhole(
      t,
      await problem(order, setType({ type: typeReference(type), fields: { note: 7 } })),
      refusedWith('InvalidField', /'7' is not valid for field 'fields.note'. Expected a text/, {
        field: 'fields.note',
        invalidValue: 7,
      }),
    );

    let current = await update(order, setType({ type: { typeId: 'type', key: type.key }, fields: { note: 'first' } }));
    t.same(custom(current), { type: typeReference(type), fields: { note: 'first' } });
    current = await update(current, setField('count', 3), setField('note', 'second'));
    t.same(custom(current)!.fields, { note: 'second', count: 3 });
    t.equal((await update(current, setField('count', 3))).version, current.version);
    current = await update(current, setField('note'));
    t.same(custom(current)!.fields, { count: 3 });
    matchWhole(
      t,
      await problem(current, setField('note', null)),
      refusedWith('InvalidOperation', /'note' cannot be removed: it has no value/),
    );
    matchWhole(
      t,
      await problem(current, setField('colour', 'red')),
      refusedWith('InvalidField', /has the fields note, count/, { field: 'colour', invalidValue: 'red' }),
    );
    matchWhole(
      t,
      await problem(current, setField('count', 'three')),
      refusedWith('InvalidField', /Expected a number/, { field: 'fields.count', invalidValue: 'three' }),
    );
    matchWhole(t, await problem(current, { action: `set${action}CustomField`, ...names(order), value: 1 }), {
      errors: [{ code: 'RequiredField', field: 'actions[0].name' }],
    });
    current = await update(current, setType({ type: typeReference(type) }));
    t.same(custom(current), { type: typeReference(type), fields: {} }, 'overwritten');
    current = await update(current, setType());
    t.equal(custom(current), undefined);

    const messages = (await messagesOf(order)).slice(before);
    if (told === undefined) return t.same(messages, [], 'OACT102 nobody is told');
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
  for (const action of ['setShippingAddressCustomType', 'setBillingAddressCustomType'])
    matchWhole(
      t,
      await problem(order, { action, type: typeReference(types.address!) }),
      refusedWith('InvalidOperation', /There is no (shipping|billing)Address/),
    );
  matchWhole(
    t,
    await problem(order, { action: 'setItemShippingAddressCustomType', addressKey: 'home' }),
    refusedWith('InvalidOperation', /no itemShippingAddress with key 'home'; known: none/),
  );
  matchWhole(t, await problem(order, { action: 'setItemShippingAddressCustomType' }), {
    errors: [{ code: 'RequiredField', field: 'actions[0].addressKey' }],
  });
});

const colours = [
  { key: 'red', label: 'Red' },
  { key: 'blue', label: 'Blue' },
];
const channel = (
  await sdk
    .channels()
    .post({ body: { key: 'berlin' } })
    .execute()
).body;
const reference = { typeId: 'channel', id: channel.id };

const kinds: readonly (readonly [
  name: string,
  type: object,
  good: readonly (readonly [given: unknown, stored: unknown])[],
  bad: readonly unknown[],
])[] = [
  [
    'flag',
    { name: 'Boolean' },
    [
      [true, true],
      [false, false],
    ],
    ['true', 1],
  ],
  [
    'number',
    { name: 'Number' },
    [
      [1.5, 1.5],
      [-3, -3],
    ],
    ['1', true],
  ],
  [
    'text',
    { name: 'String' },
    [
      ['', ''],
      ['äöü', 'äöü'],
    ],
    [1, {}, []],
  ],
  [
    'localized',
    { name: 'LocalizedString' },
    [
      [
        { en: 'a', 'de-CH': 'b' },
        { en: 'a', 'de-CH': 'b' },
      ],
    ],
    ['a', { 'not a tag': 'x' }, { en: 1 }],
  ],
  ['colour', { name: 'Enum', values: colours }, [['red', 'red']], ['green', 'Red', 1]],
  [
    'shade',
    { name: 'LocalizedEnum', values: colours.map(({ key, label }) => ({ key, label: { en: label } })) },
    [['blue', 'blue']],
    ['green'],
  ],
  [
    'price',
    { name: 'Money' },
    [
      [
        { currencyCode: 'EUR', centAmount: 100 },
        { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 },
      ],
    ],
    [{ currencyCode: 'EUR' }, { currencyCode: 'EUR', centAmount: 1.5 }, 100],
  ],
  ['day', { name: 'Date' }, [['2026-02-28', '2026-02-28']], ['2026-02-30', '28.02.2026', '2026-02-28T00:00:00Z', 1]],
  [
    'hour',
    { name: 'Time' },
    [
      ['12:30:00.000', '12:30:00.000'],
      ['07:05', '07:05'],
    ],
    ['25:00', '12:60:00', 12],
  ],
  [
    'instant',
    { name: 'DateTime' },
    [['2026-02-28T12:00:00+02:00', '2026-02-28T10:00:00.000Z']],
    ['2026-02-28', 'now', 0],
  ],
  [
    'place',
    { name: 'Reference', referenceTypeId: 'channel' },
    [
      [reference, reference],
      [{ typeId: 'channel', key: 'berlin' }, reference],
    ],
    [{ typeId: 'store', id: channel.id }, channel.id, {}],
  ],
  [
    'tags',
    { name: 'Set', elementType: { name: 'String' } },
    [
      [
        ['a', 'b', 'a'],
        ['a', 'b'],
      ],
      [[], []],
    ],
    ['a', [1], [['a']]],
  ],
  [
    'colours',
    { name: 'Set', elementType: { name: 'Enum', values: colours } },
    [
      [
        ['red', 'blue'],
        ['red', 'blue'],
      ],
    ],
    [['green']],
  ],
  [
    'places',
    { name: 'Set', elementType: { name: 'Reference', referenceTypeId: 'channel' } },
    [[[reference, { typeId: 'channel', key: 'berlin' }], [reference]]],
    [[{ typeId: 'state', id: 'x' }]],
  ],
];
const all = await createType(
  sdk,
  ['order'],
  kinds.map(([name, type]) => fieldDefinition(name, type)),
);

for (const [name, , good, bad] of kinds)
  test(`a field of kind ${name} takes values of its kind only (OACT082)`, async t => {
    let order = await create();
    order = await update(order, { action: 'setCustomType', type: typeReference(all) });
    for (const [given, stored] of good) {
      order = await update(order, { action: 'setCustomField', name, value: given });
      t.same(order.custom!.fields[name], stored);
      const imported = await create({ custom: { type: typeReference(all), fields: { [name]: given } } });
      t.same(imported.custom!.fields[name], stored);
    }
    for (const value of bad) {
      const body = await problem(order, { action: 'setCustomField', name, value });
      t.ok(
        ['InvalidField', 'ReferencedResourceNotFound'].includes(body.errors[0]!.code),
        `${JSON.stringify(value)}: ${body.message}`,
      );
    }
  });

test('references in custom fields need an existing target, which cannot be deleted (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: typeReference(all) });
  for (const value of [
    { typeId: 'channel', id: 'nowhere' },
    { typeId: 'channel', key: 'nowhere' },
  ])
    matchWhole(t, await problem(order, { action: 'setCustomField', name: 'place', value }), {
      errors: [{ ...value, code: 'ReferencedResourceNotFound', actionIndex: 0 }],
    });
  const own = (
    await sdk
      .channels()
      .post({ body: { key: 'own-channel' } })
      .execute()
  ).body;
  const held = await update(order, {
    action: 'setCustomField',
    name: 'places',
    value: [{ typeId: 'channel', id: own.id }],
  });
  const remove = () =>
    sdk
      .channels()
      .withId({ ID: own.id })
      .delete({ queryArgs: { version: 1 } })
      .execute();
  matchWhole(t, (await rejectionOf(remove())).body, { errors: [{ code: 'ReferenceExists' }] });
  await update(held, { action: 'setCustomField', name: 'places' });
  t.equal((await remove()).statusCode, 200);
});

test('refuses references with neither or both of id and key, and values that are no references (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: typeReference(all) });
  for (const value of [
    { typeId: 'channel' },
    { typeId: 'channel', id: 5 },
    { typeId: 'channel', id: {} },
    { typeId: 'channel', id: '' },
    { typeId: 'channel', id: channel.id, key: 'berlin' },
    { typeId: 'channel', id: 'key=berlin' },
    { typeId: 'nothing', id: 'x' },
  ])
    for (const [name, given] of [
      ['place', value],
      ['places', [value]],
      ['text', value],
      ['text', [value]],
    ] as const) {
      const { statusCode, errors } = await problem(order, { action: 'setCustomField', name, value: given });
      t.equal(statusCode, 400);
      t.equal(errors[0]!.code, 'InvalidField', JSON.stringify([name, given]));
    }
  const many = Array.from({ length: 1_001 }, (_, at) => ({ typeId: 'channel', key: `k-${at}` }));
  matchWhole(t, await problem(order, { action: 'setCustomField', name: 'text', value: many }), {
    errors: [{ code: 'InvalidInput', message: /more than 1000 references/ }],
  });
});

test('refuses field names of the object prototype (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: typeReference(all) });
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    matchWhole(
      t,
      await problem(order, { action: 'setCustomField', name, value: 'x' }),
      refusedWith('InvalidField', /has the fields flag/, { field: name, invalidValue: 'x' }),
    );
    matchWhole(
      t,
      await problem(order, { action: 'setCustomField', name }),
      refusedWith('InvalidOperation', /it has no value/),
    );
  }
});

test('refuses infinite numbers, and stores a large set quickly (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: typeReference(all) });
  const token = await quayside.token(credentials);
  const raw = await quayside.http.as(token).send('POST', `/${credentials.projectKey}/orders/${order.id}`, {
    body: `{"version":${order.version},"actions":[{"action":"setCustomField","name":"number","value":1e999}]}`,
    headers: { 'content-type': 'application/json' },
  });
  matchWhole(t, raw.json, {
    statusCode: 400,
    errors: [{ code: 'InvalidJsonInput', message: /^Malformed field 'value': expected numbers up to/ }],
  });
  const tags = Array.from({ length: 1_000 }, (_, at) => `tag-${at % 900}`);
  const tagged = await update(order, { action: 'setCustomField', name: 'tags', value: tags });
  t.equal((tagged.custom!.fields.tags as string[]).length, 900);
  matchWhole(
    t,
    await problem(tagged, { action: 'setCustomField', name: 'tags', value: [...tags, 'x'] }),
    refusedWith('InvalidField', /at most 1000 values/, {
      field: 'fields.tags',
      invalidValue: [...tags, 'x'],
    }),
  );
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
  const [first, second] = await Promise.all(
    [{}, {}].map(async () => (await sdk.states().post({ body: stateDraft() }).execute()).body),
  );
  const to = (key: string) => ({ action: 'transitionState', state: { typeId: 'state', key } });
  matchWhole(t, (await update(after, to(first!.key), to(second!.key))).state, { id: second!.id });
});

test('required fields cannot be left out or removed (OACT082)', async t => {
  const type = await createType(
    sdk,
    ['order'],
    [fieldDefinition('must', { name: 'String' }, true), fieldDefinition('may', { name: 'String' })],
  );
  const order = await create();
  matchWhole(
    t,
    await problem(order, { action: 'setCustomType', type: typeReference(type), fields: { may: 'x' } }),
    refusedWith('RequiredField', /fields\.must/, { field: 'fields.must' }),
  );
  const set = await update(order, { action: 'setCustomType', type: typeReference(type), fields: { must: 'x' } });
  matchWhole(
    t,
    await problem(set, { action: 'setCustomField', name: 'must' }),
    refusedWith('RequiredField', /must/, { field: 'must' }),
  );
  t.same(await get(set), set);
});

test('refuses to delete a Type in use', async t => {
  const type = await createType(sdk, ['line-item']);
  const order = await create();
  const held = await update(order, {
    action: 'setLineItemCustomType',
    lineItemId: order.lineItems[0]!.id,
    type: typeReference(type),
  });
  const remove = () =>
    sdk
      .types()
      .withId({ ID: type.id })
      .delete({ queryArgs: { version: 1 } })
      .execute();
  matchWhole(t, (await rejectionOf(remove())).body, { errors: [{ code: 'ReferenceExists' }] });
  await update(held, { action: 'setLineItemCustomType', lineItemId: order.lineItems[0]!.id });
  t.equal((await remove()).statusCode, 200);
});

test('custom fields can be queried', async t => {
  const order = await create({ custom: { type: typeReference(all), fields: { text: 'find me', number: 42 } } });
  const found = async (where: string) =>
    (await sdk.orders().get({ queryArgs: { where } }).execute()).body.results.map(({ id }) => id);
  t.same(await found('custom(fields(text="find me"))'), [order.id]);
  t.same(await found('custom(fields(number > 41 and number < 43))'), [order.id]);
});

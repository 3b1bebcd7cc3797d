/** Values of custom fields by the kind of the field. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { createType, fieldDefinition, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders, refusedWith } from '../../../support/orders.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';

const { create, update, createIn, refuse, sdk, quayside, credentials } = await startOrders();

const colours = [
  { key: 'red', label: 'Red' },
  { key: 'blue', label: 'Blue' },
];

const channel = await bodyOf(sdk.channels().post({ body: { key: 'berlin' } }));
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
  [
    'day',
    { name: 'Date' },
    [['2026-02-28', '2026-02-28']],
    ['2026-02-30', '2026-13-01', '0000-01-01', '28.02.2026', '2026-02-28T00:00:00Z', 1],
  ],
  [
    'hour',
    { name: 'Time' },
    [
      ['12:30:00.000', '12:30:00.000'],
      ['07:05', '07:05'],
    ],
    ['24:00', '25:00', '12:60:00', '12:00:60', 12],
  ],
  [
    'instant',
    { name: 'DateTime' },
    [['2026-02-28T12:00:00+02:00', '2026-02-28T10:00:00.000Z']],
    ['2026-02-28', '2024-13-45T99:99:99.999Z', '0000-01-01T00:00:00.000Z', 'now', 0],
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
  createIn,
  ['order'],
  kinds.map(([name, type]) => fieldDefinition(name, type)),
);

for (const [name, , good, bad] of kinds)
  test(`a field of kind ${name} takes values of its kind only (OACT082)`, async t => {
    let order = await create();
    order = await update(order, { action: 'setCustomType', type: referenceTo('type', all) });
    for (const [given, stored] of good) {
      order = await update(order, { action: 'setCustomField', name, value: given });
      t.same(order.custom!.fields[name], stored);
      const imported = await create({ custom: { type: referenceTo('type', all), fields: { [name]: given } } });
      t.same(imported.custom!.fields[name], stored);
    }
    for (const value of bad) {
      const body = await refuse(order, { action: 'setCustomField', name, value });
      t.ok(
        ['InvalidField', 'ReferencedResourceNotFound'].includes(body.errors[0]!.code),
        `${JSON.stringify(value)}: ${body.message}`,
      );
    }
  });

test('references in custom fields need an existing target, which cannot be deleted (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: referenceTo('type', all) });
  // The action itself looks up a key; the commit checks an id, after all actions.
  for (const [value, ofAction] of [
    [{ typeId: 'channel', id: 'nowhere' }, {}],
    [{ typeId: 'channel', key: 'nowhere' }, { actionIndex: 0 }],
  ] as const)
    matchWhole(t, await refuse(order, { action: 'setCustomField', name: 'place', value }), {
      errors: [{ code: 'ReferencedResourceNotFound', ...value, ...ofAction }],
    });
  const own = await bodyOf(sdk.channels().post({ body: { key: 'own-channel' } }));
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
  assertError(t, await rejectionOf(remove()), 'ReferenceExists');
  await update(held, { action: 'setCustomField', name: 'places' });
  t.equal((await remove()).statusCode, 200);
});

test('refuses references with neither or both of id and key, and values that are no references (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: referenceTo('type', all) });
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
      const { statusCode, errors } = await refuse(order, { action: 'setCustomField', name, value: given });
      t.equal(statusCode, 400);
      const isAmbiguous = name !== 'text' && 'key' in value;
      const code = isAmbiguous ? 'InvalidJsonInput' : 'InvalidField';
      t.equal(errors[0]!.code, code, JSON.stringify([name, given]));
    }
  const many = Array.from({ length: 1_001 }, (_, at) => ({ typeId: 'channel', key: `k-${at}` }));
  assertError(t, await refuse(order, { action: 'setCustomField', name: 'text', value: many }), 'InvalidInput', {
    message: /more than 1000 references/,
  });
});

test('refuses field names of the object prototype (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: referenceTo('type', all) });
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    for (const [action, expected] of [
      [
        { action: 'setCustomField', name, value: 'x' },
        refusedWith('InvalidField', /has the fields flag/, { field: name, invalidValue: 'x' }),
      ],
      [{ action: 'setCustomField', name }, refusedWith('InvalidOperation', /it has no value/)],
    ] as const)
      matchWhole(t, await refuse(order, action), expected);
  }
});

test('refuses infinite numbers, and stores a large set quickly (OACT082)', async t => {
  const order = await update(await create(), { action: 'setCustomType', type: referenceTo('type', all) });
  const token = await quayside.token(credentials);
  const raw = await quayside.http.as(token).send('POST', `/${credentials.projectKey}/orders/${order.id}`, {
    body: `{"version":${order.version},"actions":[{"action":"setCustomField","name":"number","value":1e999}]}`,
    headers: { 'content-type': 'application/json' },
  });
  assertError(t, raw.json, 'InvalidJsonInput', { message: /^Malformed field 'value': expected numbers up to/ });
  const tags = Array.from({ length: 1_000 }, (_, at) => `tag-${at % 900}`);
  const tagged = await update(order, { action: 'setCustomField', name: 'tags', value: tags });
  t.equal((tagged.custom!.fields.tags as string[]).length, 900);
  matchWhole(
    t,
    await refuse(tagged, { action: 'setCustomField', name: 'tags', value: [...tags, 'x'] }),
    refusedWith('InvalidField', /at most 1000 values/, {
      field: 'fields.tags',
      invalidValue: `${JSON.stringify([...tags, 'x']).slice(0, 1_000)}…`,
    }),
  );
});

test('custom fields can be queried', async t => {
  const order = await create({ custom: { type: referenceTo('type', all), fields: { text: 'find me', number: 42 } } });
  const found = async (where: string) =>
    (await bodyOf(sdk.orders().get({ queryArgs: { where } }))).results.map(({ id }) => id);
  t.same(await found('custom(fields(text="find me"))'), [order.id]);
  t.same(await found('custom(fields(number > 41 and number < 43))'), [order.id]);
});

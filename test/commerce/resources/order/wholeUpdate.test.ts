import type { Order } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, orderDraft } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';

const { create, get, messagesOf, http, base, createIn } = await startOrders({ languages: ['en', 'de-AT'] });
const post = ({ id, version }: Order, ...actions: unknown[]) =>
  http.send('POST', `${base}/orders/${id}`, { body: { version, actions } });
const good = { action: 'changeOrderState', orderState: 'Complete' };

test('one invalid action at any position undoes the whole update (OACT100, GEN067, GEN081)', async t => {
  const taken = newKey('taken');
  await create({ orderNumber: taken });
  for (const [bad, entryAt] of [
    [
      { action: 'nonsense' },
      at => ({ code: 'InvalidField', field: `actions[${at}].action`, invalidValue: 'nonsense', allowedValues: Object }),
    ],
    [{}, at => ({ code: 'RequiredField', field: `actions[${at}].action` })],
    [null, () => ({ code: 'InvalidJsonInput' })],
    ['changeOrderState', () => ({ code: 'InvalidJsonInput' })],
    [
      { action: 'changePaymentState', paymentState: 'paid' },
      at => ({
        code: 'InvalidField',
        field: `actions[${at}].paymentState`,
        invalidValue: 'paid',
        allowedValues: ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid'],
      }),
    ],
    [{ action: 'setCustomerEmail', email: 7 }, () => ({ code: 'InvalidJsonInput' })],
    [
      { action: 'setShippingAddress', address: { city: 'Rome' } },
      at => ({ code: 'RequiredField', field: `actions[${at}].address.country` }),
    ],
    [
      { action: 'setLocale', locale: 'fr' },
      actionIndex => ({ code: 'ProjectNotConfiguredForLanguages', languages: ['fr'], actionIndex }),
    ],
    [
      { action: 'transitionState', state: { typeId: 'state', key: 'nowhere' } },
      () => ({ code: 'ReferencedResourceNotFound', typeId: 'state', key: 'nowhere' }),
    ],
    [
      { action: 'transitionState', state: { typeId: 'state', key: 'Initial' } },
      actionIndex => ({ code: 'InvalidOperation', actionIndex }),
    ],
    [
      { action: 'setOrderNumber', orderNumber: taken },
      () => ({ code: 'DuplicateField', field: 'orderNumber', duplicateValue: taken }),
    ],
  ] as readonly (readonly [unknown, (at: number) => object])[]) {
    const order = await create();
    for (const actions of [
      [good, bad],
      [bad, good],
      [good, bad, { action: 'changeShipmentState', shipmentState: 'Ready' }],
    ])
      matchWhole(
        t,
        await post(order, ...actions),
        { status: 400, json: { errors: [entryAt(actions.indexOf(bad))] } },
        JSON.stringify(actions),
      );
    t.same(await get(order), order);
    t.same(valuesOf(await messagesOf(order), 'type'), ['OrderImported']);
  }
});

test('the errors of several actions are returned together, each with the position of its action (OACT100)', async t => {
  const order = await create();
  const { json } = await post(order, { action: 'nonsense' }, good, { action: 'changePaymentState' });
  matchWhole(t, json, {
    statusCode: 400,
    errors: [
      { code: 'InvalidField', field: 'actions[0].action', invalidValue: 'nonsense', allowedValues: Object },
      { code: 'RequiredField', field: 'actions[2].paymentState' },
    ],
  });
});

test('ignores a misspelled optional field (OACT101, GEN068)', async t => {
  const order = await create({ customerEmail: 'ana@example.com' });
  const { status, json } = await post(
    order,
    { action: 'setCustomerEmail', emial: 'eva@example.com' },
    { ...good, orderStat: 'Open', extra: { deep: [1] } },
  );
  t.equal(status, 200);
  matchWhole(t, json, { version: 2, orderState: 'Complete' });
  for (const absent of ['customerEmail', 'emial', 'orderStat', 'extra']) t.notOk(absent in (json as object), absent);
});

test('setLocale sets and removes a language of the project (OACT086)', async t => {
  const order = await create();
  const { json } = await post(order, { action: 'setLocale', locale: 'de-AT' });
  matchWhole(t, json, { version: 2, locale: 'de-AT' });
  const { json: removed } = await post(json as Order, { action: 'setLocale' });
  matchWhole(t, removed, { version: 3 });
  t.notOk('locale' in (removed as object));
});

test('setLocale refuses another language and names it (OACT087)', async t => {
  const order = await create();
  for (const locale of ['de', 'fr', 'DE'])
    assertError(t, await post(order, { action: 'setLocale', locale }), 'ProjectNotConfiguredForLanguages', {
      languages: [locale.toLowerCase()],
      actionIndex: 0,
    });
  assertError(t, await post(order, { action: 'setLocale', locale: 'no tag' }), 'InvalidField', {
    field: 'actions[0].locale',
    invalidValue: 'no tag',
  });
  t.same(await get(order), order);
});

test('setOrderNumber and setLocale change the order and send no message (OACT102)', async t => {
  const order = await create();
  const orderNumber = newKey('silent');
  const { json } = await post(order, { action: 'setOrderNumber', orderNumber }, { action: 'setLocale', locale: 'en' });
  matchWhole(t, json, { version: 2, orderNumber, locale: 'en', lastMessageSequenceNumber: 1 });
  t.same(valuesOf(await messagesOf(order), 'type'), ['OrderImported']);
});

test('a later action sees the order number that an earlier action set (OACT032, ORD006)', async t => {
  const order = await create();
  const { json } = await post(
    order,
    { action: 'setOrderNumber', orderNumber: newKey('a') },
    { action: 'setOrderNumber', orderNumber: newKey('b') },
  );
  assertError(t, json, 'InvalidOperation', { message: /cannot be changed or removed/, actionIndex: 1 });
  t.same(await get(order), order);
});

// Order numbers are free text; every text must identify its order.
await createIn('stores', { key: 'shop' });

type Stored = { readonly id: string; readonly version: number };

const importOrder = (orderNumber: string) =>
  http.send('POST', `${base}/orders/import`, {
    body: orderDraft({ orderNumber, store: { typeId: 'store', key: 'shop' } }),
  });
const action = (orderState: string) => [{ action: 'changeOrderState', orderState }];

const numbers = [
  'with space',
  'a/b/c',
  'Größe',
  '100%',
  '.',
  '..',
  'a%2Fb',
  'key=x',
  '+1',
  'a?b=c',
  'a#b',
  ' ',
  '😀',
  'say "hi"\\',
  'a\u0000b',
  'import',
  'quotes',
  "it's",
  'ä'.normalize('NFD'),
];

test('any number reads and changes its order (ORD077, ORD080, ORD089, ORD091, ORD093, ORD095, ORD106)', async t => {
  for (const orderNumber of numbers)
    for (const prefix of [base, `${base}/in-store/key=shop`]) {
      const path = `${prefix}/orders/order-number=${encodeURIComponent(orderNumber)}`;
      const created = await importOrder(orderNumber);
      t.equal(created.status, 201, orderNumber);
      const { id } = created.json as Stored;
      t.equal((await http.send('GET', path)).text, created.text, `read ${path}`);
      matchWhole(
        t,
        (await http.send('POST', path, { body: { version: 1, actions: action('Complete') } })).json,
        { id, version: 2, orderNumber },
        `update ${path}`,
      );
      matchWhole(
        t,
        await http.send('DELETE', `${path}?version=2`),
        { status: 200, json: { id, version: 2 } },
        `delete ${path}`,
      );
      t.equal((await http.send('GET', path)).status, 404);
    }
});

test('letters need no encoding, and every way to encode them leads to the same order (ORD106)', async t => {
  const { json } = await importOrder('Plain-7');
  for (const text of ['Plain-7', '%50lain-7', 'Plain%2d7', 'Plain%2D7'])
    t.same((await http.send('GET', `${base}/orders/order-number=${text}`)).json, json, text);
});

test('refuses numbers that are not percent-encoded UTF-8 (ORD106)', async t => {
  for (const text of ['%', '%zz', '%C3', '%ff'])
    matchWhole(
      t,
      await http.send('GET', `${base}/orders/order-number=${text}`),
      {
        status: 400,
        json: { errors: [{ code: 'InvalidInput', message: /malformed: expected percent-encoded UTF-8/ }] },
      },
      text,
    );
});

test('a long number is unique and identifies its order like a short one (ORD005, ORD077, ORD107)', async t => {
  for (const length of [256, 512, 513, 4_000]) {
    const orderNumber = newKey().padEnd(length, 'x');
    const created = await importOrder(orderNumber);
    t.equal(created.status, 201);
    matchWhole(
      t,
      (await importOrder(orderNumber)).json,
      { statusCode: 400, errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }] },
      `${length} characters, twice`,
    );
    t.equal(
      (await http.send('GET', `${base}/orders/order-number=${orderNumber}`)).text,
      created.text,
      `${length} characters, read`,
    );
    const where = encodeURIComponent(`orderNumber = "${orderNumber}"`);
    t.same((await http.send('GET', `${base}/orders?where=${where}`)).json, {
      limit: 20,
      offset: 0,
      count: 1,
      total: 1,
      results: [created.json],
    });
  }
});

test('numbers that differ only in case or in their Unicode form are different numbers (ORD005)', async t => {
  const [a, b] = [await importOrder('case'), await importOrder('CASE')];
  t.same([a.status, b.status], [201, 201]);
  t.equal((await http.send('GET', `${base}/orders/order-number=CASE`)).text, b.text);
  t.same([(await importOrder('\u00e4')).status, (await importOrder('a\u0308')).status], [201, 201]);
});

test('an order needs no number, and an empty number counts as none (ORD005)', async t => {
  const { json } = await http.send('POST', `${base}/orders/import`, { body: orderDraft() });
  t.notOk('orderNumber' in (json as object));
  assertError(t, await importOrder(''), 'InvalidField', {
    field: 'orderNumber',
    invalidValue: '',
    message: /at least 1 character/,
  });
});

import type { Order } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { create, get, messagesOf, http, base } = await startOrders({ languages: ['en', 'de-AT'] });
const post = ({ id, version }: Order, ...actions: unknown[]) =>
  http.send('POST', `${base}/orders/${id}`, { body: { version, actions } });
const good = { action: 'changeOrderState', orderState: 'Complete' };

test('one invalid action at any position undoes the whole update (OACT100, GEN067, GEN081)', async t => {
  const taken = newKey('taken');
  await create({ orderNumber: taken });
  for (const [bad, entryAt] of [
    [
      { action: 'nonsense' },
      at => ({
        code: 'InvalidField',
        field: `actions[${at}].action`,
        invalidValue: 'nonsense',
        allowedValues: Object,
      }),
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
    t.same(
      (await messagesOf(order)).map(({ type }) => type),
      ['OrderImported'],
    );
  }
});

test('the errors of several actions are returned together, each with the position of its action (OACT100)', async t => {
  const order = await create();
  const { json } = await post(order, { action: 'nonsense' }, good, { action: 'changePaymentState' });
  matchWhole(t, json, {
    statusCode: 400,
    errors: [
      {
        code: 'InvalidField',
        field: 'actions[0].action',
        invalidValue: 'nonsense',
        allowedValues: Object,
      },
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
  for (const locale of ['de', 'fr', 'EN'])
    matchWhole(t, (await post(order, { action: 'setLocale', locale })).json, {
      statusCode: 400,
      errors: [{ code: 'ProjectNotConfiguredForLanguages', languages: [locale], actionIndex: 0 }],
    });
  matchWhole(t, (await post(order, { action: 'setLocale', locale: 'no tag' })).json, {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'actions[0].locale', invalidValue: 'no tag' }],
  });
  t.same(await get(order), order);
});

test('setOrderNumber and setLocale change the order and send no message (OACT102)', async t => {
  const order = await create();
  const orderNumber = newKey('silent');
  const { json } = await post(order, { action: 'setOrderNumber', orderNumber }, { action: 'setLocale', locale: 'en' });
  matchWhole(t, json, { version: 2, orderNumber, locale: 'en', lastMessageSequenceNumber: 1 });
  t.same(
    (await messagesOf(order)).map(({ type }) => type),
    ['OrderImported'],
  );
});

test('a later action sees the order number that an earlier action set (OACT032, ORD006)', async t => {
  const order = await create();
  const { json } = await post(
    order,
    { action: 'setOrderNumber', orderNumber: newKey('a') },
    { action: 'setOrderNumber', orderNumber: newKey('b') },
  );
  matchWhole(t, json, {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /cannot be changed or removed/, actionIndex: 1 }],
  });
  t.same(await get(order), order);
});

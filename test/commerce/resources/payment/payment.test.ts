import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { storeCustomer } from '../../../support/customers.js';
import { createType, money, newKey, orderDraft, referenceTo, stateDraft } from '../../../support/drafts.js';
import { startResourceApi, type Resource } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';

const { quayside, projectKey, create, createIn, update, refuse, refuseCreation, remove, messagesOf } =
  await startResourceApi('payments');
const typeFor = (resourceTypeId: string) => createType(createIn, [resourceTypeId]);
const amount = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_000, fractionDigits: 2 };
const transactionsOf = (payment: Resource) => payment.transactions as Record<string, unknown>[];

test('creates a payment with all members', async t => {
  const [method, transaction, interaction] = await Promise.all(
    ['payment-method-info', 'transaction', 'payment-interface-interaction'].map(typeFor),
  );
  const payment = await create({
    key: newKey('payment'),
    interfaceId: 'psp-1',
    anonymousId: 'visitor-1',
    amountPlanned: money(1_000),
    paymentMethodInfo: {
      paymentInterface: 'psp',
      method: 'card',
      name: { en: 'Card' },
      token: { value: 't' },
      interfaceAccount: 'acc',
      custom: { type: referenceTo('type', method!), fields: { note: 'm' } },
    },
    paymentStatus: { interfaceCode: '200', interfaceText: 'ok' },
    transactions: [
      {
        type: 'Charge',
        amount: money(1_000),
        timestamp: '2026-01-02T03:04:05Z',
        interactionId: 'i',
        state: 'Pending',
        custom: { type: referenceTo('type', transaction!), fields: { note: 't' } },
      },
      { type: 'Refund', amount: money(1) },
    ],
    interfaceInteractions: [{ type: referenceTo('type', interaction!), fields: { note: 'i' } }],
  });
  matchWhole(t, payment, {
    interfaceId: 'psp-1',
    amountPlanned: amount,
    paymentMethodInfo: { method: 'card', custom: { fields: { note: 'm' } } },
    paymentStatus: { interfaceCode: '200' },
    transactions: [
      {
        id: /^[0-9a-f-]{36}$/,
        amount,
        state: 'Pending',
        timestamp: '2026-01-02T03:04:05.000Z',
        custom: { fields: { note: 't' } },
      },
      { state: 'Initial' },
    ],
    interfaceInteractions: [{ fields: { note: 'i' } }],
  });
  matchWhole(t, await messagesOf(payment), [
    { type: 'PaymentCreated', payment: { id: payment.id, lastMessageSequenceNumber: 1 } },
  ]);
  const least = await create({ amountPlanned: money(1) });
  matchWhole(t, least, { paymentMethodInfo: {}, paymentStatus: {}, transactions: [], interfaceInteractions: [] });
  assertError(t, await refuseCreation({}), 'RequiredField', { field: 'amountPlanned' });
  assertError(
    t,
    await refuseCreation({ amountPlanned: money(1), customer: { typeId: 'customer', id: 'unknown' } }),
    'ReferencedResourceNotFound',
    { typeId: 'customer', id: 'unknown' },
  );
});

test('changes the fields and the method info of a payment (payment.0a78e, payment.13e8d)', async t => {
  const key = newKey('payment');
  let payment = await create({ amountPlanned: money(1) });
  payment = await update(
    payment,
    { action: 'setKey', key },
    { action: 'setAnonymousId', anonymousId: 'v' },
    { action: 'setInterfaceId', interfaceId: 'psp' },
    { action: 'changeAmountPlanned', amount: money(1_000) },
    { action: 'setMethodInfoInterface', interface: 'stripe' },
    { action: 'setMethodInfoMethod', method: 'card' },
    { action: 'setMethodInfoName', name: { en: 'Card' } },
    { action: 'setMethodInfoToken', token: { value: 'x' } },
    { action: 'setMethodInfoInterfaceAccount', interfaceAccount: 'a' },
    { action: 'setStatusInterfaceCode', interfaceCode: '1' },
    { action: 'setStatusInterfaceText', interfaceText: 'text' },
  );
  matchWhole(t, payment, {
    key,
    anonymousId: 'v',
    interfaceId: 'psp',
    amountPlanned: amount,
    paymentStatus: { interfaceCode: '1', interfaceText: 'text' },
    paymentMethodInfo: {
      paymentInterface: 'stripe',
      method: 'card',
      name: { en: 'Card' },
      token: { value: 'x' },
      interfaceAccount: 'a',
    },
  });
  const type = await typeFor('payment-method-info');
  payment = await update(
    payment,
    { action: 'setMethodInfoMethod' },
    { action: 'setMethodInfoCustomType', type: referenceTo('type', type) },
    { action: 'setMethodInfoCustomField', name: 'note', value: 'n' },
  );
  matchWhole(t, payment.paymentMethodInfo, { custom: { fields: { note: 'n' } } });
  payment = await update(
    payment,
    { action: 'setMethodInfo', paymentInterface: 'stripe', method: 'invoice' },
    { action: 'setKey' },
    { action: 'setAnonymousId' },
  );
  const kept = { paymentInterface: 'stripe', name: { en: 'Card' }, token: { value: 'x' }, interfaceAccount: 'a' };
  t.same(payment.paymentMethodInfo, { ...kept, method: 'invoice' });
  matchWhole(t, (await messagesOf(payment)).slice(1), [
    { type: 'PaymentInterfaceIdSet', interfaceId: 'psp' },
    { type: 'PaymentMethodInfoInterfaceSet', interface: 'stripe' },
    { type: 'PaymentMethodInfoMethodSet', method: 'card' },
    { type: 'PaymentMethodInfoNameSet' },
    { type: 'PaymentMethodInfoTokenSet' },
    { type: 'PaymentMethodInfoInterfaceAccountSet' },
    { type: 'PaymentStatusInterfaceCodeSet', interfaceCode: '1' },
    { type: 'PaymentMethodInfoMethodSet', oldMethod: 'card' },
    { type: 'PaymentMethodInfoCustomTypeSet' },
    { type: 'PaymentMethodInfoCustomFieldAdded', name: 'note', value: 'n' },
    { type: 'PaymentMethodInfoMethodSet', method: 'invoice' },
    { type: 'PaymentMethodInfoCustomTypeRemoved', oldTypeId: type.id },
  ]);
});

test('setCustomer without a customer removes it (payment.cf781)', async t => {
  const customer = referenceTo('customer', { id: await storeCustomer(quayside, projectKey) });
  const payment = await create({ amountPlanned: money(1), customer });
  t.same(payment.customer, customer);
  t.notOk('customer' in (await update(payment, { action: 'setCustomer' })));
});

test('changes transactions, interactions and custom fields (payment.22c27)', async t => {
  const [ofTransaction, ofInteraction, ofPayment] = await Promise.all(
    ['transaction', 'payment-interface-interaction', 'payment'].map(typeFor),
  );
  let payment = await update(await create({ amountPlanned: money(1_000) }), {
    action: 'addTransaction',
    transaction: { type: 'Authorization', amount: money(1_000) },
  });
  const transactionId = transactionsOf(payment)[0]!.id;
  payment = await update(
    payment,
    { action: 'changeTransactionState', transactionId, state: 'Success' },
    { action: 'changeTransactionTimestamp', transactionId, timestamp: '2026-01-02T03:04:05Z' },
    { action: 'changeTransactionInteractionId', transactionId, interactionId: 'i-1' },
    { action: 'setTransactionInterfaceId', transactionId, interfaceId: 'if-1' },
    { action: 'setTransactionCustomType', transactionId, type: referenceTo('type', ofTransaction!) },
    { action: 'setTransactionCustomField', transactionId, name: 'note', value: 'n' },
    { action: 'addInterfaceInteraction', type: referenceTo('type', ofInteraction!), fields: { note: 'raw' } },
    { action: 'setCustomType', type: referenceTo('type', ofPayment!) },
    { action: 'setCustomField', name: 'note', value: 'own' },
  );
  matchWhole(t, transactionsOf(payment)[0], {
    state: 'Success',
    timestamp: '2026-01-02T03:04:05.000Z',
    interactionId: 'i-1',
    interfaceId: 'if-1',
    custom: { fields: { note: 'n' } },
  });
  matchWhole(t, payment, { interfaceInteractions: [{ fields: { note: 'raw' } }], custom: { fields: { note: 'own' } } });
  matchWhole(t, (await messagesOf(payment)).slice(1), [
    { type: 'PaymentTransactionAdded', transaction: { id: transactionId, state: 'Initial' } },
    { type: 'PaymentTransactionStateChanged', transactionId, state: 'Success' },
    { type: 'PaymentTransactionInterfaceIdSet', transactionId, newInterfaceId: 'if-1' },
    { type: 'PaymentInteractionAdded', interaction: { fields: { note: 'raw' } } },
  ]);
  assertError(
    t,
    await refuse(payment, { action: 'changeTransactionState', transactionId: 'unknown', state: 'Failure' }),
    'InvalidOperation',
    { message: /no transaction with id 'unknown'/, actionIndex: 0 },
  );
  payment = await update(payment, { action: 'setTransactionInterfaceId', transactionId });
  t.notOk('interfaceId' in transactionsOf(payment)[0]!);
});

test('moves a payment along States of type PaymentState', async t => {
  const [first, second, other] = await Promise.all(
    [{ initial: true, transitions: [] }, { initial: false }, { type: 'OrderState' }].map(more =>
      createIn('states', stateDraft({ type: 'PaymentState', ...more } as never)),
    ),
  );
  const payment = await create({ amountPlanned: money(1) });
  const to = (state: Resource, force?: boolean) => ({
    action: 'transitionState',
    state: { typeId: 'state', id: state.id },
    force,
  });
  assertError(t, await refuse(payment, to(second!)), 'InvalidOperation', { message: /is not initial/, actionIndex: 0 });
  assertError(t, await refuse(payment, to(other!)), 'InvalidOperation', {
    message: /States of type PaymentState/,
    actionIndex: 0,
  });
  const begun = await update(payment, to(first!));
  assertError(t, await refuse(begun, to(second!)), 'InvalidOperation', { message: /it is final/, actionIndex: 0 });
  const forced = await update(begun, to(second!, true));
  matchWhole(t, (await messagesOf(payment)).slice(1), [
    { type: 'PaymentStatusStateTransition', state: { id: first!.id }, force: false },
    { type: 'PaymentStatusStateTransition', force: true },
  ]);
  matchWhole(t, forced.paymentStatus, { state: { id: second!.id } });
});

test('refuses to delete a payment of an order (ORD035)', async t => {
  const payment = await create({ amountPlanned: money(1) });
  const order = await createIn(
    'orders/import',
    orderDraft({ paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] } }),
  );
  t.same(order.paymentInfo, { payments: [{ typeId: 'payment', id: payment.id }] });
  assertError(t, await remove(payment), 'ReferenceExists');
});

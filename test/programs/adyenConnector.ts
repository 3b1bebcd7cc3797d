/** Adyen's extension of payments, and its receiver of notifications, with a server that answers like Adyen. */
import { join } from 'node:path';
import { customLineItemOf, paymentFlow } from './support/paymentFlow.js';
import { startServices, type ThirdPartyRequest } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('adyenConnector');

/** Answers of Adyen by path, the most specific path first. */
const answers: readonly (readonly [RegExp, (request: Record<string, unknown>) => object])[] = [
  [/\/generateHmac$/, () => ({ hmacKey: '' })],
  [/\/webhooks$/, () => ({ id: 'WH1', data: [] })],
  [/\/paymentMethods$/, () => ({ paymentMethods: [{ name: 'Cards', type: 'scheme' }] })],
  [/\/sessions$/, ({ amount, reference }) => ({ id: 'CS1', sessionData: 'data', amount, reference })],
  [/\/captures$/, () => ({ pspReference: 'capture', status: 'received' })],
  [/\/refunds$/, () => ({ pspReference: 'refund', status: 'received' })],
  [/\/cancels$/, () => ({ pspReference: 'cancel', status: 'received' })],
  [/\/amountUpdates$/, () => ({ pspReference: 'update', status: 'received' })],
  [/\/payments$/, ({ reference }) => ({ pspReference: 'psp', resultCode: 'Authorised', merchantReference: reference })],
];

const answer = ({ path, text }: ThirdPartyRequest): object | undefined => {
  const found = answers.find(([pattern]) => pattern.test(path));
  return found?.[1](text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));
};

await withBuilt('adyen-commercetools', async folder => {
  const { address, credentials, projectKey, quayside, test, expectRefusals } = program;
  const { run, start, address: adyen } = await startServices(address, answer);
  const { clientId, clientSecret } = credentials;
  const settings = {
    commercetools: { [projectKey]: { clientId, clientSecret, apiUrl: address, authUrl: address } },
    adyen: { acme: { apiKey: 'key', apiBaseUrl: `${adyen}/v71`, enableHmacSignature: 'false' } },
  };
  const environment = (members: object = {}) => ({
    ADYEN_INTEGRATION_CONFIG: JSON.stringify({ ...settings, ...members }),
  });
  const parts = ['extension', 'notification'] as const;
  const [extension, notification] = await Promise.all(
    parts.map(part => start(join(folder, part), ['src/init.js'], environment())),
  );
  const { cart, change, payments } = await paymentFlow(quayside, credentials);
  // The set-up asks whether a type or an extension exists.
  expectRefusals({ method: 'GET', path: /\/(?:types|extensions)\/key=/, status: 404 });

  test('creates its types and its extension, once', async t => {
    for (const _ of [1, 2]) {
      const setUps = ['setupExtensionResources', 'setupNotificationResources'].map((name, index) =>
        run(join(folder, parts[index]!), ['node_modules/.bin/run-func', './src/setup.js', name], {
          ...environment({ apiExtensionBaseUrl: extension! }),
        }),
      );
      for (const { code, stdout, stderr } of await Promise.all(setUps)) t.equal(code, 0, stdout + stderr);
    }
  });

  const amount = { currency: 'EUR', value: 1000 };
  const paymentRequest = JSON.stringify({
    amount,
    reference: 'order-1',
    channel: 'Web',
    returnUrl: 'http://127.0.0.1/',
    paymentMethod: { type: 'scheme' },
  });
  const setField = (name: string, value: object | string) => ({
    action: 'setCustomField',
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const addTransaction = (type: string, centAmount: number, members: object = {}) => ({
    action: 'addTransaction',
    transaction: { type, state: 'Initial', amount: { currencyCode: 'EUR', centAmount }, ...members },
  });
  const draft = (fields: object) => ({
    amountPlanned: { currencyCode: 'EUR', centAmount: 1000 },
    paymentMethodInfo: { paymentInterface: 'ctp-adyen-integration' },
    custom: {
      type: { typeId: 'type', key: 'ctp-adyen-integration-web-components-payment-type' },
      fields: { commercetoolsProjectKey: projectKey, adyenMerchantAccount: 'acme', ...fields },
    },
  });

  test('makes, captures, changes, refunds and cancels a payment when the payment changes', async t => {
    const first = await payments.create(draft({ getPaymentMethodsRequest: JSON.stringify({ countryCode: 'DE' }) }));
    t.match(first.custom!.fields.getPaymentMethodsResponse, /Cards/);
    await cart({ customLineItems: [customLineItemOf(1000)] }, first);
    t.match((await change(first, setField('createSessionRequest', paymentRequest))).custom!.fields, {
      createSessionResponse: /sessionData/,
      merchantReference: 'order-1',
    });
    const made = await change(first, setField('makePaymentRequest', paymentRequest));
    t.match(made, { key: 'psp', paymentMethodInfo: { method: 'scheme', name: { en: 'Credit Card' } } });
    const type = { typeId: 'type', key: 'ctp-adyen-integration-transaction-payment-type' };
    await change(first, addTransaction('Charge', 500, { custom: { type, fields: { reference: 'part-1' } } }));
    const changes = { paymentPspReference: 'psp', amount: { currency: 'EUR', value: 1010 }, reference: 'tip' };
    const changed = await change(first, setField('amountUpdatesRequest', changes));
    t.match(changed.custom!.fields.amountUpdatesResponse, /received/);
    await change(first, addTransaction('Refund', 100));
    const cancelled = await change(first, addTransaction('CancelAuthorization', 1000));
    t.strictSame(
      cancelled.transactions.map(({ type: kind, state, interactionId }) => [kind, state, interactionId]),
      [
        ['Authorization', 'Success', 'psp'],
        ['Charge', 'Pending', 'capture'],
        ['Refund', 'Pending', 'refund'],
        ['CancelAuthorization', 'Pending', 'cancel'],
      ],
    );
  });

  test('changes transactions when a notification comes', async t => {
    const notify = async (eventCode: string, item: object): Promise<void> => {
      const NotificationRequestItem = {
        additionalData: { 'metadata.ctProjectKey': projectKey },
        amount,
        eventCode,
        merchantReference: 'order-1',
        eventDate: '2026-11-28T12:00:00+01:00',
        merchantAccountCode: 'acme',
        paymentMethod: 'visa',
        success: 'true',
        ...item,
      };
      const body = JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(notification!, { method: 'POST', headers, body });
      t.match(await response.text(), /accepted/);
    };
    await notify('AUTHORISATION', { pspReference: 'psp' });
    await notify('CAPTURE', { pspReference: 'capture', originalReference: 'psp' });
    await notify('REFUND', { pspReference: 'refund', originalReference: 'psp' });
    const { transactions, paymentMethodInfo } = await payments.get({ id: 'key=psp' });
    t.strictSame(
      transactions.map(({ type, state }) => [type, state]),
      [
        ['Authorization', 'Success'],
        ['Charge', 'Success'],
        ['Refund', 'Success'],
        ['CancelAuthorization', 'Pending'],
      ],
    );
    t.match(paymentMethodInfo, { method: 'visa' });
  });

  test('refuses a payment that its extension refuses, with its errors', async t => {
    const session = JSON.stringify({ amount: { currency: 'EUR', value: 5 } });
    const { errors } = await payments.refuseCreation(draft({ createSessionRequest: session }));
    t.match(errors, [
      { code: 'InvalidField', message: /reference/, errorByExtension: { key: /adyen/ } },
      { code: 'InvalidField', message: /amountPlanned/ },
    ]);
  });
});

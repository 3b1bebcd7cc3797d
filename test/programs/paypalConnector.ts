/** PayPal's connector: extensions of payments and customers, and webhooks, with a server that answers like PayPal. */
import { join } from 'node:path';
import { customLineItemOf, paymentFlow } from './support/paymentFlow.js';
import { startServices, type ThirdPartyRequest } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('paypalConnector');

const amount = { currency_code: 'EUR', value: '10.00' };
const unitOf = (payments: object) => ({ purchase_units: [{ amount, payments }], payment_source: { paypal: {} } });
const created = '2026-11-28T12:00:00Z';
const capture = (status: string) => ({ id: 'CAPTURE1', status, amount, create_time: created, update_time: created });
let webhookUrl: string | undefined;

/** Answers of PayPal by path. */
const answers: readonly (readonly [RegExp, (request: ThirdPartyRequest) => object])[] = [
  [/^POST \/v1\/oauth2\/token/, () => ({ access_token: 'token', id_token: 'id-token', expires_in: 3600 })],
  [/^POST \/v1\/identity\/generate-token/, () => ({ client_token: 'client-token' })],
  [
    /^POST \/v1\/notifications\/webhooks/,
    ({ text }) => {
      webhookUrl = (JSON.parse(text) as { readonly url: string }).url;
      return { id: 'WH1', url: webhookUrl };
    },
  ],
  [/^GET \/v1\/notifications\/webhooks/, () => ({ webhooks: webhookUrl ? [{ id: 'WH1', url: webhookUrl }] : [] })],
  [/^POST \/v1\/notifications\/verify-webhook-signature/, () => ({ verification_status: 'SUCCESS' })],
  [
    /^POST \/v2\/checkout\/orders\/ORDER1\/capture/,
    () => ({ id: 'ORDER1', status: 'COMPLETED', ...unitOf({ captures: [capture('PENDING')] }) }),
  ],
  [
    /^GET \/v2\/checkout\/orders\/ORDER1/,
    () => ({ id: 'ORDER1', status: 'COMPLETED', ...unitOf({ captures: [capture('COMPLETED')] }) }),
  ],
  [/^POST \/v2\/checkout\/orders/, () => ({ id: 'ORDER1', status: 'CREATED', ...unitOf({}) })],
  [/^POST \/v2\/payments\/captures\/CAPTURE1\/refund/, () => ({ id: 'REFUND1', status: 'COMPLETED', amount })],
];

const answer = (request: ThirdPartyRequest): object | undefined =>
  request.host === 'api-m.sandbox.paypal.com'
    ? answers.find(([pattern]) => pattern.test(`${request.method} ${request.path}`))?.[1](request)
    : undefined;

await withBuilt('paypal-commercetools-connector', async root => {
  const { address, credentials, projectKey, quayside, test, expectRefusals } = program;
  const folder = join(root, 'paypal-commercetools-extension');
  const { run, start } = await startServices(address, answer);
  const environment = {
    CTP_REGION: 'europe-west1.gcp',
    CTP_PROJECT_KEY: projectKey,
    CTP_CLIENT_ID: credentials.clientId,
    CTP_CLIENT_SECRET: credentials.clientSecret,
    CTP_SCOPE: `manage_project:${projectKey}`,
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
  };
  const connector = await start(folder, ['build/index.js'], environment);
  const { cart, change, payments, resourcesAt, customer } = await paymentFlow(quayside, credentials);
  // The connector requests the data that it has stored, and its extensions, before they exist.
  expectRefusals({ method: 'GET', path: /custom-objects/, status: 404 });
  expectRefusals({ method: 'DELETE', path: /custom-objects/, status: 404 });

  test('creates its types, extensions, settings and webhook, once', async t => {
    const url = `${connector}/paypal-commercetools-extension`;
    for (const _ of [1, 2]) {
      const { code, stderr } = await run(folder, ['build/connector/post-deploy.js'], {
        ...environment,
        CONNECT_SERVICE_URL: url,
      });
      t.equal(code, 0, stderr);
    }
    t.match(await resourcesAt('extensions').get({ id: '' }), { count: 2 });
    t.match(await resourcesAt('types').get({ id: '' }), { count: 3 });
    t.match(webhookUrl, /paypal-webhooks$/);
  });

  const setField = (name: string, value: object) => ({
    action: 'setCustomField',
    name,
    value: JSON.stringify(value),
  });

  test('creates an order at PayPal, captures, follows its webhooks and refunds', async t => {
    const payment = await payments.create({
      amountPlanned: { currencyCode: 'EUR', centAmount: 1000 },
      custom: { type: { typeId: 'type', key: 'paypal-payment-type' }, fields: {} },
    });
    await cart({ customLineItems: [customLineItemOf(1000)] }, payment);
    const ordered = await change(payment, setField('createPayPalOrderRequest', { intent: 'CAPTURE' }));
    t.match(ordered.custom!.fields, { PayPalOrderId: 'ORDER1', createPayPalOrderResponse: /CREATED/ });
    const captured = await change(payment, setField('capturePayPalOrderRequest', { order_id: 'ORDER1' }));
    t.match(captured.transactions, [{ type: 'Charge', state: 'Pending', interactionId: 'CAPTURE1' }]);
    const resource = { ...capture('COMPLETED'), supplementary_data: { related_ids: { order_id: 'ORDER1' } } };
    // The connector waits ten seconds before it handles a capture.
    const response = await fetch(`${connector}/paypal-webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resource_type: 'capture', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource }),
    });
    t.equal(response.status, 200);
    t.match((await payments.get(payment)).transactions, [{ type: 'Charge', state: 'Success' }]);
    const refunded = await change(payment, setField('refundPayPalOrderRequest', { amount }));
    t.match(refunded.transactions, [{}, { type: 'Refund', interactionId: 'REFUND1' }]);
  });

  test('gives a customer a token when a custom field asks for it', async t => {
    const customers = resourcesAt('customers');
    const type = { typeId: 'type', key: 'paypal-customer-type' };
    const fields = { getUserIDTokenRequest: '{}' };
    const changed = await customers.update(customer, { action: 'setCustomType', type, fields });
    t.match(changed.custom, { fields: { getUserIDTokenResponse: /id-token/ } });
  });

  test('removes its extensions before its removal, and leaves types that are used', async t => {
    expectRefusals({ method: 'DELETE', path: /types\/key=/, status: 400 });
    const { code, stderr } = await run(folder, ['build/connector/pre-undeploy.js'], environment);
    t.equal(code, 0, stderr);
    t.match(await resourcesAt('extensions').get({ id: '' }), { count: 0 });
  });
});

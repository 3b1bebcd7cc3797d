/** Mollie's extension of payments, and its receiver of notifications, with a server that answers like Mollie. */
import { join } from 'node:path';
import { customLineItemOf, paymentFlow } from './support/paymentFlow.js';
import { startServices, type ThirdPartyRequest } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('mollieConnector');

/** The status of Mollie's payment. */
let status = 'open';
let refunds: readonly object[] = [];
const createdAt = '2026-11-28T12:00:00+00:00';

const payment = () => ({
  resource: 'payment',
  id: 'tr_1',
  orderId: 'ord_1.a',
  status,
  createdAt,
  amount: {
    currency: 'EUR',
    value: '10.00',
  },
  _embedded: { refunds },
  _links: { checkout: { href: 'http://127.0.0.1/pay' } },
});
const order = () => ({
  resource: 'order',
  id: 'ord_1.a',
  status: status === 'open' ? 'created' : status,
  createdAt,
  lines: [],
  amount: {
    currency: 'EUR',
    value: '10.00',
  },
  _embedded: { payments: [payment()] },
  _links: { checkout: { href: 'http://127.0.0.1/pay' } },
});

/** Answers of Mollie by path. */
const answers: readonly (readonly [RegExp, () => object])[] = [
  [
    /^GET \/v2\/methods/,
    () => ({ count: 1, _embedded: { methods: [{ resource: 'method', id: 'ideal' }] }, _links: {} }),
  ],
  [/^POST \/v2\/orders/, order],
  [/^GET \/v2\/orders\//, order],
  [/^GET \/v2\/payments\//, payment],
  [/^POST \/v2\/payments\/tr_1\/refunds/, () => ({ resource: 'refund', id: 're_1', status: 'pending', createdAt })],
];

const answer = ({ host, method, path }: ThirdPartyRequest): object | undefined =>
  host === 'api.mollie.com' ? answers.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]() : undefined;

await withBuilt('mollie-commercetools', async folder => {
  const { address, credentials, projectKey, quayside, test } = program;
  const { run, start, requests } = await startServices(address, answer);
  const { clientId, clientSecret } = credentials;
  const login = { username: 'quay', password: 'side' };
  const settings = {
    mollie: { apiKey: 'test_key' },
    commercetools: {
      projectKey,
      clientId,
      clientSecret,
      host: address,
      authUrl: address,
      authentication: {
        isBasicAuth: true,
        ...login,
      },
    },
    service: { locale: 'en_US', webhookUrl: 'http://127.0.0.1/hook', redirectUrl: 'http://127.0.0.1/' },
  };
  const environment = { CT_MOLLIE_CONFIG: JSON.stringify(settings) };
  const [extension, notifications] = await Promise.all(
    ['extension', 'notifications'].map(part => start(join(folder, part), ['build/src/server.js'], environment)),
  );
  const { cart, change, createIn, payments } = await paymentFlow(quayside, credentials);

  test('creates its types, and is an extension with a login', async t => {
    const { code, stdout, stderr } = await run(join(folder, 'extension'), ['setup-custom-types.js'], {
      CTP_API_URL: address,
      CTP_AUTH_URL: address,
      CTP_PROJECT_KEY: projectKey,
      CTP_CLIENT_ID: clientId,
      CTP_CLIENT_SECRET: clientSecret,
    });
    t.equal(code, 0, stderr);
    t.equal(stdout.match(/setup correctly/g)?.length, 3, stdout);
    const headerValue = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
    await createIn('extensions', {
      destination: { type: 'HTTP', url: extension, authentication: { type: 'AuthorizationHeader', headerValue } },
      triggers: [{ resourceTypeId: 'payment', actions: ['Create', 'Update'] }],
      timeoutInMs: 10_000,
    });
  });

  const draft = (fields: object) => ({
    amountPlanned: { currencyCode: 'EUR', centAmount: 1000 },
    paymentMethodInfo: { paymentInterface: 'mollie', method: 'ideal' },
    custom: { type: { typeId: 'type', key: 'ct-mollie-integration-payment-type' }, fields },
  });

  test('lists the methods of payment, and leaves other payments', async t => {
    const request = JSON.stringify({ locale: 'de_DE', billingCountry: 'DE' });
    const listed = await payments.create(draft({ paymentMethodsRequest: request }));
    t.match(listed.custom!.fields.paymentMethodsResponse, /ideal/);
    const before = requests.length;
    await payments.create({ ...draft({}), paymentMethodInfo: { paymentInterface: 'other' } });
    t.equal(requests.length, before);
  });

  test('orders at Mollie, follows its notifications, and refunds', async t => {
    const created = await payments.create(draft({}));
    await cart({ customLineItems: [customLineItemOf(1000)] }, created);
    const amount = { currencyCode: 'EUR', centAmount: 1000 };
    const add = (type: string) => ({ action: 'addTransaction', transaction: { type, amount, state: 'Initial' } });
    const ordered = await change(created, add('Charge'));
    t.match(ordered, {
      key: 'ord_1_a',
      paymentStatus: { interfaceText: 'created' },
      transactions: [
        { type: 'Charge', state: 'Pending', interactionId: 'tr_1', timestamp: '2026-11-28T12:00:00.000Z' },
      ],
      custom: { fields: { mollieOrderId: 'ord_1.a' } },
    });
    const notify = async (id: string): Promise<void> => {
      const response = await fetch(notifications!, { method: 'POST', body: new URLSearchParams({ id }) });
      t.equal(response.status, 200, await response.text());
    };
    status = 'paid';
    await notify('ord_1.a');
    t.match(await payments.get(ordered), {
      paymentStatus: { interfaceText: 'paid' },
      transactions: [{ state: 'Success' }],
    });
    t.match((await change(ordered, add('Refund'))).transactions, [{}, { state: 'Pending', interactionId: 're_1' }]);
    refunds = [{ id: 're_1', status: 'refunded', amount: { currency: 'EUR', value: '10.00' } }];
    await notify('tr_1');
    t.match((await payments.get(ordered)).transactions, [{}, { type: 'Refund', state: 'Success' }]);
  });

  test('refuses two open transactions with the error of the extension', async t => {
    const transaction = { type: 'Charge', state: 'Initial', amount: { currencyCode: 'EUR', centAmount: 1000 } };
    const transactions = [transaction, transaction];
    const { errors } = await payments.refuseCreation({ ...draft({}), transactions });
    t.match(errors, [{ message: /Only one transaction/ }]);
  });
});

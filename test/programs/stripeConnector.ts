/** Stripe's connector of checkouts, with a server that answers like Stripe and like the service of sessions. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { connectorSettings, type Payment, paymentFlow, sessionOf } from './support/paymentFlow.js';
import { startServices, type ThirdPartyRequest } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('stripeConnector');

interface Intent extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
}
let intent: Intent;
const billing = { address: { country: 'DE', city: 'Berlin', line1: 'Road 1', postal_code: '10115' }, name: 'Ana Berg' };

const createIntent = (form: URLSearchParams): Intent => {
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value]];
  });
  const amount = Number(form.get('amount'));
  intent = {
    id: 'pi_1',
    object: 'payment_intent',
    amount,
    currency: 'eur',
    client_secret: 'pi_1_s',
    latest_charge: 'ch_1',
    metadata: Object.fromEntries(metadata) as Intent['metadata'],
  };
  return intent;
};

/** Answers of Stripe by method and path. */
const stripe: readonly (readonly [string, RegExp, (form: URLSearchParams) => object])[] = [
  ['GET', /^\/v1\/webhook_endpoints\//, () => ({ id: 'we_1', url: 'http://127.0.0.1/before' })],
  ['POST', /^\/v1\/webhook_endpoints\//, () => ({ id: 'we_1' })],
  ['GET', /^\/v1\/customers\/search/, () => ({ object: 'search_result', data: [], has_more: false })],
  ['POST', /^\/v1\/customers$/, () => ({ id: 'cus_1' })],
  ['POST', /^\/v1\/ephemeral_keys$/, () => ({ id: 'ephkey_1', secret: 'ephemeral' })],
  ['POST', /^\/v1\/customer_sessions$/, () => ({ client_secret: 'session', customer: 'cus_1' })],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['POST', /^\/v1\/payment_intents\/pi_1\/capture$/, () => ({ ...intent, status: 'succeeded' })],
  ['POST', /^\/v1\/payment_intents\/pi_1$/, () => intent],
  ['GET', /^\/v1\/payment_intents\/pi_1/, () => intent],
  ['GET', /^\/v1\/charges\/ch_1/, () => ({ id: 'ch_1', payment_intent: 'pi_1', billing_details: billing })],
  ['POST', /^\/v1\/refunds$/, () => ({ id: 're_1', status: 'succeeded' })],
];

const answer = ({ host, method, path, form }: ThirdPartyRequest): object | undefined => {
  if (host !== 'api.stripe.com') return sessionOf(path);
  return stripe.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2](form);
};

await withBuilt('stripe-commercetools-connect-app', async root => {
  const { address, credentials, quayside, test, expectRefusals } = program;
  const folder = join(root, 'processor');
  const { run, start, address: thirdParties } = await startServices(address, answer);
  const environment = {
    ...connectorSettings(address, credentials, thirdParties),
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_WEBHOOK_SIGNING_SECRET: 'whsec',
    STRIPE_WEBHOOK_ID: 'we_1',
    STRIPE_PUBLISHABLE_KEY: 'pk',
    STRIPE_CAPTURE_METHOD: 'manual',
    CONNECT_SERVICE_URL: 'http://127.0.0.1/',
  };
  const connector = await start(folder, ['dist/main.js'], environment);
  const { cart: createCart, createIn, payments, resourcesAt } = await paymentFlow(quayside, credentials);
  const type = await createIn('product-types', productTypeDraft());
  const sku = newKey('sku');
  await createIn('products', {
    ...productDraft(type, { taxCategory: { typeId: 'tax-category', key: 'standard' }, publish: true }),
    masterVariant: { sku, prices: [{ value: { currencyCode: 'EUR', centAmount: 1000 } }] },
  });
  const zone = await createIn('zones', { name: 'Germany', locations: [{ country: 'DE' }] });
  const shipping = await createIn('shipping-methods', {
    name: 'Parcel',
    isDefault: false,
    taxCategory: {
      typeId: 'tax-category',
      key: 'standard',
    },
    zoneRates: [
      {
        zone: {
          typeId: 'zone',
          id: zone.id,
        },
        shippingRates: [
          {
            price: {
              currencyCode: 'EUR',
              centAmount: 300,
            },
          },
        ],
      },
    ],
  });
  const cart = await createCart({ lineItems: [{ sku, quantity: 1 }] });

  /** Calls the connector like its page in the browser. */
  const call = async <T>(method: string, path: string, body?: object, headers: object = {}): Promise<T> => {
    const response = await fetch(connector + path, {
      method,
      headers: { 'x-session-id': cart.id, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
  const notify = (eventType: string, object: object): Promise<object> => {
    const body = { id: newKey('evt'), object: 'event', type: eventType, data: { object } };
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'whsec')
      .update(`${seconds}.${JSON.stringify(body)}`)
      .digest('hex');
    return call('POST', '/stripe/webhooks', body, { 'stripe-signature': `t=${seconds},v1=${signature}` });
  };

  test('creates its types and its product type after a deployment, and leaves or replaces them later', async t => {
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await run(folder, ['dist/connectors/post-deploy.js'], environment);
      t.equal(code, 0, stderr);
      t.notMatch(stdout, /error/i);
    }
  });

  test('shows rates of shipping for an address, sets one and removes it', async t => {
    const wanted = { country: 'DE', state: 'BE', city: 'Berlin', postalCode: '10115' };
    t.match(await call('POST', '/shipping-methods', wanted), { shippingRates: [{ id: shipping.id, amount: 300 }] });
    t.match(await call('POST', '/shipping-methods/update', { id: shipping.id }), {
      lineItems: [{}, {}, { amount: 300 }],
    });
    t.match(await call('GET', '/shipping-methods/remove'), { lineItems: [{}, {}] });
  });

  let payment: Pick<Payment, 'id'>;
  const metadata = () => ({ ...intent.metadata, ct_payment_id: payment.id });

  test('creates a payment and freezes the cart, and orders it when Stripe has the money', async t => {
    t.match(await call('GET', '/customer/session'), { stripeCustomerId: 'cus_1', ephemeralKey: 'ephemeral' });
    t.match(await call('GET', '/config-element/payment'), { cartInfo: { amount: 1000, currency: 'EUR' } });
    const { paymentReference } = await call<{ readonly paymentReference: string }>('POST', '/payments', {});
    payment = { id: paymentReference };
    t.equal((await resourcesAt('carts').get(cart)).cartState, 'Frozen');
    await call('POST', `/confirmPayments/${payment.id}`, { paymentIntent: 'pi_1' });
    const charge = { id: 'ch_1', amount: 1000, currency: 'eur', payment_intent: 'pi_1', metadata: metadata() };
    await notify('charge.succeeded', { ...charge, captured: false, payment_method_details: { type: 'card' } });
    const authorization = `Bearer ${await quayside.token(credentials)}`;
    const operations = `/operations/payment-intents/${payment.id}`;
    const amount = { centAmount: 1000, currencyCode: 'EUR' };
    await call('POST', operations, { actions: [{ action: 'capturePayment', amount }] }, { authorization });
    const paid = { id: 'pi_1', amount_received: 1000, currency: 'eur', latest_charge: 'ch_1', metadata: metadata() };
    await notify('payment_intent.succeeded', paid);
    await call('POST', operations, { actions: [{ action: 'refundPayment', amount }] }, { authorization });
    await notify('charge.refunded', { ...charge, amount_refunded: 1000 });
    const { transactions, paymentMethodInfo } = await payments.get(payment);
    t.strictSame(
      transactions.map(({ type: kind, state }) => [kind, state]),
      [
        ['Authorization', 'Success'],
        ['Charge', 'Success'],
        ['Refund', 'Success'],
        // The connector adds this transaction for every refund.
        ['Chargeback', 'Success'],
      ],
    );
    t.match(paymentMethodInfo, { paymentInterface: 'checkout', method: 'card' });
    const where = encodeURIComponent(`cart(id="${cart.id}") and paymentState="Paid"`);
    t.match(await resourcesAt('orders').get({ id: `?where=${where}` }), { count: 1 });
  });

  test('removes its types before its removal, and leaves one that a customer has', async t => {
    // The connector checks the beginning of this error message.
    expectRefusals({ method: 'DELETE', path: /types\/key=/, status: 400 });
    const { code, stdout, stderr } = await run(folder, ['dist/connectors/pre-undeploy.js'], environment);
    t.equal(code, 0, stderr);
    t.match(stdout, /is referenced by at least one customer/);
  });
});

/** The vendor's template of payment connectors, which represents the connectors that are made from it. */
import { join } from 'node:path';
import { connectorSettings, customLineItemOf, paymentFlow, sessionOf } from './support/paymentFlow.js';
import { startServices } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('paymentTemplate');

await withBuilt('connect-payment-integration-template', async root => {
  const { address, credentials, quayside, test } = program;
  const folder = join(root, 'processor');
  const { run, start, address: thirdParties } = await startServices(address, ({ path }) => sessionOf(path));
  const environment = connectorSettings(address, credentials, thirdParties);
  const connector = await start(folder, ['dist/main.js'], environment);
  const { cart: createCart, payments, resourcesAt } = await paymentFlow(quayside, credentials);

  test('creates its type after a deployment, once', async t => {
    for (const _ of [1, 2]) {
      const { code, stderr } = await run(folder, ['dist/connectors/post-deploy.js'], environment);
      t.equal(code, 0, stderr);
    }
    t.match(await resourcesAt('types').get({ id: '' }), { count: 1, results: [{ version: 1 }] });
  });

  test('creates a payment of the cart of a session, captures and refunds it', async t => {
    const cart = await createCart({ customLineItems: [customLineItemOf(1000)] });
    const call = async (path: string, body: object, headers: Record<string, string>) => {
      const response = await fetch(connector + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { readonly paymentReference: string };
    };
    const request = { paymentMethod: { type: 'card' }, paymentOutcome: 'Authorized' };
    const { paymentReference: id } = await call('/payments', request, { 'x-session-id': cart.id });
    // The connector introspects the token.
    const authorization = `Bearer ${await quayside.token(credentials)}`;
    for (const action of ['capturePayment', 'refundPayment']) {
      const actions = [{ action, amount: { centAmount: 1000, currencyCode: 'EUR' } }];
      t.match(await call(`/operations/payment-intents/${id}`, { actions }, { authorization }), { outcome: 'approved' });
    }
    t.strictSame(
      (await payments.get({ id })).transactions.map(({ type, state }) => [type, state]),
      [
        ['Authorization', 'Success'],
        ['Charge', 'Success'],
        ['Refund', 'Success'],
      ],
    );
    t.match(await resourcesAt('carts').get(cart), { paymentInfo: { payments: [{ id }] } });
  });
});

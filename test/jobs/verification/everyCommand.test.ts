/** After every kind of change that a client can make, the verification of the stored data finds no difference. */
import { definitions } from '../../../src/commerce/resources/index.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { createSample, hasSample } from '../../support/createSample.js';
import { createQuoteFromCart } from '../../support/quotes.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { type Sample, samples } from '../../support/samples.js';
import { test } from '../../support/tap.js';

await startQuaysideAlone();

const password = 'correct horse 1';

const open = async () => {
  const api = await startResourceApi('customers');
  const { quayside, http, base, projectKey } = api;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const { status, text, json } = await http.send('POST', `${base}/${path}`, { body });
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return json as Record<string, unknown>;
  };
  return {
    ...api,
    post,
    signUp: async (email: string) =>
      (await post('customers', { email, password })).customer as { readonly id: string; readonly version: number },
    /** Returns the differences. With `isStored`, a helper has stored customers without the lists of a commit. */
    differences: async (isStored = false) =>
      (await verifyStoredData(quayside.services, projectKey)).differences.filter(
        ({ subject }) => !isStored || !subject.startsWith('customer/'),
      ),
  };
};

test('verify finds no difference after each command of customers', async t => {
  const { post, signUp, differences, createIn } = await open();
  const { id, version } = await signUp('ana@example.com');
  for (const [command, run] of [
    ['password-token', () => post('customers/password-token', { email: 'ana@example.com' })],
    [
      'password-token again',
      () => post('customers/password-token', { email: 'ana@example.com', invalidateOlderTokens: true }),
    ],
    ['email-token', () => post('customers/email-token', { id, ttlMinutes: 60 })],
    [
      'password/reset',
      async () => {
        const { value } = await post('customers/password-token', { email: 'ana@example.com' });
        await post('customers/password/reset', { tokenValue: value, newPassword: password });
      },
    ],
    [
      'email/confirm',
      async () => {
        const { value } = await post('customers/email-token', { id, ttlMinutes: 60 });
        await post('customers/email/confirm', { tokenValue: value });
      },
    ],
    [
      'password',
      () => post('customers/password', { id, version: version + 2, currentPassword: password, newPassword: password }),
    ],
    [
      'login with an anonymous cart',
      async () => {
        await createIn('carts', { currency: 'EUR', customerId: id, customLineItems: [] });
        const cart = await createIn('carts', { currency: 'EUR', anonymousId: 'a visitor' });
        await post('login', { email: 'ana@example.com', password, anonymousCart: { typeId: 'cart', id: cart.id } });
      },
    ],
  ] as const) {
    await run();
    t.same(await differences(), [], command);
  }
});

test('verify finds no difference after a creation, an update and a deletion of each type', async t => {
  const api = await open();
  const { http, base, differences } = api;
  for (const { typeId, path } of definitions) {
    if (!hasSample(typeId) || typeof samples[typeId] !== 'object') continue;
    const [kept, updated, removed] = [
      await createSample(api, typeId),
      await createSample(api, typeId),
      await createSample(api, typeId),
    ];
    t.ok(kept.id);
    const { updateAction } = samples[typeId] as Sample;
    const { version } = updated;
    const answer = await http.send('POST', `${base}/${path}/${updated.id}`, {
      body: { version, actions: [updateAction] },
    });
    t.equal(answer.status, 200, `${typeId}: ${answer.text}`);
    await http.send('DELETE', `${base}/${path}/${removed.id}?version=${removed.version}`);
    t.same(await differences(typeId !== 'customer'), [], typeId);
  }
});

test('verify finds no difference after a quote became an order, and after an erasure', async t => {
  const api = await open();
  const { quayside, projectKey, createIn, post, http, base, differences } = api;
  const quote = await createQuoteFromCart({ quayside, projectKey, create: createIn });
  const order = await post('orders/quotes', {
    quote: { typeId: 'quote', id: quote.id },
    version: quote.version,
    quoteStateToAccepted: true,
  });
  t.same(await differences(true), [], 'an order of a quote');
  await http.send('DELETE', `${base}/orders/${String(order.id)}?version=${String(order.version)}&dataErasure=true`);
  t.same(await differences(true), [], 'an erased order');
});

/** Tests that the paths of a store show and create nothing outside of it (ORD074, ORD086, ORD098 to ORD100). */
import { test } from '../support/tap.js';
import { randomUUID } from 'node:crypto';
import { createIn } from '../support/createSample.js';
import { money, newKey } from '../support/drafts.js';
import { assertRefusal, errorOf, literally } from '../support/refusal.js';
import type { Resource } from '../support/resourceApi.js';
import { startTwoStores, storeTypes } from './twoStores.js';

const { project, admin, here, there, createAt, merchant, quayside, credentials } = await startTwoStores();
const ofProject = `/${project.projectKey}`;
const inStore = `${ofProject}/in-store/key=${here}`;

for (const { typeId, definition } of storeTypes) {
  test(`a ${typeId} outside of the store does not exist on its paths (ORD098, ORD099, ORD100)`, async t => {
    for (const resource of [await createAt(typeId, there), await createAt(typeId, undefined)]) {
      const path = `${inStore}/${definition.path}/${resource.id}`;
      const body = { version: resource.version, actions: [] };
      const answers = [
        await merchant.send('GET', path),
        await merchant.send('GET', `${path}?expand=custom`),
        await merchant.send('POST', path, { body }),
        await merchant.send('DELETE', `${path}?version=${resource.version}`),
      ];
      const message = `The ${typeId} with id '${resource.id}' was not found in the store '${here}'.`;
      for (const answer of answers)
        assertRefusal(t, answer, 404, [{ code: 'ResourceNotFound', message: literally(message) }]);
      const where = encodeURIComponent(`id="${resource.id}"`);
      const page = await merchant.send('GET', `${inStore}/${definition.path}?where=${where}`);
      t.same(page.json, { limit: 20, offset: 0, count: 0, total: 0, results: [] });
      t.same((await admin.send('GET', `${ofProject}/${definition.path}/${resource.id}`)).json, resource);
    }
  });

  test(`other ways to create a ${typeId} do not exist on the paths of a store`, async t => {
    const { creations = {}, own } = definition;
    const paths = [
      ...Object.keys(creations).map(name => `${definition.path}/${name}`),
      ...Object.keys(own?.creations ?? {}).map(name => `me/${definition.path}/${name}`),
    ];
    for (const path of paths) {
      const { status, text } = await admin.send('POST', `${inStore}/${path}`, { body: { version: 1, actions: [] } });
      t.ok([404, 405, 501].includes(status), `${path}: ${status} ${text}`);
    }
  });
}

test('a new cart belongs to the store of the path, whatever store its draft names', async t => {
  const body = { currency: 'EUR', store: { typeId: 'store', key: there } };
  const { status, json } = await merchant.send('POST', `${inStore}/carts`, { body });
  t.equal(status, 201);
  t.same((json as Resource).store, { typeId: 'store', key: here });
});

test('an order of the store is made from a cart of the store only (ORD086)', async t => {
  const address = { shippingAddress: { country: 'DE' }, itemShippingAddresses: [] };
  const order = ({ id, version }: Resource) =>
    merchant.send('POST', `${inStore}/orders`, { body: { cart: { typeId: 'cart', id }, version } });
  const elsewhere = [await createAt('cart', there, address), await createAt('cart', undefined, address)];
  for (const cart of elsewhere) {
    const { id } = cart;
    const message = literally(`The referenced object of type 'cart' with identifier '${id}' was not found.`);
    assertRefusal(t, await order(cart), 400, [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id, message }]);
    t.same((await admin.send('GET', `${ofProject}/carts/${id}`)).json, cart);
  }
});

test('a sign-up and a sign-in of the store take over carts of the store only (CUST110, CUST127)', async t => {
  const { projectKey } = project;
  for (const storeKey of [there, undefined]) {
    const cart = await createAt('cart', storeKey);
    const missing = randomUUID();
    for (const field of ['id', 'key'] as const) {
      const signUp = async (value: unknown) =>
        errorOf(
          await merchant.send('POST', `${inStore}/customers`, {
            body: {
              email: `${newKey('jo')}@example.com`,
              password: 'secret-123',
              anonymousCart: { typeId: 'cart', [field]: value },
            },
          }),
        );
      const value = String(cart[field]);
      const refused = JSON.stringify(await signUp(missing));
      t.match(refused, /"ReferencedResourceNotFound"/);
      t.same(JSON.stringify(await signUp(value)).replaceAll(value, missing), refused);
      const email = `${newKey('jo')}@example.com`;
      const password = 'secret-123';
      await merchant.send('POST', `${inStore}/customers`, { body: { email, password } });
      const signIn = async (named: unknown) =>
        JSON.stringify(
          errorOf(
            await merchant.send('POST', `${inStore}/login`, {
              body: { email, password, anonymousCart: { typeId: 'cart', [field]: named } },
            }),
          ),
        );
      t.same((await signIn(value)).replaceAll(value, missing), await signIn(missing), `${field} in ${projectKey}`);
    }
  }
});

test('addPayment shows the payment only to a token that can read it (AUTH004)', async t => {
  const scopes = (...names: string[]): string => [`manage_orders:${project.projectKey}:${here}`, ...names].join(' ');
  const add = async (scope: string) => {
    const key = newKey('payment');
    const payment = await createIn(project, 'payments', { key, amountPlanned: money(1) });
    const { id, version } = await createAt('order', here);
    const sender = quayside.http.as(await quayside.token(credentials, scope));
    const actions = [{ action: 'addPayment', payment: { typeId: 'payment', key } }];
    const path = `${inStore}/orders/${id}?expand=${encodeURIComponent('paymentInfo.payments[*]')}`;
    const answer = await sender.send('POST', path, { body: { version, actions } });
    t.equal(answer.status, 200, answer.text);
    const { status } = await sender.send('GET', `${ofProject}/payments/${payment.id}`);
    const { paymentInfo } = answer.json as { paymentInfo: { payments: object[] } };
    return { payment, status, shown: paymentInfo.payments };
  };
  const without = await add(scopes());
  t.equal(without.status, 403);
  t.same(without.shown, [{ typeId: 'payment', id: without.payment.id }]);
  const withScope = await add(scopes(`view_payments:${project.projectKey}`));
  t.equal(withScope.status, 200);
  t.same(withScope.shown, [{ typeId: 'payment', id: withScope.payment.id, obj: withScope.payment }]);
});

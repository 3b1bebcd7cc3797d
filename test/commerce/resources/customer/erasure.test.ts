import type { Customer } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { loadCustomerTokens } from '../../../../src/commerce/resources/customer/tokens.js';
import { composeRemoval } from '../../../../src/engine/commit/companionWrites.js';
import { removeResource } from '../../../../src/engine/commit/removeResource.js';
import { newKey } from '../../../support/drafts.js';
import { findTraces, listKeys } from '../../../support/listKeys.js';
import { bodyOf, rejectionOf } from '../../../support/sdk.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { password } from './startCustomers.js';
import { startCredentials } from './startCredentials.js';

const {
  create,
  createEmailToken,
  createPasswordToken,
  messagesOf,
  newSession,
  projectKey,
  quayside,
  resetPassword,
  sdk,
  signIn,
} = await startCredentials();

/** Creates a customer with one unique word in all personal data, and changes the email and the password. */
const createPersonalData = async () => {
  const secret = newKey('secret').toLowerCase();
  const secrets = { password: `pw-1-${secret}`, next: `pw-2-${secret}`, tokens: [] as string[] };
  let customer = await create({
    email: `${secret}@example.com`,
    password: secrets.password,
    firstName: `first-${secret}`,
    lastName: `last-${secret}`,
    companyName: secret,
    addresses: [{ country: 'DE', lastName: secret }],
  });
  secrets.tokens.push(
    (await newSession(customer, secrets.password)).access_token,
    (await createPasswordToken(customer)).value,
    (await createEmailToken(customer)).value,
  );
  const { value } = await createPasswordToken(customer);
  customer = (await resetPassword(value, undefined, secrets.next)).body;
  customer = await bodyOf(
    sdk
      .customers()
      .withId({ ID: customer.id })
      .post({
        body: {
          version: customer.version,
          actions: [
            { action: 'setLastName', lastName: `new-${secret}` },
            { action: 'changeEmail', email: `New-${secret}@example.com` },
          ],
        },
      }),
  );
  secrets.tokens.push(value, (await createEmailToken(customer)).value);
  await rejectionOf(signIn(customer, 'wrong guess'));
  return { secret, secrets, customer };
};

/** Creates a cart of the customer and an order from another cart. */
const createCartAndOrder = async ({ id, email }: Customer, secret: string) => {
  const draft = {
    currency: 'EUR',
    customerId: id,
    customerEmail: email,
    billingAddress: { country: 'DE', lastName: secret },
    shippingAddress: { country: 'DE', lastName: secret },
  };
  const [cart, ordered] = await Promise.all([1, 2].map(async () => await bodyOf(sdk.carts().post({ body: draft }))));
  const order = await bodyOf(
    sdk.orders().post({ body: { cart: { typeId: 'cart', id: ordered!.id }, version: ordered!.version } }),
  );
  return { cart: cart!, order, ordered: ordered! };
};

test('erases a customer except carts, orders and their messages (CUST101, CUST133, GEN069, GEN070)', async t => {
  const { secret, customer } = await createPersonalData();
  const { cart, order, ordered } = await createCartAndOrder(customer, secret);
  const aboutOrder = await messagesOf(order);
  matchWhole(t, aboutOrder, [{ type: 'OrderCreated' }]);
  t.ok((await findTraces(quayside, projectKey, secret)).length >= 5, 'personal data is stored before the erasure');
  const erased = await sdk
    .customers()
    .withId({ ID: customer.id })
    .delete({ queryArgs: { version: customer.version, dataErasure: true } })
    .execute();
  t.equal(erased.body.id, customer.id);
  const found = ['cart', 'order'].map(typeId => `${typeId}:x:customerEmail:${customer.email}`);
  const kept = [
    ...found,
    `cart:b:${cart.id}`,
    `cart:b:${ordered.id}`,
    `order:b:${order.id}`,
    `message:b:${aboutOrder[0]!.id}`,
  ];
  t.same((await findTraces(quayside, projectKey, secret)).sort(), kept.map(key => `{${projectKey}}:${key}`).sort());
  await sdk
    .orders()
    .withId({ ID: order.id })
    .delete({ queryArgs: { version: order.version, dataErasure: true } })
    .execute();
  for (const [{ id }, version] of [
    [cart, cart.version],
    [ordered, ordered.version + 1],
  ] as const)
    await sdk.carts().withId({ ID: id }).delete({ queryArgs: { version } }).execute();
  t.same(await findTraces(quayside, projectKey, secret), [], 'carts and orders are deleted separately');
  const last = await messagesOf(customer);
  matchWhole(t, last, [{ type: 'CustomerDeleted', resource: { id: customer.id } }]);
  t.equal(last.length, 1);
  t.notOk('email' in last[0]!);
  for (const typeId of ['customer', 'customer-email-token', 'customer-password-token'])
    t.same(
      (await listKeys(quayside.services.redis, `{${projectKey}}:${typeId}:*`)).filter(key => key.includes(customer.id)),
      [],
      'no password hash and no token is left',
    );
  const other = await createPersonalData();
  await sdk
    .customers()
    .withId({ ID: other.customer.id })
    .delete({ queryArgs: { version: other.customer.version } })
    .execute();
  matchWhole(t, valuesOf(await messagesOf(other.customer), 'type'), [
    'CustomerCreated',
    'CustomerPasswordUpdated',
    'CustomerLastNameSet',
    'CustomerEmailChanged',
    'CustomerDeleted',
  ]);
  const at = (await create({ email: `again-${secret}@example.com`, password })).id;
  t.ok(at, 'the email is free again');
});

test("deletes a customer while one of the customer's tokens is used (CUST101)", async t => {
  const customer = await create();
  for (let count = 0; count < 2; count++) await createPasswordToken(customer);
  const { services } = quayside;
  const { engine } = services;
  const [first] = await loadCustomerTokens(engine, projectKey, 'customer-password-token', customer.id);
  let commits = 0;
  const commit: typeof engine.store.commit = async changeSet => {
    if (commits++ === 0)
      await engine.store.commit(
        composeRemoval(engine, projectKey, engine.resourceTypes.get('customer-password-token')!, [first!]),
      );
    return engine.store.commit(changeSet);
  };
  const locator = { field: 'id', value: customer.id };
  const request = {
    projectKey,
    resourceType: engine.resourceTypes.get('customer')!,
    query: new URLSearchParams({ version: '1' }),
    body: new Uint8Array(),
    client: {},
    locator,
  };
  t.equal((await removeResource({ ...engine, store: { ...engine.store, commit } }, request)).status, 200);
  t.same(await loadCustomerTokens(engine, projectKey, 'customer-password-token', customer.id), []);
});

test('stores no password and no token in clear text (AUTH044)', async t => {
  const { secrets } = await createPersonalData();
  t.same(await findTraces(quayside, projectKey, secrets.password, secrets.next, ...secrets.tokens), []);
});

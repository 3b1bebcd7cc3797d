import type { CustomerUpdateAction } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey } from '../../../support/drafts.js';
import { bodyOf, rejectionOf, sdkAs } from '../../../support/sdk.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newEmail, password, storeReference } from './startCustomers.js';
import { startCredentials } from './startCredentials.js';
import { addCustomer, basic, post } from '../../../support/oauth.js';
import { startQuayside } from '../../../support/quayside.js';

const { create, newSession, projectKey, quayside, sdk, signIn, credentials, newStore, sdkOfCustomer, update } =
  await startCredentials();

test('signs in with the password (CUST088, CUST089, CUST108, CUST109, ERR062, error.5f58a, error.8cac6)', async t => {
  const customer = await create();
  t.strictSame(await signIn(customer, password), { customer });
  t.equal((await signIn({ ...customer, email: customer.email.toUpperCase() }, password)).customer.id, customer.id);
  const invalid = { statusCode: 400, body: { errors: [{ code: 'InvalidCredentials' }] } };
  matchWhole(t, await rejectionOf(signIn(customer, `${password}x`)), invalid);
  matchWhole(t, await rejectionOf(signIn({ ...customer, email: newEmail() }, password)), invalid);
  assertError(t, await rejectionOf(sdk.login().post({ body: { email: customer.email } as never })), 'RequiredField', {
    field: 'password',
  });
  const me = sdkAs(quayside, projectKey, (await newSession(customer)).access_token);
  t.equal(
    (
      await bodyOf(
        me
          .me()
          .login()
          .post({ body: { email: customer.email, password } }),
      )
    ).customer.id,
    customer.id,
  );
  assertError(
    t,
    await rejectionOf(
      sdk.login().post({ body: { email: customer.email, password, anonymousCartSignInMode: 'Whatever' } }),
    ),
    'InvalidField',
    {
      field: 'anonymousCartSignInMode',
      invalidValue: 'Whatever',
      allowedValues: ['MergeWithExistingCustomerCart', 'UseAsNewActiveCustomerCart'],
    },
  );
  const cart = await bodyOf(sdk.carts().post({ body: { currency: 'EUR', customerId: customer.id } }));
  matchWhole(
    t,
    await signIn(customer, password),
    { customer: { id: customer.id }, cart: { id: cart.id } },
    'the response has the active cart (CUST036)',
  );
  const shop = newKey('store');
  await sdk
    .stores()
    .post({ body: { key: shop } })
    .execute();
  const local = await create({ stores: [{ typeId: 'store', key: shop }] });
  matchWhole(
    t,
    await rejectionOf(signIn(local, password)),
    invalid,
    "a customer of a store does not sign in on the project's path",
  );
  t.equal(
    (
      await bodyOf(
        sdk
          .inStoreKeyWithStoreKeyValue({ storeKey: shop })
          .login()
          .post({ body: { email: local.email, password } }),
      )
    ).customer.id,
    local.id,
  );
  const guesses = await Promise.all(Array.from({ length: 24 }, () => rejectionOf(signIn(local, 'guess'))));
  t.ok(guesses.every(({ statusCode }) => statusCode === 400 || statusCode === 429));
});

test('shows on the paths of a store only its customers (AUTH015, AUTH052)', async t => {
  const [shop, elsewhere] = [await newStore(), await newStore()];
  const [here, there] = [shop, elsewhere].map(storeKey => sdk.inStoreKeyWithStoreKeyValue({ storeKey }));
  const email = newEmail();
  const { customer } = await bodyOf(
    here!.customers().post({ body: { email, password, key: newKey('c'), stores: [storeReference(elsewhere)] } }),
  );
  t.same(
    customer.stores,
    [storeReference(shop)],
    "the customer belongs to the path's store, not to those of the draft",
  );
  assertError(t, await rejectionOf(here!.customers().post({ body: { email, password } })), 'DuplicateField', {
    field: 'email',
    duplicateValue: email,
  });
  t.same(await bodyOf(here!.customers().withId({ ID: customer.id }).get()), customer);
  for (const input of [
    there!.customers().withId({ ID: customer.id }).get(),
    there!
      .customers()
      .withKey({ key: customer.key! })
      .post({ body: { version: 1, actions: [] } }),
  ])
    matchWhole(t, await rejectionOf(input), { statusCode: 404 });
  matchWhole(
    t,
    await bodyOf(
      here!
        .customers()
        .withKey({ key: customer.key! })
        .post({ body: { version: 1, actions: [{ action: 'setFirstName', firstName: 'Sto' }] } }),
    ),
    { version: 2, firstName: 'Sto' },
  );
  const me = await sdkOfCustomer(email, shop);
  t.equal((await bodyOf(me.inStoreKeyWithStoreKeyValue({ storeKey: shop }).me().get())).id, customer.id);
  matchWhole(t, await rejectionOf(me.inStoreKeyWithStoreKeyValue({ storeKey: elsewhere }).me().get()), {
    statusCode: 404,
  });
  t.equal((await bodyOf(me.me().get())).id, customer.id);
  const shared = await create({ stores: [storeReference(shop), storeReference(elsewhere)] });
  const third = await newStore();
  const scope = `manage_customers:${projectKey}:${shop}`;
  const atShop = async (...actions: CustomerUpdateAction[]) =>
    sdkAs(quayside, projectKey, await quayside.token(credentials, scope))
      .inStoreKeyWithStoreKeyValue({ storeKey: shop })
      .customers()
      .withId({ ID: shared.id })
      .post({ body: { version: 1, actions } })
      .execute();
  const moves: CustomerUpdateAction[] = [
    { action: 'setStores', stores: [] },
    { action: 'setStores', stores: [storeReference(shop)] },
    { action: 'addStore', store: storeReference(third) },
    { action: 'removeStore', store: storeReference(elsewhere) },
  ];
  for (const move of moves)
    matchWhole(
      t,
      await rejectionOf(atShop({ action: 'setFirstName', firstName: 'x' }, move)),
      {
        statusCode: 403,
        body: { errors: [{ code: 'insufficient_scope', message: /This would move the customer out of/ }] },
      },
      JSON.stringify(move),
    );
  t.strictSame(
    await bodyOf(sdk.customers().withId({ ID: shared.id }).get()),
    shared,
    'a token of the store changes no other stores of a customer',
  );
  matchWhole(
    t,
    (await atShop({ action: 'addStore', store: storeReference(shop) }, { action: 'setFirstName', firstName: 'x' }))
      .body,
    { version: 2, stores: shared.stores },
  );
  matchWhole(
    t,
    await update({ ...shared, version: 2 }, { action: 'setStores', stores: [storeReference(elsewhere)] }),
    { stores: [storeReference(elsewhere)] },
    "an update on the project's path may change the stores",
  );
  const mine = (
    await bodyOf(
      here!
        .me()
        .signup()
        .post({ body: { email: newEmail(), password } }),
    )
  ).customer;
  t.same(mine.stores, [storeReference(shop)]);
  matchWhole(t, (await bodyOf(here!.customers().get())).total, 2);
  assertError(
    t,
    await rejectionOf(
      sdk
        .stores()
        .withKey({ key: shop })
        .delete({ queryArgs: { version: 1 } }),
    ),
    'ReferenceExists',
  );
  t.equal(
    (
      await here!
        .customers()
        .withId({ ID: customer.id })
        .delete({ queryArgs: { version: 2 } })
        .execute()
    ).statusCode,
    200,
  );
});

/** On this server, hashes take as long as in production. */
const ownServer = await startQuayside({ PASSWORD_MEMORY_KIB: '19456' });
const [busy, quiet] = await Promise.all([ownServer.project(), ownServer.project()]);
const signUps = 100;

test('signs a customer in before the sign-ups of another project that came earlier', async t => {
  const { email, password: typed } = await addCustomer(ownServer, quiet.projectKey);
  const http = ownServer.http.as(await ownServer.token(busy));
  const statuses: number[] = [];
  const flood = Array.from({ length: signUps }, async (_, at) => {
    const body = { email: `customer-${at}@example.com`, password: 'secret-123' };
    statuses.push((await http.send('POST', `/${busy.projectKey}/customers`, { body })).status);
  });
  // When the first request is answered, the others have arrived.
  await Promise.race(flood);
  const form = { grant_type: 'password', username: email, password: typed };
  const { status } = await post(ownServer, `${quiet.projectKey}/customers/token`, basic(quiet), form);
  const before = statuses.length;
  t.equal(status, 200);
  t.ok(before < signUps * 0.75, `${before} of ${signUps} sign-ups were answered earlier`);
  await Promise.all(flood);
  t.same(
    statuses,
    Array.from({ length: signUps }, () => 201),
  );
});

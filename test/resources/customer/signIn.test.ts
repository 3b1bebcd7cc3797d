import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { rejectionOf, sdkAs } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password } from './startCustomers.js';
import { startCredentials } from './startCredentials.js';

const { create, newSession, projectKey, quayside, sdk, signIn } = await startCredentials();

test('signs in the customer with the email and password (CUST088, CUST089, CUST108, CUST109, ERR062)', async t => {
  const customer = await create();
  t.strictSame(await signIn(customer, password), { customer });
  t.equal((await signIn({ ...customer, email: customer.email.toUpperCase() }, password)).customer.id, customer.id);
  const invalid = { statusCode: 400, body: { errors: [{ code: 'InvalidCredentials' }] } };
  matchWhole(t, await rejectionOf(signIn(customer, `${password}x`)), invalid);
  matchWhole(t, await rejectionOf(signIn({ ...customer, email: newEmail() }, password)), invalid);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .login()
        .post({ body: { email: customer.email } as never })
        .execute(),
    ),
    { body: { errors: [{ code: 'RequiredField', field: 'password' }] } },
  );
  const me = sdkAs(quayside, projectKey, (await newSession(customer)).access_token);
  t.equal(
    (
      await me
        .me()
        .login()
        .post({ body: { email: customer.email, password } })
        .execute()
    ).body.customer.id,
    customer.id,
  );
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .login()
        .post({ body: { email: customer.email, password, anonymousCartSignInMode: 'Whatever' } })
        .execute(),
    ),
    {
      body: {
        errors: [
          {
            code: 'InvalidField',
            field: 'anonymousCartSignInMode',
            invalidValue: 'Whatever',
            allowedValues: ['MergeWithExistingCustomerCart', 'UseAsNewActiveCustomerCart'],
          },
        ],
      },
    },
  );
  const cart = (
    await sdk
      .carts()
      .post({ body: { currency: 'EUR', customerId: customer.id } })
      .execute()
  ).body;
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
      await sdk
        .inStoreKeyWithStoreKeyValue({ storeKey: shop })
        .login()
        .post({ body: { email: local.email, password } })
        .execute()
    ).body.customer.id,
    local.id,
  );
  const guesses = await Promise.all(Array.from({ length: 24 }, () => rejectionOf(signIn(local, 'guess'))));
  t.ok(guesses.every(({ statusCode }) => statusCode === 400 || statusCode === 429));
});

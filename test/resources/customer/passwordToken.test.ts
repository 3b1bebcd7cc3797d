import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { rejectionOf, sdkAs } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newEmail, password } from './startCustomers.js';
import { newPassword, notFound, startCredentials } from './startCredentials.js';

const {
  confirmEmail,
  create,
  createPasswordToken,
  expireToken,
  isSignedIn,
  messagesOf,
  newSession,
  credentials,
  projectKey,
  quayside,
  read,
  requestSession,
  resetPassword,
  sdk,
} = await startCredentials();

test('resets a password by a token that expires, works once, and is invalid after a change of password or email (CUST081, CUST082, CUST092, CUST093, CUST094, CUST104, CUST105, CUST106, CUST107, LIM015)', async t => {
  const customer = await create();
  const signedIn = await newSession(customer);
  const token = await createPasswordToken(customer);
  matchWhole(t, token, { id: /./, customerId: customer.id, value: /^[\w-]{32}$/, invalidateOlderTokens: false });
  const minutes = (given: typeof token) => (Date.parse(given.expiresAt) - Date.parse(given.createdAt)) / 60_000;
  t.equal(minutes(token), 10);
  const longer = await createPasswordToken(customer, { ttlMinutes: 90 });
  t.equal(minutes(longer), 90);
  t.strictSame(
    (await sdk.customers().withPasswordToken({ passwordToken: token.value }).get().execute()).body,
    customer,
    'a token does not change the customer',
  );
  matchWhole(
    t,
    await rejectionOf(sdk.customers().withEmailToken({ emailToken: token.value }).get().execute()),
    notFound,
    'a token of one kind does not work as the other kind',
  );
  matchWhole(t, await rejectionOf(confirmEmail(token.value)), notFound);
  matchWhole(t, await rejectionOf(resetPassword(token.value, undefined, 'weak')), {
    body: { errors: [{ code: 'WeakPassword' }] },
  });
  matchWhole(t, await rejectionOf(resetPassword(token.value, 2)), { statusCode: 409 });
  matchWhole(t, (await resetPassword(token.value, 1)).body, { id: customer.id, version: 2 });
  t.notOk(await isSignedIn(signedIn.access_token));
  t.equal((await requestSession(customer)).status, 400);
  t.equal((await requestSession(customer, newPassword)).status, 200);
  for (const used of [token, longer])
    matchWhole(
      t,
      await rejectionOf(resetPassword(used.value)),
      notFound,
      'a token ends with its use and with the old password',
    );
  matchWhole(t, (await messagesOf(customer)).at(-1), { type: 'CustomerPasswordUpdated', reset: true });

  const expired = await createPasswordToken(customer);
  await expireToken('customer-password-token', expired.id);
  matchWhole(t, await rejectionOf(resetPassword(expired.value)), notFound);
  const [older, newest] = [
    await createPasswordToken(customer),
    await createPasswordToken(customer, { invalidateOlderTokens: true }),
  ];
  matchWhole(
    t,
    await rejectionOf(sdk.customers().withPasswordToken({ passwordToken: older.value }).get().execute()),
    notFound,
  );
  const visitor = sdkAs(quayside, projectKey, await quayside.token(credentials, `manage_my_profile:${projectKey}`));
  t.equal(
    (
      await visitor
        .me()
        .password()
        .reset()
        .post({ body: { tokenValue: newest.value, newPassword: password } })
        .execute()
    ).body.id,
    customer.id,
  );

  const bound = await createPasswordToken(customer);
  await sdk
    .customers()
    .withId({ ID: customer.id })
    .post({ body: { version: 3, actions: [{ action: 'changeEmail', email: newEmail() }] } })
    .execute();
  matchWhole(
    t,
    await rejectionOf(resetPassword(bound.value)),
    notFound,
    'a token sent to the old email no longer works',
  );
  await sdk
    .customers()
    .withId({ ID: customer.id })
    .post({ body: { version: 4, actions: [{ action: 'changeEmail', email: customer.email }] } })
    .execute();
  matchWhole(
    t,
    await rejectionOf(resetPassword(bound.value)),
    notFound,
    'the token stays invalid when the old email returns',
  );
  const many: string[] = [];
  const now = await read(customer);
  for (let count = 0; count < 12; count++) many.push((await createPasswordToken(now)).value);
  const found = await Promise.all(
    many.map(value =>
      sdk
        .customers()
        .withPasswordToken({ passwordToken: value })
        .get()
        .execute()
        .then(
          () => true,
          () => false,
        ),
    ),
  );
  t.same(found, [false, false, ...Array<boolean>(10).fill(true)], 'the youngest ten tokens are kept');
  const once = await Promise.allSettled([1, 2, 3].map(each => resetPassword(many[11]!, undefined, `once-1234${each}`)));
  t.equal(once.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const body of [{ email: newEmail() }, { email: 'x'.repeat(5_000) }])
    matchWhole(t, await rejectionOf(sdk.customers().passwordToken().post({ body }).execute()), notFound);
  for (const ttlMinutes of [0, -1, 43_201])
    matchWhole(t, await rejectionOf(createPasswordToken(now, { ttlMinutes })), {
      body: { errors: [{ code: 'InvalidField', field: 'ttlMinutes', invalidValue: ttlMinutes }] },
    });
  const [shop, elsewhere] = [newKey('store'), newKey('store')];
  for (const key of [shop, elsewhere]) await sdk.stores().post({ body: { key } }).execute();
  const [here, there] = [shop, elsewhere].map(storeKey => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).customers());
  const local = await create({ stores: [{ typeId: 'store', key: shop }] });
  matchWhole(
    t,
    await rejectionOf(createPasswordToken(local)),
    notFound,
    "a customer of a store gets no token on the project's path",
  );
  const { value } = (
    await here!
      .passwordToken()
      .post({ body: { email: local.email } })
      .execute()
  ).body;
  matchWhole(t, await rejectionOf(there!.withPasswordToken({ passwordToken: value }).get().execute()), notFound);
  matchWhole(
    t,
    await rejectionOf(
      there!
        .passwordReset()
        .post({ body: { tokenValue: value, newPassword } })
        .execute(),
    ),
    notFound,
  );
  t.equal((await here!.withPasswordToken({ passwordToken: value }).get().execute()).body.id, local.id);
  t.equal(
    (
      await here!
        .passwordReset()
        .post({ body: { tokenValue: value, newPassword } })
        .execute()
    ).body.version,
    2,
  );
  const external = await create({ authenticationMode: 'ExternalAuth', password: undefined });
  matchWhole(t, await rejectionOf(createPasswordToken(external)), { body: { errors: [{ code: 'InvalidOperation' }] } });
});

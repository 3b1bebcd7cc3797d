import { setTimeout } from 'node:timers/promises';
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { basic, requestToken } from '../../../support/oauth.js';
import { bodyOf, rejectionOf, sdkAs } from '../../../support/sdk.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { password, newEmail } from './startCustomers.js';
import { newPassword, startCredentials, notFound } from './startCredentials.js';
import { newKey } from '../../../support/drafts.js';
import { startExternalServer } from '../../../support/externalServer.js';

const {
  create,
  isSignedIn,
  messagesOf,
  newSession,
  credentials,
  projectKey,
  quayside,
  read,
  requestSession,
  sdk,
  confirmEmail,
  createPasswordToken,
  expireToken,
  resetPassword,
  createEmailToken,
} = await startCredentials();

/** Also shows CUST131, ERR063, error.d4823 and customer.51fbe. */
test('changes the password and revokes the old one and all tokens (CUST090, CUST091, CUST107, CUST130)', async t => {
  const customer = await create();
  const change = (version: number, currentPassword: string, secret: string) =>
    sdk
      .customers()
      .password()
      .post({ body: { id: customer.id, version, currentPassword, newPassword: secret } })
      .execute();
  const [first, second] = [await newSession(customer), await newSession(customer)];
  t.ok(await isSignedIn(first.access_token));
  assertError(t, await rejectionOf(change(1, `${password}x`, newPassword)), 'InvalidCurrentPassword');
  assertError(t, await rejectionOf(change(1, password, 'weak')), 'WeakPassword');
  assertError(t, await rejectionOf(change(2, password, newPassword)), 'ConcurrentModification', { currentVersion: 1 });
  t.ok(await isSignedIn(first.access_token), 'a refused change ends no session');
  const { body: changed } = await change(1, password, newPassword);
  matchWhole(t, changed, { id: customer.id, version: 2, password: customer.password });
  for (const { access_token, refresh_token } of [first, second]) {
    t.notOk(await isSignedIn(access_token));
    matchWhole(
      t,
      await requestToken(quayside, basic(credentials), { grant_type: 'refresh_token', refresh_token: refresh_token! }),
      { status: 400, json: { error: 'invalid_grant' } },
    );
  }
  t.equal((await requestSession(customer)).status, 400);
  await setTimeout(5);
  const later = await newSession(customer, newPassword);
  t.ok(await isSignedIn(later.access_token));
  const me = sdkAs(quayside, projectKey, later.access_token);
  matchWhole(
    t,
    await bodyOf(
      me
        .me()
        .password()
        .post({ body: { version: 2, currentPassword: newPassword, newPassword: password } }),
    ),
    { version: 3 },
  );
  t.notOk(await isSignedIn(later.access_token), 'the session that changed the password ends too');
  matchWhole(t, (await messagesOf(customer)).slice(1), [
    { type: 'CustomerPasswordUpdated', reset: false },
    { type: 'CustomerPasswordUpdated', reset: false },
  ]);
  const raced = await Promise.allSettled([1, 2, 3, 4].map(each => change(3, password, `raced-123${each}`)));
  t.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1);
  t.equal((await read(customer)).version, 4);
});

test('sets the authentication mode to an external service and back (customer.73ac5)', async t => {
  const customer = await create();
  const update = (version: number, action: object) =>
    sdk
      .customers()
      .withId({ ID: customer.id })
      .post({ body: { version, actions: [{ action: 'setAuthenticationMode', ...action } as never] } });
  const signedIn = await newSession(customer);
  const external = await bodyOf(update(1, { authMode: 'ExternalAuth' }));
  matchWhole(t, external, { authenticationMode: 'ExternalAuth' });
  t.notOk('password' in external);
  t.notOk(await isSignedIn(signedIn.access_token));
  t.equal((await requestSession(customer)).status, 400);
  for (const [input, code, members] of [
    [
      sdk
        .customers()
        .password()
        .post({ body: { id: customer.id, version: 2, currentPassword: password, newPassword } }),
      'InvalidOperation',
      {},
    ],
    [update(2, { authMode: 'Password' }), 'RequiredField', { field: 'password', actionIndex: 0 }],
    [update(2, { authMode: 'Password', password: 'weak' }), 'WeakPassword', { actionIndex: 0 }],
  ] as const)
    assertError(t, await rejectionOf(input), code, members);
  matchWhole(t, await bodyOf(update(2, { authMode: 'Password', password: newPassword })), {
    authenticationMode: 'Password',
    password: customer.password,
  });
  t.equal((await requestSession(customer, newPassword)).status, 200);
});

/**
 * Also shows CUST082, CUST092, CUST093, CUST094, CUST104, CUST105, CUST106, CUST107, LIM015, customer.a6181,
 * customer.70d05, customer.fd32a and message.3b89d.
 */
test('a token resets a password once, until it expires or the password or the email changes (CUST081)', async t => {
  const customer = await create();
  const signedIn = await newSession(customer);
  const token = await createPasswordToken(customer);
  matchWhole(t, token, { id: /./, customerId: customer.id, value: /^[\w-]{32}$/, invalidateOlderTokens: false });
  t.equal(token.lastModifiedAt, token.createdAt);
  const minutes = (given: typeof token) =>
    Math.round((Date.parse(given.expiresAt) - Date.parse(given.createdAt)) / 60_000);
  t.equal(minutes(token), 10);
  const longer = await createPasswordToken(customer, { ttlMinutes: 90 });
  t.equal(minutes(longer), 90);
  t.strictSame(
    await bodyOf(sdk.customers().withPasswordToken({ passwordToken: token.value }).get()),
    customer,
    'a token does not change the customer',
  );
  matchWhole(
    t,
    await rejectionOf(sdk.customers().withEmailToken({ emailToken: token.value }).get()),
    notFound,
    'a token of one kind does not work as the other kind',
  );
  matchWhole(t, await rejectionOf(confirmEmail(token.value)), notFound);
  assertError(t, await rejectionOf(resetPassword(token.value, undefined, 'weak')), 'WeakPassword');
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
  assertError(t, await rejectionOf(resetPassword(expired.value)), 'ExpiredCustomerPasswordToken');
  const [older, newest] = [
    await createPasswordToken(customer),
    await createPasswordToken(customer, { invalidateOlderTokens: true }),
  ];
  matchWhole(t, await rejectionOf(sdk.customers().withPasswordToken({ passwordToken: older.value }).get()), notFound);
  const visitor = sdkAs(quayside, projectKey, await quayside.token(credentials, `manage_my_profile:${projectKey}`));
  t.equal(
    (
      await bodyOf(
        visitor
          .me()
          .password()
          .reset()
          .post({ body: { tokenValue: newest.value, newPassword: password } }),
      )
    ).id,
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
    matchWhole(t, await rejectionOf(sdk.customers().passwordToken().post({ body })), notFound);
  for (const ttlMinutes of [0, -1, 43_201])
    assertError(t, await rejectionOf(createPasswordToken(now, { ttlMinutes })), 'InvalidField', {
      field: 'ttlMinutes',
      invalidValue: ttlMinutes,
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
  const { value } = await bodyOf(here!.passwordToken().post({ body: { email: local.email } }));
  matchWhole(t, await rejectionOf(there!.withPasswordToken({ passwordToken: value }).get()), notFound);
  matchWhole(t, await rejectionOf(there!.passwordReset().post({ body: { tokenValue: value, newPassword } })), notFound);
  t.equal((await bodyOf(here!.withPasswordToken({ passwordToken: value }).get())).id, local.id);
  t.equal((await bodyOf(here!.passwordReset().post({ body: { tokenValue: value, newPassword } }))).version, 2);
  const external = await create({ authenticationMode: 'ExternalAuth', password: undefined });
  assertError(t, await rejectionOf(createPasswordToken(external)), 'InvalidOperation');
});

test('verifies emails (CUST035, CUST095, CUST096, CUST097, CUST098, customer.14a6e, message.7f9ff)', async t => {
  const customer = await create();
  assertError(t, await rejectionOf(createEmailToken(customer, { ttlMinutes: undefined })), 'RequiredField', {
    field: 'ttlMinutes',
  });
  matchWhole(t, await rejectionOf(createEmailToken(customer, { version: 2 })), { statusCode: 409 });
  const outdated = await createEmailToken(customer);
  await createEmailToken(customer, { invalidateOlderTokens: true });
  matchWhole(t, await rejectionOf(sdk.customers().withEmailToken({ emailToken: outdated.value }).get()), notFound);
  const [token, spare] = [await createEmailToken(customer, { version: 1 }), await createEmailToken(customer)];
  t.equal((await bodyOf(sdk.customers().withEmailToken({ emailToken: token.value }).get())).id, customer.id);
  matchWhole(
    t,
    await rejectionOf(resetPassword(token.value)),
    notFound,
    'a token of one kind does not work as the other kind',
  );
  matchWhole(t, await rejectionOf(confirmEmail(token.value, 3)), { statusCode: 409 });
  matchWhole(t, (await confirmEmail(token.value)).body, { isEmailVerified: true, version: 2 });
  matchWhole(t, await rejectionOf(confirmEmail(token.value)), notFound, 'a token works once');
  matchWhole(t, await rejectionOf(confirmEmail(spare.value)), notFound, 'the verification ends all tokens before it');
  const late = await createEmailToken(customer);
  matchWhole(t, (await messagesOf(customer)).at(-1), { type: 'CustomerEmailVerified' });
  const changed = await bodyOf(
    sdk
      .customers()
      .withId({ ID: customer.id })
      .post({ body: { version: 2, actions: [{ action: 'changeEmail', email: newEmail() }] } }),
  );
  matchWhole(t, changed, { isEmailVerified: false });
  matchWhole(t, await rejectionOf(confirmEmail(late.value)), notFound, 'the token was for the old email');
  const mine = await createEmailToken(changed);
  await expireToken('customer-email-token', mine.id);
  assertError(t, await rejectionOf(confirmEmail(mine.value)), 'ExpiredCustomerEmailToken');
  const visitor = sdkAs(quayside, projectKey, await quayside.token(credentials, `manage_my_profile:${projectKey}`));
  matchWhole(
    t,
    await bodyOf(
      visitor
        .me()
        .emailConfirm()
        .post({ body: { tokenValue: (await createEmailToken(changed)).value } }),
    ),
    { isEmailVerified: true },
  );
  const older = await createEmailToken(changed);
  const ended = await createEmailToken(changed, { invalidateOlderTokens: true });
  matchWhole(t, await rejectionOf(confirmEmail(older.value)), notFound, 'a later token ended it');
  await sdk
    .customers()
    .password()
    .post({
      body: { id: customer.id, version: (await read(customer)).version, currentPassword: password, newPassword },
    })
    .execute();
  matchWhole(t, await rejectionOf(confirmEmail(ended.value)), notFound, 'the token ended with the password');
  matchWhole(t, await rejectionOf(createEmailToken({ ...customer, id: 'unknown' })), notFound);
});

test('sends a message for each token without its value', async t => {
  const customer = await create();
  const [one, two] = [
    await createPasswordToken(customer),
    await createEmailToken(customer, { invalidateOlderTokens: true }),
  ];
  const expected = (type: string, token: typeof one, typeId: string) => [
    {
      type,
      customerId: customer.id,
      expiresAt: token.expiresAt,
      invalidateOlderTokens: token.invalidateOlderTokens,
      sequenceNumber: 1,
      resource: { typeId, id: token.id },
    },
  ];
  matchWhole(t, await messagesOf(one), expected('CustomerPasswordTokenCreated', one, 'customer-password-token'));
  matchWhole(t, await messagesOf(two), expected('CustomerEmailTokenCreated', two, 'customer-email-token'));
  const [expanded] = (
    await bodyOf(sdk.messages().get({ queryArgs: { where: `resource(id = "${one.id}")`, expand: 'resource' } }))
  ).results;
  t.notOk('obj' in expanded!.resource);
});

test('calls API extensions for customers without showing passwords', async t => {
  const server = await startExternalServer();
  const extension = await bodyOf(
    sdk.extensions().post({
      body: {
        destination: { type: 'HTTP', url: server.url },
        triggers: [{ resourceTypeId: 'customer', actions: ['Create', 'Update'] }],
      },
    }),
  );
  server.say({ actions: [{ action: 'setExternalId', externalId: 'from outside' }] });
  const customer = await create();
  matchWhole(t, customer, { externalId: 'from outside', version: 1 });
  t.equal((await requestSession(customer)).status, 200);
  const changed = await bodyOf(
    sdk
      .customers()
      .password()
      .post({ body: { id: customer.id, version: 1, currentPassword: password, newPassword } }),
  );
  t.equal((await requestSession(changed, newPassword)).status, 200);
  matchWhole(
    t,
    server.requests.map(({ text }) => (JSON.parse(text) as { action: string }).action),
    ['Create', 'Update'],
  );
  t.notOk(server.requests.some(({ text }) => text.includes(password) || text.includes(newPassword)));
  await rejectionOf(create({ email: customer.email }));
  await rejectionOf(create({ password: 'weak' }));
  t.equal(server.requests.length, 2, 'an invalid request is refused without a call of the extension');
  server.say({ errors: [{ code: 'InvalidInput', message: 'not today' }] }, 400);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .customers()
        .password()
        .post({ body: { id: customer.id, version: 2, currentPassword: newPassword, newPassword: password } }),
    ),
    { statusCode: 400, body: { message: 'not today' } },
  );
  t.equal((await requestSession(changed, newPassword)).status, 200, 'the password stays after a refusal');
  await sdk
    .extensions()
    .withId({ ID: extension.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
});

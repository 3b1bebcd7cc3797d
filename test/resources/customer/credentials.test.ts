import type { Customer, CustomerDraft } from '@commercetools/platform-sdk';
import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import { loadCustomerTokens } from '../../../src/resources/customer/tokens/loadCustomerTokens.js';
import { composeRemoval } from '../../../src/engine/commit/composeRemoval.js';
import { removeResource } from '../../../src/engine/commit/removeResource.js';
import { newKey } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import { listKeys } from '../../support/listKeys.js';
import { requestToken, basic, post, tokenIn } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkAs, sdkOf } from '../../support/sdk.js';
import { findTraces } from '../../support/findTraces.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const sdk = sdkOf(quayside, project);
const password = 'secret-123';
const newPassword = 'changed-456';
const newEmail = () => `${newKey('jo')}@example.com`;
const create = async (draft: Partial<CustomerDraft> = {}): Promise<Customer> =>
  (
    await sdk
      .customers()
      .post({ body: { email: newEmail(), password, ...draft } })
      .execute()
  ).body.customer;
const read = async ({ id }: Customer) => (await sdk.customers().withId({ ID: id }).get().execute()).body;
const messages = async (where: string) =>
  (
    await sdk
      .messages()
      .get({ queryArgs: { where, sort: 'sequenceNumber asc', limit: 500 } })
      .execute()
  ).body.results;
const told = (id: string) => messages(`resource(id = "${id}")`);
const session = async ({ email }: Customer, secret = password) =>
  post(quayside, `${projectKey}/customers/token`, basic(project), {
    grant_type: 'password',
    username: email,
    password: secret,
  });
const newSession = async (customer: Customer, secret = password) => tokenIn(await session(customer, secret));
const signIn = async ({ email }: Customer, secret: string) =>
  (
    await sdk
      .login()
      .post({ body: { email, password: secret } })
      .execute()
  ).body;
const isSignedIn = async (token: string): Promise<boolean> =>
  (await quayside.http.as(token).send('GET', `/${projectKey}/me`)).status === 200;
const passwordToken = async ({ email }: Customer, more: object = {}) =>
  (
    await sdk
      .customers()
      .passwordToken()
      .post({ body: { email, ...more } })
      .execute()
  ).body;
const reset = (tokenValue: string, version?: number, secret = newPassword) =>
  sdk
    .customers()
    .passwordReset()
    .post({ body: { tokenValue, newPassword: secret, version } })
    .execute();
const emailToken = async ({ id }: Customer, more: object = {}) =>
  (
    await sdk
      .customers()
      .emailToken()
      .post({ body: { id, ttlMinutes: 60, ...more } })
      .execute()
  ).body;
const confirm = (tokenValue: string, version?: number) =>
  sdk.customers().emailConfirm().post({ body: { tokenValue, version } }).execute();
const notFound = { statusCode: 404, body: { errors: [{ code: 'ResourceNotFound' }] } };

/** As if the time of a token were over. */
const endTime = async (typeId: string, id: string): Promise<void> => {
  const { redis } = quayside.services;
  const key = `{${projectKey}}:${typeId}:b:${id}`;
  await redis.set(
    key,
    (await redis.get(key))!.replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${new Date(Date.now() - 1).toISOString()}"`),
  );
};

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
    'CUST036 with the active cart',
  );
  const shop = newKey('store');
  await sdk
    .stores()
    .post({ body: { key: shop } })
    .execute();
  const local = await create({ stores: [{ typeId: 'store', key: shop }] });
  matchWhole(t, await rejectionOf(signIn(local, password)), invalid, "a store's customer is not global");
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

test('changes the password and revokes the old one and all tokens (CUST090, CUST091, CUST107, CUST130, CUST131, ERR063)', async t => {
  const customer = await create();
  const change = (version: number, currentPassword: string, secret: string) =>
    sdk
      .customers()
      .password()
      .post({ body: { id: customer.id, version, currentPassword, newPassword: secret } })
      .execute();
  const [first, second] = [await newSession(customer), await newSession(customer)];
  t.ok(await isSignedIn(first.access_token));
  matchWhole(t, await rejectionOf(change(1, `${password}x`, newPassword)), {
    statusCode: 400,
    body: { errors: [{ code: 'InvalidCurrentPassword' }] },
  });
  matchWhole(t, await rejectionOf(change(1, password, 'weak')), {
    statusCode: 400,
    body: { errors: [{ code: 'WeakPassword' }] },
  });
  matchWhole(t, await rejectionOf(change(2, password, newPassword)), {
    statusCode: 409,
    body: { errors: [{ code: 'ConcurrentModification', currentVersion: 1 }] },
  });
  t.ok(await isSignedIn(first.access_token), 'refusals end nothing');
  const { body: changed } = await change(1, password, newPassword);
  matchWhole(t, changed, { id: customer.id, version: 2, password: customer.password });
  for (const { access_token, refresh_token } of [first, second]) {
    t.notOk(await isSignedIn(access_token));
    matchWhole(
      t,
      await requestToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: refresh_token! }),
      {
        status: 400,
        json: { error: 'invalid_grant' },
      },
    );
  }
  t.equal((await session(customer)).status, 400);
  await setTimeout(5);
  const later = await newSession(customer, newPassword);
  t.ok(await isSignedIn(later.access_token));
  const me = sdkAs(quayside, projectKey, later.access_token);
  matchWhole(
    t,
    (
      await me
        .me()
        .password()
        .post({ body: { version: 2, currentPassword: newPassword, newPassword: password } })
        .execute()
    ).body,
    { version: 3 },
  );
  t.notOk(await isSignedIn(later.access_token), 'the one that changed it too');
  matchWhole(t, (await told(customer.id)).slice(1), [
    { type: 'CustomerPasswordUpdated', reset: false },
    { type: 'CustomerPasswordUpdated', reset: false },
  ]);
  const raced = await Promise.allSettled([1, 2, 3, 4].map(each => change(3, password, `raced-123${each}`)));
  t.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1);
  t.equal((await read(customer)).version, 4);
});

test('resets a password by a token that expires, works once, and is invalid after a change of password or email (CUST081, CUST082, CUST092, CUST093, CUST094, CUST104, CUST105, CUST106, CUST107, LIM015)', async t => {
  const customer = await create();
  const signedIn = await newSession(customer);
  const token = await passwordToken(customer);
  matchWhole(t, token, { id: /./, customerId: customer.id, value: /^[\w-]{32}$/, invalidateOlderTokens: false });
  const minutes = (given: typeof token) => (Date.parse(given.expiresAt) - Date.parse(given.createdAt)) / 60_000;
  t.equal(minutes(token), 10);
  const longer = await passwordToken(customer, { ttlMinutes: 90 });
  t.equal(minutes(longer), 90);
  t.strictSame(
    (await sdk.customers().withPasswordToken({ passwordToken: token.value }).get().execute()).body,
    customer,
    'the version stays',
  );
  matchWhole(
    t,
    await rejectionOf(sdk.customers().withEmailToken({ emailToken: token.value }).get().execute()),
    notFound,
    'it is of one kind',
  );
  matchWhole(t, await rejectionOf(confirm(token.value)), notFound);
  matchWhole(t, await rejectionOf(reset(token.value, undefined, 'weak')), {
    body: { errors: [{ code: 'WeakPassword' }] },
  });
  matchWhole(t, await rejectionOf(reset(token.value, 2)), { statusCode: 409 });
  matchWhole(t, (await reset(token.value, 1)).body, { id: customer.id, version: 2 });
  t.notOk(await isSignedIn(signedIn.access_token));
  t.equal((await session(customer)).status, 400);
  t.equal((await session(customer, newPassword)).status, 200);
  for (const used of [token, longer])
    matchWhole(t, await rejectionOf(reset(used.value)), notFound, 'used, and ended with the old password');
  matchWhole(t, (await told(customer.id)).at(-1), { type: 'CustomerPasswordUpdated', reset: true });

  const expired = await passwordToken(customer);
  await endTime('customer-password-token', expired.id);
  matchWhole(t, await rejectionOf(reset(expired.value)), notFound);
  const [older, newest] = [
    await passwordToken(customer),
    await passwordToken(customer, { invalidateOlderTokens: true }),
  ];
  matchWhole(
    t,
    await rejectionOf(sdk.customers().withPasswordToken({ passwordToken: older.value }).get().execute()),
    notFound,
  );
  const visitor = sdkAs(quayside, projectKey, await quayside.token(project, `manage_my_profile:${projectKey}`));
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

  const bound = await passwordToken(customer);
  await sdk
    .customers()
    .withId({ ID: customer.id })
    .post({ body: { version: 3, actions: [{ action: 'changeEmail', email: newEmail() }] } })
    .execute();
  matchWhole(t, await rejectionOf(reset(bound.value)), notFound, 'whoever reads the old mailbox gets in no more');
  await sdk
    .customers()
    .withId({ ID: customer.id })
    .post({ body: { version: 4, actions: [{ action: 'changeEmail', email: customer.email }] } })
    .execute();
  matchWhole(t, await rejectionOf(reset(bound.value)), notFound, 'nor when it is the email again');
  const many: string[] = [];
  const now = await read(customer);
  for (let count = 0; count < 12; count++) many.push((await passwordToken(now)).value);
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
  t.same(found, [false, false, ...Array<boolean>(10).fill(true)], 'ten are kept');
  const once = await Promise.allSettled([1, 2, 3].map(each => reset(many[11]!, undefined, `once-1234${each}`)));
  t.equal(once.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const body of [{ email: newEmail() }, { email: 'x'.repeat(5_000) }])
    matchWhole(t, await rejectionOf(sdk.customers().passwordToken().post({ body }).execute()), notFound);
  for (const ttlMinutes of [0, -1, 43_201])
    matchWhole(t, await rejectionOf(passwordToken(now, { ttlMinutes })), {
      body: { errors: [{ code: 'InvalidField', field: 'ttlMinutes', invalidValue: Number }] },
    });
  const [shop, elsewhere] = [newKey('store'), newKey('store')];
  for (const key of [shop, elsewhere]) await sdk.stores().post({ body: { key } }).execute();
  const [here, there] = [shop, elsewhere].map(storeKey => sdk.inStoreKeyWithStoreKeyValue({ storeKey }).customers());
  const local = await create({ stores: [{ typeId: 'store', key: shop }] });
  matchWhole(t, await rejectionOf(passwordToken(local)), notFound, "a store's customer on the store's paths");
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
  matchWhole(t, await rejectionOf(passwordToken(external)), { body: { errors: [{ code: 'InvalidOperation' }] } });
});

test('verifies an email by a token (CUST035, CUST095, CUST096, CUST097, CUST098)', async t => {
  const customer = await create();
  matchWhole(t, await rejectionOf(emailToken(customer, { ttlMinutes: undefined })), {
    body: { errors: [{ code: 'RequiredField', field: 'ttlMinutes' }] },
  });
  matchWhole(t, await rejectionOf(emailToken(customer, { version: 2 })), { statusCode: 409 });
  const [token, spare] = [await emailToken(customer, { version: 1 }), await emailToken(customer)];
  t.equal((await sdk.customers().withEmailToken({ emailToken: token.value }).get().execute()).body.id, customer.id);
  matchWhole(t, await rejectionOf(reset(token.value)), notFound, 'it is of one kind');
  matchWhole(t, await rejectionOf(confirm(token.value, 3)), { statusCode: 409 });
  matchWhole(t, (await confirm(token.value)).body, { isEmailVerified: true, version: 2 });
  matchWhole(t, await rejectionOf(confirm(token.value)), notFound, 'once');
  matchWhole(t, (await told(customer.id)).at(-1), { type: 'CustomerEmailVerified' });
  const changed = (
    await sdk
      .customers()
      .withId({ ID: customer.id })
      .post({ body: { version: 2, actions: [{ action: 'changeEmail', email: newEmail() }] } })
      .execute()
  ).body;
  matchWhole(t, changed, { isEmailVerified: false });
  matchWhole(t, await rejectionOf(confirm(spare.value)), notFound, 'it was for the old email');
  const mine = await emailToken(changed);
  await endTime('customer-email-token', mine.id);
  matchWhole(t, await rejectionOf(confirm(mine.value)), notFound, 'expired');
  const visitor = sdkAs(quayside, projectKey, await quayside.token(project, `manage_my_profile:${projectKey}`));
  matchWhole(
    t,
    (
      await visitor
        .me()
        .emailConfirm()
        .post({ body: { tokenValue: (await emailToken(changed)).value } })
        .execute()
    ).body,
    { isEmailVerified: true },
  );
  const ended = await emailToken(changed);
  await sdk
    .customers()
    .password()
    .post({
      body: { id: customer.id, version: (await read(customer)).version, currentPassword: password, newPassword },
    })
    .execute();
  matchWhole(t, await rejectionOf(confirm(ended.value)), notFound, 'ended with the password');
  matchWhole(t, await rejectionOf(emailToken({ ...customer, id: 'nobody' })), notFound);
});

test('sends a message for each token without its value', async t => {
  const customer = await create();
  const [one, two] = [await passwordToken(customer), await emailToken(customer, { invalidateOlderTokens: true })];
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
  matchWhole(t, await told(one.id), expected('CustomerPasswordTokenCreated', one, 'customer-password-token'));
  matchWhole(t, await told(two.id), expected('CustomerEmailTokenCreated', two, 'customer-email-token'));
  const [expanded] = (
    await sdk
      .messages()
      .get({ queryArgs: { where: `resource(id = "${one.id}")`, expand: 'resource' } })
      .execute()
  ).body.results;
  t.notOk('obj' in expanded!.resource);
});

test('sets the authentication mode to an external service and back', async t => {
  const customer = await create();
  const update = async (version: number, action: object) =>
    (
      await sdk
        .customers()
        .withId({ ID: customer.id })
        .post({ body: { version, actions: [{ action: 'setAuthenticationMode', ...action } as never] } })
        .execute()
    ).body;
  const signedIn = await newSession(customer);
  const external = await update(1, { authMode: 'ExternalAuth' });
  matchWhole(t, external, { authenticationMode: 'ExternalAuth' });
  t.notOk('password' in external);
  t.notOk(await isSignedIn(signedIn.access_token));
  t.equal((await session(customer)).status, 400);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .customers()
        .password()
        .post({ body: { id: customer.id, version: 2, currentPassword: password, newPassword } })
        .execute(),
    ),
    { body: { errors: [{ code: 'InvalidOperation' }] } },
  );
  matchWhole(t, await rejectionOf(update(2, { authMode: 'Password' })), {
    body: { errors: [{ code: 'RequiredField', field: 'password', actionIndex: 0 }] },
  });
  matchWhole(t, await rejectionOf(update(2, { authMode: 'Password', password: 'weak' })), {
    body: { errors: [{ code: 'WeakPassword', actionIndex: 0 }] },
  });
  matchWhole(t, await update(2, { authMode: 'Password', password: newPassword }), {
    authenticationMode: 'Password',
    password: customer.password,
  });
  t.equal((await session(customer, newPassword)).status, 200);
});

/** A customer with a name of his own everywhere, whom much has happened to. */
const personal = async () => {
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
    (await passwordToken(customer)).value,
    (await emailToken(customer)).value,
  );
  const { value } = await passwordToken(customer);
  customer = (await reset(value, undefined, secrets.next)).body;
  customer = (
    await sdk
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
      })
      .execute()
  ).body;
  secrets.tokens.push(value, (await emailToken(customer)).value);
  await rejectionOf(signIn(customer, 'wrong guess'));
  return { secret, secrets, customer };
};

/** A cart of his, and an order made from another. */
const bought = async ({ id, email }: Customer, secret: string) => {
  const draft = {
    currency: 'EUR',
    customerId: id,
    customerEmail: email,
    billingAddress: { country: 'DE', lastName: secret },
    shippingAddress: { country: 'DE', lastName: secret },
  };
  const [cart, ordered] = await Promise.all(
    [1, 2].map(async () => (await sdk.carts().post({ body: draft }).execute()).body),
  );
  const order = (
    await sdk
      .orders()
      .post({ body: { cart: { typeId: 'cart', id: ordered!.id }, version: ordered!.version } })
      .execute()
  ).body;
  return { cart: cart!, order, ordered: ordered! };
};

test("erases everything of the customer except carts, orders and their messages; without dataErasure the customer's messages stay (CUST101, CUST133, GEN069, GEN070)", async t => {
  const { secret, customer } = await personal();
  const { cart, order, ordered } = await bought(customer, secret);
  const aboutOrder = await told(order.id);
  matchWhole(t, aboutOrder, [{ type: 'OrderCreated' }]);
  t.ok((await findTraces(quayside, projectKey, secret)).length >= 5, 'there was something to forget');
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
  t.same(await findTraces(quayside, projectKey, secret), [], 'they are deleted in their own right');
  const last = await told(customer.id);
  matchWhole(t, last, [{ type: 'CustomerDeleted', resource: { id: customer.id } }]);
  t.equal(last.length, 1);
  t.notOk('email' in last[0]!);
  for (const typeId of ['customer', 'customer-email-token', 'customer-password-token'])
    t.same(
      (await listKeys(quayside.services.redis, `{${projectKey}}:${typeId}:*`)).filter(key => key.includes(customer.id)),
      [],
      'no hash of the password, and no token',
    );
  const other = await personal();
  await sdk
    .customers()
    .withId({ ID: other.customer.id })
    .delete({ queryArgs: { version: other.customer.version } })
    .execute();
  matchWhole(
    t,
    (await told(other.customer.id)).map(({ type }) => type),
    ['CustomerCreated', 'CustomerPasswordUpdated', 'CustomerLastNameSet', 'CustomerEmailChanged', 'CustomerDeleted'],
  );
  const at = (await create({ email: `again-${secret}@example.com`, password })).id;
  t.ok(at, 'and the email is free');
});

test("deletes a customer while one of the customer's tokens is used (CUST101)", async t => {
  const customer = await create();
  for (let count = 0; count < 2; count++) await passwordToken(customer);
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
  const address = { field: 'id', value: customer.id };
  const request = {
    projectKey,
    resourceType: engine.resourceTypes.get('customer')!,
    query: new URLSearchParams({ version: '1' }),
    body: new Uint8Array(),
    client: {},
    address,
  };
  t.equal((await removeResource({ ...engine, store: { ...engine.store, commit } }, request)).status, 200);
  t.same(await loadCustomerTokens(engine, projectKey, 'customer-password-token', customer.id), []);
});

test('stores no password and no token in clear text (AUTH044)', async t => {
  const { secrets } = await personal();
  t.same(await findTraces(quayside, projectKey, secrets.password, secrets.next, ...secrets.tokens), []);
});

test('calls API extensions for customers without showing passwords', async t => {
  const server = await startExternalServer();
  const extension = (
    await sdk
      .extensions()
      .post({
        body: {
          destination: { type: 'HTTP', url: server.url },
          triggers: [{ resourceTypeId: 'customer', actions: ['Create', 'Update'] }],
        },
      })
      .execute()
  ).body;
  server.say({ actions: [{ action: 'setExternalId', externalId: 'from outside' }] });
  const customer = await create();
  matchWhole(t, customer, { externalId: 'from outside', version: 1 });
  t.equal((await session(customer)).status, 200);
  const changed = (
    await sdk
      .customers()
      .password()
      .post({ body: { id: customer.id, version: 1, currentPassword: password, newPassword } })
      .execute()
  ).body;
  t.equal((await session(changed, newPassword)).status, 200);
  matchWhole(
    t,
    server.requests.map(({ text }) => (JSON.parse(text) as { action: string }).action),
    ['Create', 'Update'],
  );
  t.notOk(server.requests.some(({ text }) => text.includes(password) || text.includes(newPassword)));
  await rejectionOf(create({ email: customer.email }));
  await rejectionOf(create({ password: 'weak' }));
  t.equal(server.requests.length, 2, 'nobody is asked about what is refused anyway');
  server.say({ errors: [{ code: 'InvalidInput', message: 'not today' }] }, 400);
  matchWhole(
    t,
    await rejectionOf(
      sdk
        .customers()
        .password()
        .post({ body: { id: customer.id, version: 2, currentPassword: newPassword, newPassword: password } })
        .execute(),
    ),
    { statusCode: 400, body: { message: 'not today' } },
  );
  t.equal((await session(changed, newPassword)).status, 200, 'refused, so the password stays');
  await sdk
    .extensions()
    .withId({ ID: extension.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
});

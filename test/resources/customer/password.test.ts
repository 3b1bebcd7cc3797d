import { setTimeout } from 'node:timers/promises';
import { test } from '../../support/tap.js';
import { basic, requestToken } from '../../support/oauth.js';
import { rejectionOf, sdkAs } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { password } from './startCustomers.js';
import { newPassword, startCredentials } from './startCredentials.js';

const { create, isSignedIn, messagesOf, newSession, credentials, projectKey, quayside, read, requestSession, sdk } =
  await startCredentials();

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
  t.ok(await isSignedIn(first.access_token), 'a refused change ends no session');
  const { body: changed } = await change(1, password, newPassword);
  matchWhole(t, changed, { id: customer.id, version: 2, password: customer.password });
  for (const { access_token, refresh_token } of [first, second]) {
    t.notOk(await isSignedIn(access_token));
    matchWhole(
      t,
      await requestToken(quayside, basic(credentials), { grant_type: 'refresh_token', refresh_token: refresh_token! }),
      {
        status: 400,
        json: { error: 'invalid_grant' },
      },
    );
  }
  t.equal((await requestSession(customer)).status, 400);
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
  t.notOk(await isSignedIn(later.access_token), 'the session that changed the password ends too');
  matchWhole(t, (await messagesOf(customer)).slice(1), [
    { type: 'CustomerPasswordUpdated', reset: false },
    { type: 'CustomerPasswordUpdated', reset: false },
  ]);
  const raced = await Promise.allSettled([1, 2, 3, 4].map(each => change(3, password, `raced-123${each}`)));
  t.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1);
  t.equal((await read(customer)).version, 4);
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
  t.equal((await requestSession(customer)).status, 400);
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
  t.equal((await requestSession(customer, newPassword)).status, 200);
});

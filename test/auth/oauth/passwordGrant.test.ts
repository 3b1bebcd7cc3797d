import { test } from '../../support/tap.js';
import { signUp } from '../../../src/commerce/resources/customer/commands/signIn.js';
import {
  addClient,
  addCustomer,
  basic,
  oauthErrorOf,
  post,
  requestToken,
  type TestCustomer,
  tokenIn,
} from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const global = `${projectKey}/customers/token`;
const inStore = (key: string) => `${projectKey}/in-store/key=${key}/customers/token`;
const form = (email: string, password: string, scope = `manage_my_profile:${projectKey}`) => ({
  grant_type: 'password',
  username: email,
  password,
  scope,
});
/** Revokes all sessions of a customer, by a change of the password to a new one, which is returned. */
const changePassword = async ({ id, password }: TestCustomer): Promise<string> => {
  const { http } = quayside;
  const { access_token: token } = tokenIn(
    await requestToken(quayside, basic(project), { grant_type: 'client_credentials' }),
  );
  const { version } = (await http.as(token).send('GET', `/${projectKey}/customers/${id}`)).json as { version: number };
  const newPassword = `${password} changed`;
  const body = { id, version, currentPassword: password, newPassword };
  const { status } = await http.as(token).send('POST', `/${projectKey}/customers/password`, { body });
  if (status !== 200) throw new Error(`The password was not changed: ${status}`);
  return newPassword;
};
const notFound = oauthErrorOf(
  400,
  'invalid_customer_account_credentials',
  /^Customer account with the given credentials not found\.$/,
);

test('issues a token (GEN004, AUTH012, AUTH013, AUTH014, AUTH023, AUTH024, AUTH026, AUTH027, AUTH045)', async t => {
  const { id, email, password } = await addCustomer(quayside, projectKey);
  const { status, headers, json } = await post(quayside, global, basic(project), form(email, password));
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  const token = tokenIn({ status, json } as never);
  t.same(Object.keys(token).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']);
  matchWhole(t, token, {
    token_type: 'Bearer',
    expires_in: 172_800,
    scope: `manage_my_profile:${projectKey} customer_id:${id} customer:${id}`,
  });
  t.match(token.access_token, /^[A-Za-z0-9_-]{38}$/);
  t.match(token.refresh_token, /^[A-Za-z0-9_-]{32}$/);
  t.not(token.access_token, token.refresh_token);
});

test('issues the client scope without a requested one, and records the customer of a change (AUTH012)', async t => {
  const { id, email, password } = await addCustomer(quayside, projectKey);
  const { access_token: token, scope } = tokenIn(
    await post(quayside, global, basic(project), { grant_type: 'password', username: email, password }),
  );
  t.equal(scope, `manage_project:${projectKey} customer_id:${id} customer:${id}`);
  const made = await quayside.http
    .as(token)
    .send('POST', `/${projectKey}/states`, { body: { key: 'by-customer', type: 'OrderState' } });
  matchWhole(t, made.json, { createdBy: { clientId: project.clientId, customer: { typeId: 'customer', id } } });
});

test('ignores letter case and surrounding spaces of the email (AUTH013)', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  for (const written of [email.toUpperCase(), email.toLowerCase(), ` ${email} `])
    t.equal((await post(quayside, global, basic(project), form(written, password))).status, 200, written);
});

test('signs a customer of a store in on the path of the store only (AUTH015, customer.67ba6)', async t => {
  const { id, email, password } = await addCustomer(quayside, projectKey, 'berlin');
  matchWhole(t, (await post(quayside, inStore('berlin'), basic(project), form(email, password))).json, {
    token_type: 'Bearer',
    refresh_token: /./,
    scope: new RegExp(`customer_id:${id}`),
  });
  for (const path of [global, inStore('paris')])
    matchWhole(t, await post(quayside, path, basic(project), form(email, password)), notFound, path);
  const everywhere = await addCustomer(quayside, projectKey);
  matchWhole(
    t,
    await post(quayside, inStore('berlin'), basic(project), form(everywhere.email, everywhere.password)),
    notFound,
  );
});

test('returns the same answer for an unknown customer and a wrong or too long password', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const texts = new Set<string>();
  for (const [name, secret] of [
    [email, `${password}x`],
    [email, password.toUpperCase()],
    ['unknown@example.com', password],
    [email, 'x'.repeat(50_000)],
    [`${email}/..`, password],
    ['__proto__', password],
  ] as const) {
    const answer = await post(quayside, global, basic(project), form(name, secret));
    matchWhole(t, answer, notFound);
    texts.add(answer.text);
  }
  t.equal(texts.size, 1);
});

test('reports missing and wrong parameters in the format of OAuth (AUTH005, AUTH006)', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const good = form(email, password);
  const ask = (change: Record<string, string>, authorization: string | undefined = basic(project)) =>
    post(quayside, global, authorization, { ...good, ...change });
  matchWhole(
    t,
    await ask({ username: '', password: '' }),
    oauthErrorOf(400, 'invalid_request', /'username' and 'password' are missing/),
  );
  matchWhole(t, await ask({ password: '' }), oauthErrorOf(400, 'invalid_request', /'password' is missing/));
  matchWhole(t, await ask({ grant_type: '' }), oauthErrorOf(400, 'invalid_request', /'grant_type' is missing/));
  matchWhole(
    t,
    await ask({ grant_type: 'client_credentials' }),
    oauthErrorOf(400, 'unsupported_grant_type', /'client_credentials' is not supported here; supported: password/),
  );
  matchWhole(
    t,
    await ask({ scope: 'manage_orders:another' }),
    oauthErrorOf(400, 'invalid_scope', /manage_orders:another/),
  );
  matchWhole(
    t,
    await ask({ scope: `customer_id:${projectKey}` }),
    oauthErrorOf(400, 'invalid_scope', /customer_id/),
    'a client cannot request the scope of a customer',
  );
  matchWhole(t, await ask({}, 'Basic bm9ib2R5OnNlY3JldA=='), oauthErrorOf(401, 'invalid_client', /client credentials/));
  matchWhole(
    t,
    await post(quayside, global, basic(project), `grant_type=password&grant_type=password&username=a&password=b`),
    oauthErrorOf(400, 'invalid_request', /'grant_type' is given twice/),
  );
  const otherProject = await quayside.project();
  matchWhole(
    t,
    await ask({}, basic(otherProject)),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
    'a client of another project',
  );
});

test('does not confuse the end of a store key with the start of an email (AUTH015)', async t => {
  const { services } = quayside;
  await signUp(services, { projectKey, client: {} }, { email: 'foo:bar@example.com', password: 'secret-1' });
  t.equal((await post(quayside, global, basic(project), form('foo:bar@example.com', 'secret-1'))).status, 200);
  for (const key of ['%3Afoo', 'foo', encodeURIComponent(':foo')])
    matchWhole(t, await post(quayside, inStore(key), basic(project), form('bar@example.com', 'secret-1')), notFound);
});

test('refuses sign-ins for a while after too many wrong passwords; correct passwords do not count', async t => {
  const own = await quayside.project();
  const path = `${own.projectKey}/customers/token`;
  const [victim, other] = [await addCustomer(quayside, own.projectKey), await addCustomer(quayside, own.projectKey)];
  const ask = (username: string, password: string) =>
    post(quayside, path, basic(own), { grant_type: 'password', username, password });
  for (let time = 0; time < 25; time++) t.equal((await ask(other.email, other.password)).status, 200);
  // One more attempt is allowed every five seconds, and a busy machine is slow: so there are 20 attempts or a few more.
  const guess = async (username: string): Promise<number> => {
    for (let count = 0; count < 60; count++) {
      const { status } = await ask(username, 'guess');
      if (status === 429) return count;
      t.equal(status, 400);
    }
    throw new Error('no attempt was refused');
  };
  for (const username of ['unknown@example.com', victim.email]) t.ok((await guess(username)) >= 20);
  const refused = await ask(victim.email.toUpperCase(), victim.password);
  matchWhole(t, refused, {
    ...oauthErrorOf(429, 'too_many_requests', /Too many wrong passwords for this account\. Try again in \d s\.$/),
  });
  t.match(refused.headers['retry-after'], /^[1-5]$/);
  t.equal((await ask(other.email, other.password)).status, 200);
});

test('revokes a session whose sign-in began before the sessions of the customer were revoked (AUTH043)', async t => {
  const customer = await addCustomer(quayside, projectKey);
  const { id, email } = customer;
  const { logins, tokens } = quayside.services;
  const { atMs } = await logins.find(projectKey, undefined, email);
  await changePassword(customer);
  const session = { clientId: project.clientId, scope: 'x', customerId: id };
  t.equal(await tokens.issue(projectKey, session, { access: 60, refresh: 60 }, atMs), 'REVOKED');
  const { atMs: revokedBeforeMs } = await logins.find(projectKey, undefined, email);
  let laterMs = revokedBeforeMs;
  await waitUntil(async () => {
    laterMs = (await logins.find(projectKey, undefined, email)).atMs;
    return laterMs > revokedBeforeMs;
  });
  t.type(await tokens.issue(projectKey, session, { access: 60, refresh: 60 }, laterMs), 'object');
});

test('issues to customers only scopes that the client has', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const client = await addClient(
    quayside,
    projectKey,
    `manage_my_profile:${projectKey} manage_my_orders:${projectKey}`,
  );
  matchWhole(
    t,
    await post(quayside, global, basic(client), form(email, password, `view_orders:${projectKey}`)),
    oauthErrorOf(400, 'invalid_scope', /view_orders/),
  );
  const { access_token: token } = tokenIn(await post(quayside, global, basic(client), form(email, password)));
  t.equal((await quayside.http.as(token).send('GET', `/${projectKey}/orders`)).status, 403);
});

test('revokes all sessions of a customer; later sessions work (AUTH043)', async t => {
  const customer = await addCustomer(quayside, projectKey);
  const session = async (password: string) =>
    tokenIn(
      await post(quayside, global, basic(project), { grant_type: 'password', username: customer.email, password }),
    );
  const [first, second] = [await session(customer.password), await session(customer.password)];
  const status = async (token: string) => (await quayside.http.as(token).send('GET', `/${projectKey}/states`)).status;
  t.equal(await status(first.access_token), 200);
  const later = await session(await changePassword(customer));
  t.equal(await status(second.access_token), 401, 'a token that no cache contains');
  for (const each of [first, second])
    matchWhole(
      t,
      await requestToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: each.refresh_token! }),
      oauthErrorOf(400, 'invalid_grant', /unknown, expired or revoked\.$/),
    );
  t.equal(await status(later.access_token), 200);
  t.equal(
    (await requestToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: later.refresh_token! }))
      .status,
    200,
  );
});

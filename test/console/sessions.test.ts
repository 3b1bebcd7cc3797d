import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { consoleOf, createAccount, password, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';

const { quayside, redis, redisUrl } = await startConsole();
const other = await startQuayside({ REDIS_URL: redisUrl });
const project = await quayside.project({ name: 'Shop' });
const { projectKey } = project;
const ana = await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);

test('signs an account in and out', async t => {
  const browser = console();
  const { status, json, headers } = await browser.send('POST', '/-/session', { email: 'ANA@example.com', password });
  t.equal(status, 201);
  matchWhole(t, json, {
    account: { id: ana.id, email: 'ana@example.com', name: 'ana', role: 'administrator' },
    role: 'administrator',
    permissions: [
      'manage_project',
      'manage_accounts',
      'manage_projects',
      'test_extensions',
      'view_audit_entries',
      'view_figures',
      'verify_projects',
    ],
    projects: [
      { key: 'demo', name: 'Demo' },
      { key: projectKey, name: 'Shop' },
    ],
    expiresAt: /^\d{4}-.*Z$/,
  });
  t.match(String(headers['set-cookie']), /^quayside-session=[A-Za-z0-9_-]{32}; Path=\/; HttpOnly; SameSite=Strict$/);
  t.equal(headers['cache-control'], 'no-store');
  t.same((await browser.send('GET', '/-/session')).status, 200);
  const ended = await browser.send('DELETE', '/-/session');
  t.equal(ended.status, 204);
  t.match(String(ended.headers['set-cookie']), /^quayside-session=; Path=\/; .*Max-Age=0$/);
  matchWhole(t, await browser.send('GET', '/-/session'), {
    status: 401,
    headers: { 'www-authenticate': 'Session realm="quayside"' },
    json: {
      errors: [{ code: 'SessionRequired', message: 'The session is missing or has ended; expected to be signed in.' }],
    },
  });
});

test('gives the same answer for an unknown email and a wrong password, and lets a login wait', async t => {
  const refusal = {
    status: 400,
    json: { errors: [{ code: 'InvalidCredentials', message: 'Account with the given credentials not found.' }] },
  };
  await createAccount(quayside, { email: 'guessed@example.com', role: 'viewer' });
  for (const email of ['guessed@example.com', 'unknown@example.com']) {
    for (let count = 1; count <= 5; count++)
      matchWhole(t, await console().send('POST', '/-/session', { email, password: 'wrong 1234' }), refusal);
    const limited = await console().send('POST', '/-/session', { email, password });
    t.equal(limited.status, 429);
    t.match(limited.headers['retry-after'], /^\d+$/);
  }
  const longEmail = `${'x'.repeat(60_000)}@example.com`;
  matchWhole(t, await console().send('POST', '/-/session', { email: longEmail, password }), refusal);
});

test('refuses bodies that are no sign-in, with words', async t => {
  for (const [body, message] of [
    [{ email: 'ana@example.com' }, 'A value is required for field password: a string.'],
    [
      { email: 'ana@example.com', password, remember: true },
      "The member 'remember' is not known; expected only email, password.",
    ],
    [{ email: { $ne: '' }, password }, "Malformed field 'email': expected a string, got an object."],
    [{ clientId: 'x' }, /A value is required/],
  ] as const) {
    const { status, json } = await console().send('POST', '/-/session', body);
    t.equal(status, 400);
    t.match((json as { message: string }).message, message);
  }
  const { address } = quayside;
  const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' };
  t.equal((await fetch(`${address}/-/session`, form)).status, 400, 'another media type');
  const large = JSON.stringify({ email: 'x'.repeat(70_000), password });
  t.equal(
    (
      await fetch(`${address}/-/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: large,
      })
    ).status,
    413,
  );
});

test('accepts changes from pages of the server itself only', async t => {
  const browser = await console().signIn('ana@example.com');
  const overTls = quayside.address.replace('http:', 'https:');
  const answer = await browser.send('POST', '/-/session/tokens', { projectKey }, { origin: overTls });
  t.equal(answer.status, 403, 'another scheme is another origin');
  for (const origin of ['https://shop.example.com', 'null', '']) {
    const { status, json } = await browser.send('POST', '/-/session/tokens', { projectKey }, { origin });
    t.equal(status, 403, origin);
    assertError(t, json, 'OriginNotAllowed', {
      message:
        `Pages of the origin '${origin}' may not call this server: these requests are sent by pages of the server ` +
        'itself only.',
    });
  }
  t.equal((await browser.send('DELETE', '/-/session', undefined, { origin: '' })).status, 403);
  const read = await browser.send('GET', '/-/session', undefined, { origin: 'http://localhost:1' });
  t.equal(read.status, 200);
  t.equal(read.headers['access-control-allow-origin'], undefined, 'other pages cannot read it');
});

test('issues tokens with the scopes of the role, which end with the session in all processes', async t => {
  const browser = await console().signIn('ana@example.com');
  const issued = await browser.send('POST', '/-/session/tokens', { projectKey });
  matchWhole(t, issued, {
    status: 200,
    json: { expires_in: 900, scope: `named_scopes_only manage_project:${projectKey}` },
  });
  const { access_token: token } = issued.json as { access_token: string };
  const zone = await quayside.http.as(token).send('POST', `/${projectKey}/zones`, {
    headers: { 'x-external-user-id': 'another user' },
    body: { name: 'Europe', locations: [] },
  });
  const by = { isPlatformClient: false, externalUserId: 'ana@example.com' };
  t.equal(zone.status, 201);
  t.same((zone.json as { createdBy: unknown }).createdBy, by);
  t.same((zone.json as { lastModifiedBy: unknown }).lastModifiedBy, by);
  t.equal((await other.http.as(token).send('GET', `/${projectKey}/zones`)).status, 200);
  t.equal((await browser.send('DELETE', '/-/session')).status, 204);
  t.equal((await quayside.http.as(token).send('GET', `/${projectKey}/zones`)).status, 401);
  await waitUntil(async () => (await other.http.as(token).send('GET', `/${projectKey}/zones`)).status === 401);
});

test('gives a role no more than its scopes, and an account no other project', async t => {
  await createAccount(quayside, { email: 'vera@example.com', role: 'viewer', projects: [projectKey] });
  const { projectKey: hidden } = await quayside.project();
  const browser = await console().signIn('vera@example.com');
  matchWhole(t, (await browser.send('GET', '/-/session')).json, {
    role: 'viewer',
    projects: [{ key: projectKey, name: 'Shop' }],
  });
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey });
  const viewer = quayside.http.as((json as { access_token: string }).access_token);
  t.equal((await viewer.send('GET', `/${projectKey}/orders`)).status, 200);
  t.equal((await viewer.send('POST', `/${projectKey}/zones`, { body: { name: 'x', locations: [] } })).status, 403);
  assertError(t, await browser.send('POST', '/-/session/tokens', { projectKey: hidden }), 'PermissionRequired');
  for (const path of ['/-/accounts', '/-/projects', '/-/audit'])
    assertError(t, await browser.send('GET', path), 'PermissionRequired');
  const administrator = await console().signIn('ana@example.com');
  assertError(t, await administrator.send('POST', '/-/session/tokens', { projectKey: 'unknown' }), 'ResourceNotFound', {
    message: "The project 'unknown' was not found.",
  });
});

test('signs an API client in, whose tokens have its own scopes', async t => {
  const { clientId, clientSecret } = project;
  const browser = console();
  const signIn = { projectKey, clientId, clientSecret };
  for (const wrong of [{ clientSecret: 'x' }, { clientId: 'unknown-client' }, { projectKey: 'other' }])
    t.equal((await browser.send('POST', '/-/session', { ...signIn, ...wrong })).status, 400);
  matchWhole(t, await browser.send('POST', '/-/session', signIn), {
    status: 201,
    json: { client: { id: clientId, projectKey }, role: 'client', projects: [{ key: projectKey, name: 'Shop' }] },
  });
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey });
  const { access_token: token, expires_in: seconds } = json as { access_token: string; expires_in: number };
  t.equal(seconds, 900);
  const made = await quayside.http
    .as(token)
    .send('POST', `/${projectKey}/zones`, { body: { name: 'x', locations: [] } });
  matchWhole(t, made, { status: 201, json: { createdBy: { clientId } } });
  t.equal((await browser.send('GET', '/-/accounts')).status, 403);
  t.equal((await browser.send('DELETE', '/-/session')).status, 204);
  t.equal((await quayside.http.as(token).send('GET', `/${projectKey}/zones`)).status, 401);
});

test('ends a session without use, and after its time also in use', async t => {
  const browser = await console().signIn('ana@example.com');
  const key = browser.sessionKey();
  t.ok((await redis.pttl(key)) > 3_500_000, 'an hour without use');
  await redis.pexpire(key, 60_000);
  t.equal((await browser.send('GET', '/-/session')).status, 200);
  t.ok((await redis.pttl(key)) > 3_500_000, 'the hour begins again');
  await redis.hset(key, 'endsAtMs', String(Date.now() + 120_000));
  t.equal((await browser.send('GET', '/-/session')).status, 200);
  t.ok((await redis.pttl(key)) <= 120_000, 'not beyond the end of the session');
  await redis.hset(key, 'endsAtMs', String(Date.now() - 1));
  t.equal((await browser.send('GET', '/-/session')).status, 401);
});

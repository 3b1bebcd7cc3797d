import { test } from '../../support/tap.js';
import { addClient, addCustomer, requestToken, basic, post, oauthErrorOf, tokenIn } from '../../support/oauth.js';
import { startOtherQuayside, startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newKey } from '../../support/drafts.js';

const quayside = await startQuayside();

const elsewhere = await startOtherQuayside();

const project = await quayside.project();

const { projectKey } = project;

const states = `/${projectKey}/states`;

const revoke = (token: string, hint?: string, client = project) =>
  post(quayside, 'token/revoke', basic(client), { token, ...(hint === undefined ? {} : { token_type_hint: hint }) });

const startSession = async () =>
  tokenIn(await post(quayside, `${projectKey}/anonymous/token`, basic(project), { grant_type: 'client_credentials' }));

const renew = (token: string | undefined, service = quayside) =>
  requestToken(service, basic(project), { grant_type: 'refresh_token', refresh_token: token! });

const statusOf = async (token: string, service = quayside) => (await service.http.as(token).send('GET', states)).status;

test('refuses a revoked token here at once, then elsewhere (GEN005, AUTH037, AUTH038, AUTH039, AUTH043)', async t => {
  for (const hint of [undefined, 'access_token', 'refresh_token', 'something_else']) {
    const token = await quayside.token(project);
    t.same(
      [await statusOf(token), await statusOf(token, elsewhere)],
      [200, 200],
      'both processes have cached the token',
    );
    const answer = await revoke(token, hint);
    t.equal(answer.status, 200);
    t.equal(answer.text, '');
    t.equal(answer.headers['content-type'], undefined);
    t.match(answer.headers['x-correlation-id'], /./);
    t.equal(await statusOf(token), 401, `with the hint ${hint}`);
    await waitUntil(async () => (await statusOf(token, elsewhere)) === 401);
  }
});

test('revokes all access tokens of a refresh token in every process (AUTH043)', async t => {
  for (const hint of [undefined, 'access_token', 'refresh_token']) {
    const session = await startSession();
    const renewed = tokenIn(await renew(session.refresh_token));
    const otherSession = await startSession();
    const all = [session.access_token, renewed.access_token];
    for (const token of all) t.same([await statusOf(token), await statusOf(token, elsewhere)], [200, 200]);
    t.equal((await revoke(session.refresh_token!, hint)).status, 200);
    for (const token of all) {
      t.equal(await statusOf(token), 401);
      await waitUntil(async () => (await statusOf(token, elsewhere)) === 401);
    }
    matchWhole(
      t,
      await renew(session.refresh_token),
      oauthErrorOf(400, 'invalid_grant', /unknown, expired or revoked/),
    );
    t.equal(await statusOf(otherSession.access_token), 200, 'another session stays valid');
  }
});

test('keeps the refresh token of a revoked access token', async t => {
  const session = await startSession();
  await revoke(session.access_token);
  t.equal(await statusOf(session.access_token), 401);
  t.equal((await renew(session.refresh_token)).status, 200);
});

test('answers 200 for unknown tokens and tokens of other clients, and keeps them (AUTH040, AUTH041)', async t => {
  const other = await addClient(quayside, projectKey, `manage_project:${projectKey}`);
  const otherProject = await quayside.project();
  const foreign = await quayside.token(other);
  const session = await startSession();
  for (const [token, client] of [
    ['nonsense', project],
    ['', project],
    [foreign, project],
    [foreign, otherProject],
    [session.refresh_token!, other],
    [session.access_token, otherProject],
    ['x'.repeat(50_000), project],
  ] as const) {
    const answer = await revoke(token, undefined, client);
    t.equal(answer.status, 200);
    t.equal(answer.text, '');
  }
  t.equal((await post(quayside, 'token/revoke', basic(project), '')).status, 200);
  t.equal(await statusOf(foreign), 200);
  t.equal(await statusOf(session.access_token), 200);
  t.equal((await renew(session.refresh_token)).status, 200);
});

test('requires client credentials for a revocation', async t => {
  const token = await quayside.token(project);
  matchWhole(
    t,
    await post(quayside, 'token/revoke', undefined, { token }),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
  );
  t.equal(await statusOf(token), 200);
});

test('lets the client revoke a token of a customer', async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const { access_token: token } = tokenIn(
    await post(quayside, `${projectKey}/customers/token`, basic(project), {
      grant_type: 'password',
      username: email,
      password,
    }),
  );
  t.equal(await statusOf(token), 200);
  await revoke(token);
  t.equal(await statusOf(token), 401);
});

const limitedClient = await addClient(quayside, projectKey, `view_states:${projectKey}`);

const introspect = (token: string, client = project) => post(quayside, 'introspect', basic(client), { token });

const inactive = { status: 200, json: { active: false } };

test('returns scope, expiry and client of an active token (GEN005, AUTH029, AUTH030)', async t => {
  const before = Math.floor(Date.now() / 1000);
  const token = await quayside.token(project, `view_orders:${projectKey} view_states:${projectKey}`);
  const { status, headers, json } = await introspect(token);
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  const { exp, ...rest } = json as { exp: number };
  t.same(rest, {
    active: true,
    scope: `view_orders:${projectKey} view_states:${projectKey}`,
    client_id: project.clientId,
  });
  t.ok(exp >= before + 172_800 && exp <= Date.now() / 1000 + 172_800, 'seconds since the epoch, as in RFC 7662');
});

test('lets a client introspect its own tokens (AUTH032)', async t => {
  matchWhole(t, (await introspect(await quayside.token(limitedClient), limitedClient)).json, {
    active: true,
    client_id: limitedClient.clientId,
  });
});

test('allows every token of the project with introspect_oauth_tokens or manage_project (AUTH033, AUTH034)', async t => {
  const able = await addClient(quayside, projectKey, `introspect_oauth_tokens:${projectKey}`);
  const token = await quayside.token(limitedClient);
  for (const client of [able, project])
    matchWhole(t, (await introspect(token, client)).json, { active: true, client_id: limitedClient.clientId });
});

test('returns only active: false without permission and for unknown tokens (AUTH031, AUTH035)', async t => {
  const refresh = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(project), { grant_type: 'client_credentials' }),
  ).refresh_token!;
  const other = await quayside.project();
  for (const [token, client] of [
    [await quayside.token(project), limitedClient],
    ['nonsense', project],
    [await quayside.token(other), project],
    [refresh, project],
    ['x'.repeat(50_000), project],
  ] as const) {
    const answer = await introspect(token, client);
    t.equal(answer.status, 200);
    t.same(answer.json, { active: false });
  }
});

test('returns active: false for a revoked and an expired token (AUTH036)', async t => {
  const token = await quayside.token(limitedClient);
  matchWhole(t, (await introspect(token)).json, { active: true });
  t.equal((await post(quayside, 'token/revoke', basic(limitedClient), { token })).status, 200);
  matchWhole(t, await introspect(token), inactive);
  const brief = await addClient(quayside, projectKey, `view_states:${projectKey}`, { accessTokenValiditySeconds: 1 });
  const expiring = await quayside.token(brief);
  await waitUntil(async () => (await introspect(expiring)).text === '{"active":false}');
});

test('refuses a request without client credentials or without a token', async t => {
  matchWhole(
    t,
    await post(quayside, 'introspect', undefined, { token: 'x' }),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
  );
  matchWhole(
    t,
    await post(quayside, 'introspect', basic(project), ''),
    oauthErrorOf(400, 'invalid_request', /'token' is missing/),
  );
});

const path = `/${project.projectKey}/states`;

test('requires a known bearer token (AUTH001, AUTH003)', async t => {
  for (const [authorization, message] of [
    ['', /An access token is required/],
    ['Bearer', /malformed; expected: Bearer/],
    ['Bearer two words', /malformed/],
    ['Basic abc', /malformed/],
    ['Bearer unknown-token', /unknown, expired or revoked/],
    [`Bearer ${'x'.repeat(3_000)}`, /./],
  ] as const) {
    const { status, headers, json } = await quayside.http.send(
      'GET',
      path,
      authorization === '' ? {} : { headers: { authorization } },
    );
    t.equal(status, 401, authorization.slice(0, 20));
    matchWhole(
      t,
      headers['www-authenticate'],
      authorization === '' ? /^Bearer realm="quayside"$/ : /^Bearer realm="quayside", error="invalid_token"$/,
    );
    matchWhole(t, json, { statusCode: 401, error: 'invalid_token', errors: [{ code: 'invalid_token', message }] });
  }
});

test('tells a token of another project from an expired one (AUTH003)', async t => {
  const refusalOf = async (token: string): Promise<unknown> => {
    const { status, json } = await quayside.http.as(token).send('GET', path);
    return [status, (json as { message: string }).message];
  };
  const other = await quayside.project();
  t.same(await refusalOf(await quayside.token(other)), [401, 'The access token was issued for another project.']);
  const token = await quayside.token(project);
  const mistyped = `${token.slice(0, 33)}${token[33] === 'a' ? 'b' : 'a'}${token.slice(34)}`;
  for (const unknown of [mistyped, 'x'.repeat(token.length), token.slice(0, -1)])
    t.same(await refusalOf(unknown), [401, 'The access token is unknown, expired or revoked.']);
  const revoked = await quayside.token(project);
  const { status } = await quayside.http.send('POST', '/oauth/token/revoke', {
    headers: {
      authorization: `Basic ${Buffer.from(`${project.clientId}:${project.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `token=${revoked}&token_type_hint=access_token`,
  });
  t.equal(status, 200);
  await waitUntil(async () => (await quayside.http.as(revoked).send('GET', path)).status === 401);
  t.same(await refusalOf(revoked), [401, 'The access token is unknown, expired or revoked.']);
});

test('ignores a token in the URI (AUTH002)', async t => {
  const token = await quayside.token(project);
  t.equal((await quayside.http.send('GET', `${path}?access_token=${token}`)).status, 401);
});

test('answers insufficient scopes with 403 (AUTH004, ERR009)', async t => {
  const token = await quayside.token(project, `view_states:${project.projectKey}`);
  t.equal((await quayside.http.as(token).send('GET', path)).status, 200);
  matchWhole(t, await quayside.http.as(token).send('POST', path, { body: { key: 'ab', type: 'OrderState' } }), {
    status: 403,
    json: { error: 'insufficient_scope' },
  });
});

test('refuses an expired token (AUTH025)', async t => {
  const { registry } = quayside.services;
  const clientId = newKey('brief').slice(0, 40);
  await registry.save({
    ...(await registry.find(project.clientId))!,
    id: clientId,
    accessTokenValiditySeconds: 1,
  });
  const token = await quayside.token({ ...project, clientId });
  const http = quayside.http.as(token);
  t.equal((await http.send('GET', path)).status, 200);
  await waitUntil(async () => (await http.send('GET', path)).status === 401);
});

test('refuses a revoked token in this process at once and then in others (AUTH043)', async t => {
  const other = await startOtherQuayside();
  const token = await quayside.token(project);
  const statuses = async () => [
    (await quayside.http.as(token).send('GET', path)).status,
    (await other.http.as(token).send('GET', path)).status,
  ];
  t.same(await statuses(), [200, 200], 'both processes have cached the token');
  await quayside.services.tokens.revoke(project.projectKey, project.clientId, token, 'access_token', 172_800);
  await waitUntil(async () => (await statuses()).every(status => status === 401));
});

test('finds tokens again that a full cache evicted', async t => {
  const small = await startQuayside({ TOKEN_CACHE_MAX: '2' });
  const tokens = await Promise.all(Array.from({ length: 5 }, () => small.token(project)));
  for (const token of [...tokens, ...tokens]) t.equal((await small.http.as(token).send('GET', path)).status, 200);
});

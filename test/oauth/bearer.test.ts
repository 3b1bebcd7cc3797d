import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { startOtherQuayside, startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
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

import { test } from '../support/tap.js';
import { addClient, basic, post, oauthErrorOf, tokenIn } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
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

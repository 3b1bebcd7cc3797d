import { test } from '../support/tap.js';
import { addClient, addCustomer, requestToken, basic, post, oauthErrorOf, tokenIn } from '../support/oauth.js';
import { startOtherQuayside, startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

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
const status = async (token: string, service = quayside) => (await service.http.as(token).send('GET', states)).status;

test('refuses a revoked token in this process at once and then in others (GEN005, AUTH037, AUTH038, AUTH039, AUTH043)', async t => {
  for (const hint of [undefined, 'access_token', 'refresh_token', 'something_else']) {
    const token = await quayside.token(project);
    t.same([await status(token), await status(token, elsewhere)], [200, 200], 'both processes have cached the token');
    const answer = await revoke(token, hint);
    t.equal(answer.status, 200);
    t.equal(answer.text, '');
    t.equal(answer.headers['content-type'], undefined);
    t.match(answer.headers['x-correlation-id'], /./);
    t.equal(await status(token), 401, `with the hint ${hint}`);
    await waitUntil(async () => (await status(token, elsewhere)) === 401);
  }
});

test('revokes all access tokens of a refresh token in every process (AUTH043)', async t => {
  for (const hint of [undefined, 'access_token', 'refresh_token']) {
    const session = await startSession();
    const renewed = tokenIn(await renew(session.refresh_token));
    const otherSession = await startSession();
    const all = [session.access_token, renewed.access_token];
    for (const token of all) t.same([await status(token), await status(token, elsewhere)], [200, 200]);
    t.equal((await revoke(session.refresh_token!, hint)).status, 200);
    for (const token of all) {
      t.equal(await status(token), 401);
      await waitUntil(async () => (await status(token, elsewhere)) === 401);
    }
    matchWhole(
      t,
      await renew(session.refresh_token),
      oauthErrorOf(400, 'invalid_grant', /unknown, expired or revoked/),
    );
    t.equal(await status(otherSession.access_token), 200, 'another session stays valid');
  }
});

test('keeps the refresh token of a revoked access token', async t => {
  const session = await startSession();
  await revoke(session.access_token);
  t.equal(await status(session.access_token), 401);
  t.equal((await renew(session.refresh_token)).status, 200);
});

test('answers with 200 for unknown tokens and tokens of other clients and does not revoke them (AUTH040, AUTH041)', async t => {
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
  t.equal(await status(foreign), 200);
  t.equal(await status(session.access_token), 200);
  t.equal((await renew(session.refresh_token)).status, 200);
});

test('requires client credentials for a revocation', async t => {
  const token = await quayside.token(project);
  matchWhole(
    t,
    await post(quayside, 'token/revoke', undefined, { token }),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
  );
  t.equal(await status(token), 200);
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
  t.equal(await status(token), 200);
  await revoke(token);
  t.equal(await status(token), 401);
});

/** Sessions of customers and visitors that ask for no refresh token. */
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { addClient, addCustomer, basic, oauthErrorOf, post, type TokenAnswer, tokenIn } from '../../support/oauth.js';
import { matchWhole } from '../../support/matchWhole.js';
import { newKey } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { test } from '../../support/tap.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const scope = `manage_my_orders:${projectKey}`;
const global = await addCustomer(quayside, projectKey);
const ofStore = await addCustomer(quayside, projectKey, 'berlin');
const errorInUse = { status: 400, json: { errors: [{ code: 'AnonymousIdAlreadyInUse' }] } };
const password = ({ email: username, password: secret }: typeof global) => ({
  grant_type: 'password',
  username,
  password: secret,
  scope,
});

for (const [path, form] of [
  ['customers/token', password(global)],
  ['in-store/key=berlin/customers/token', password(ofStore)],
  ['anonymous/token', { grant_type: 'client_credentials', scope }],
] as const)
  test(`${path} honours refresh_token (AUTH014, AUTH020)`, async t => {
    const ask = (changes: object) => post(quayside, `${projectKey}/${path}`, basic(project), { ...form, ...changes });
    for (const [changes, has] of [
      [{}, true],
      [{ refresh_token: 'true' }, true],
      [{ refresh_token: 'false' }, false],
    ] as const) {
      const { status, json } = await ask(changes);
      const { access_token: token } = json as TokenAnswer;
      t.same([status, 'refresh_token' in (json as object)], [200, has], JSON.stringify(changes));
      t.equal((await quayside.http.as(token).send('GET', `/${projectKey}/me/orders`)).status, 200);
    }
    matchWhole(
      t,
      await ask({ refresh_token: 'no' }),
      oauthErrorOf(400, 'invalid_request', /'refresh_token' is 'no'; expected true or false/),
    );
  });

test('an anonymous id is in use until the last token of its session ends (AUTH017, AUTH018)', async t => {
  const client = () => addClient(quayside, projectKey, project.scope);
  const revoke = (token: string, by: ClientCredentials) => post(quayside, 'token/revoke', basic(by), { token });
  const http = quayside.http.as(await quayside.token(project));
  for (const withRefresh of ['true', 'false']) {
    const [visitor, leaving] = [await client(), await client()];
    const form = { grant_type: 'client_credentials', scope, anonymous_id: newKey('visitor').slice(0, 36) };
    const ask = (by: ClientCredentials) =>
      post(quayside, `${projectKey}/anonymous/token`, basic(by), { ...form, refresh_token: withRefresh });
    const isInUse = async () => t.match(await ask(visitor), errorInUse, `refresh_token=${withRefresh}`);
    const { access_token: access, refresh_token: refresh } = tokenIn(await ask(visitor));
    await isInUse();
    await revoke(access, visitor);
    if (refresh !== undefined) {
      await isInUse();
      await revoke(refresh, visitor);
    }
    tokenIn(await ask(leaving));
    await isInUse();
    await http.send('DELETE', `/${projectKey}/api-clients/${leaving.clientId}`);
    tokenIn(await ask(visitor));
    await isInUse();
  }
});

test('an anonymous id that a resource has is in use, whatever happened to its tokens (AUTH018)', async t => {
  const anonymousId = newKey('visitor').slice(0, 36);
  const form = { grant_type: 'client_credentials', scope, anonymous_id: anonymousId, refresh_token: 'false' };
  const ask = () => post(quayside, `${projectKey}/anonymous/token`, basic(project), form);
  const { access_token: access } = tokenIn(await ask());
  const made = await quayside.http.as(access).send('POST', `/${projectKey}/me/carts`, { body: { currency: 'EUR' } });
  t.equal(made.status, 201);
  await post(quayside, 'token/revoke', basic(project), { token: access });
  t.match(await ask(), errorInUse);
});

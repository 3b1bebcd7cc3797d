import { randomUUID } from 'node:crypto';
import { test } from 'tap';
import { TokenStore } from '../../src/oauth/TokenStore.js';
import { keys } from '../../src/store/keys.js';
import { addClient, requestToken, basic, post, oauthErrorOf, tokenIn } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const path = `${projectKey}/anonymous/token`;
const ask = (form: Record<string, string> = {}, client = project) =>
  post(quayside, path, basic(client), {
    grant_type: 'client_credentials',
    scope: `manage_my_orders:${projectKey}`,
    ...form,
  });
const inUse = (id: string) => ({
  status: 400,
  json: {
    statusCode: 400,
    error: 'invalid_request',
    error_description: new RegExp(id),
    message: new RegExp(id),
    errors: [{ code: 'AnonymousIdAlreadyInUse', message: new RegExp(id) }],
  },
});

test('a session for a given anonymous id (GEN004, AUTH016, AUTH020, AUTH028, AUTH046)', async t => {
  const id = randomUUID();
  const token = tokenIn(await ask({ anonymous_id: id }));
  matchWhole(t, token, { token_type: 'Bearer', expires_in: 172_800, refresh_token: /^[A-Za-z0-9_-]{32}$/ });
  t.same(token.scope.split(' '), [`manage_my_orders:${projectKey}`, `anonymous_id:${id}`, `anonymous_id=${id}`]);
});

test('without one the service makes an id, a new one each time (AUTH019)', async t => {
  const ids = await Promise.all([1, 2, 3].map(async () => /anonymous_id=(\S+)/.exec(tokenIn(await ask()).scope)![1]!));
  t.equal(new Set(ids).size, 3);
  for (const id of ids) {
    t.match(id, /^[0-9a-f-]{36}$/);
    matchWhole(t, await ask({ anonymous_id: id }), inUse(id), 'generated ones are used as well');
  }
});

test('an id in use is refused, by a session or by a resource (AUTH017, AUTH018, ERR017)', async t => {
  const id = randomUUID();
  t.equal((await ask({ anonymous_id: id })).status, 200);
  matchWhole(t, await ask({ anonymous_id: id }), inUse(id));
  // As the index of orders has it when one bears the id.
  const ordered = randomUUID();
  await quayside.services.redis.zadd(keys.index(projectKey, 'order', 'anonymousId', ordered), 1, randomUUID());
  matchWhole(t, await ask({ anonymous_id: ordered }), inUse(ordered));
  const other = await quayside.project();
  t.equal(
    (
      await post(quayside, `${other.projectKey}/anonymous/token`, basic(other), {
        grant_type: 'client_credentials',
        anonymous_id: id,
      })
    ).status,
    200,
    'another project has ids of its own',
  );
});

test('of ten at once one gets the id (AUTH017)', async t => {
  const id = randomUUID();
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask({ anonymous_id: id })))).map(
    ({ status }) => status,
  );
  t.same(statuses.sort(), [200, ...Array<number>(9).fill(400)]);
});

test('the client needs create_anonymous_token (AUTH047)', async t => {
  const poor = await addClient(quayside, projectKey, `manage_my_orders:${projectKey}`);
  matchWhole(t, await ask({}, poor), oauthErrorOf(400, 'invalid_scope', /create_anonymous_token/));
  const able = await addClient(
    quayside,
    projectKey,
    `manage_my_orders:${projectKey} create_anonymous_token:${projectKey}`,
  );
  t.equal((await ask({}, able)).status, 200);
});

test('the refresh token is the way to another access token for the id (AUTH048)', async t => {
  const id = randomUUID();
  const { refresh_token: refresh, scope } = tokenIn(await ask({ anonymous_id: id }));
  matchWhole(
    t,
    (await requestToken(quayside, basic(project), { grant_type: 'refresh_token', refresh_token: refresh! })).json,
    {
      scope,
    },
  );
  matchWhole(t, await ask({ anonymous_id: id }), inUse(id));
});

test('an anonymous id cannot smuggle words into the scope', async t => {
  for (const id of [`x manage_project:${projectKey}`, 'a\tb', 'ä', 'x', 'y'.repeat(257), '{}', 'a:b'])
    matchWhole(
      t,
      await ask({ anonymous_id: id }),
      oauthErrorOf(400, 'invalid_request', /'anonymous_id' is .*expected 2 to 256/),
      id,
    );
});

test('an id is free again when its session was revoked', async t => {
  const id = randomUUID();
  const { refresh_token: refresh } = tokenIn(await ask({ anonymous_id: id }));
  await post(quayside, 'token/revoke', basic(project), { token: refresh! });
  t.equal((await ask({ anonymous_id: id })).status, 200);
});

test('a call to Redis that is sent twice gives one session (AUTH018)', async t => {
  const { redis } = quayside.services;
  const once = redis as unknown as { issueToken(...args: unknown[]): Promise<string> };
  const outcomes: string[] = [];
  const twice = Object.assign(Object.create(redis) as typeof redis, {
    defineCommand: () => undefined,
    issueToken: async (...args: unknown[]) => {
      outcomes.push(await once.issueToken(...args), await once.issueToken(...args));
      return outcomes.at(-1);
    },
  });
  const store = new TokenStore(twice, () => [], { refreshTokensMax: 1_000 });
  t.type(
    await store.issue(
      projectKey,
      { clientId: project.clientId, scope: 'x', anonymousId: randomUUID() },
      { access: 60, refresh: 60 },
    ),
    'object',
  );
  t.same(outcomes, ['OK', 'OK']);
});

test("the session's changes bear the anonymous id", async t => {
  const id = randomUUID();
  const { access_token: token } = tokenIn(await ask({ anonymous_id: id, scope: '' }));
  matchWhole(
    t,
    (
      await quayside.http
        .as(token)
        .send('POST', `/${projectKey}/states`, { body: { key: 'by-visitor', type: 'OrderState' } })
    ).json,
    { createdBy: { anonymousId: id } },
  );
});

test('other grants are refused here', async t => {
  matchWhole(
    t,
    await ask({ grant_type: 'password' }),
    oauthErrorOf(400, 'unsupported_grant_type', /supported: client_credentials/),
  );
});

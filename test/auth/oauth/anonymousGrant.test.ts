import { randomUUID } from 'node:crypto';
import { test } from '../../support/tap.js';
import { TokenStore } from '../../../src/auth/oauth/TokenStore.js';
import { keys } from '../../../src/store/keys.js';
import { addClient, requestToken, basic, post, oauthErrorOf, tokenIn } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';

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

test('starts a session with a given anonymous id (GEN004, AUTH016, AUTH020, AUTH028, AUTH046)', async t => {
  const id = randomUUID();
  const token = tokenIn(await ask({ anonymous_id: id }));
  matchWhole(t, token, { token_type: 'Bearer', expires_in: 172_800, refresh_token: /^[A-Za-z0-9_-]{32}$/ });
  t.same(token.scope.split(' '), [`manage_my_orders:${projectKey}`, `anonymous_id:${id}`, `anonymous_id=${id}`]);
});

test('generates a new anonymous id for each session without one (AUTH019)', async t => {
  const ids = await Promise.all([1, 2, 3].map(async () => /anonymous_id=(\S+)/.exec(tokenIn(await ask()).scope)![1]!));
  t.equal(new Set(ids).size, 3);
  for (const id of ids) {
    t.match(id, /^[0-9a-f-]{36}$/);
    matchWhole(t, await ask({ anonymous_id: id }), inUse(id), 'a generated id is in use as well');
  }
});

test('refuses an id that a session or a resource uses (AUTH017, AUTH018, ERR017)', async t => {
  const id = randomUUID();
  t.equal((await ask({ anonymous_id: id })).status, 200);
  matchWhole(t, await ask({ anonymous_id: id }), inUse(id));
  // The index has such an entry after an order with this anonymous id.
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
    'another project may use the same id',
  );
});

test('gives an id to one of ten concurrent requests (AUTH017)', async t => {
  const id = randomUUID();
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask({ anonymous_id: id })))).map(
    ({ status }) => status,
  );
  t.equal(statuses.filter(status => status === 200).length, 1);
  t.equal(statuses.filter(status => status === 400).length, 9);
});

test('requires create_anonymous_token (AUTH047)', async t => {
  const poor = await addClient(quayside, projectKey, `manage_my_orders:${projectKey}`);
  matchWhole(t, await ask({}, poor), oauthErrorOf(400, 'invalid_scope', /create_anonymous_token/));
  const able = await addClient(
    quayside,
    projectKey,
    `manage_my_orders:${projectKey} create_anonymous_token:${projectKey}`,
  );
  t.equal((await ask({}, able)).status, 200);
});

test('issues another access token for the id only for the refresh token (AUTH048)', async t => {
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

test('refuses an anonymous id that would add words to the scope', async t => {
  for (const id of [`x manage_project:${projectKey}`, 'a\tb', 'ä', 'x', 'y'.repeat(257), '{}', 'a:b'])
    matchWhole(
      t,
      await ask({ anonymous_id: id }),
      oauthErrorOf(400, 'invalid_request', /'anonymous_id' is .*expected 2 to 256/),
      id,
    );
});

test('releases an id when its session is revoked', async t => {
  const id = randomUUID();
  const { refresh_token: refresh } = tokenIn(await ask({ anonymous_id: id }));
  await post(quayside, 'token/revoke', basic(project), { token: refresh! });
  t.equal((await ask({ anonymous_id: id })).status, 200);
});

test('starts one session when a command to Redis is sent twice (AUTH018)', async t => {
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
  const store = new TokenStore(twice, () => [], {
    refreshTokensMax: 1_000,
    clientRefreshTokensMax: 1_000,
    accessTokensMax: 1_000,
  });
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

test('records the anonymous id of a change', async t => {
  const id = randomUUID();
  const { access_token: token } = tokenIn(await ask({ anonymous_id: id, scope: '' }));
  matchWhole(
    t,
    (
      await quayside.http
        .as(token)
        .send('POST', `/${projectKey}/states`, { body: { key: 'by-anonymous', type: 'OrderState' } })
    ).json,
    { createdBy: { anonymousId: id } },
  );
});

test('refuses other grant types', async t => {
  matchWhole(
    t,
    await ask({ grant_type: 'password' }),
    oauthErrorOf(400, 'unsupported_grant_type', /supported: client_credentials/),
  );
});

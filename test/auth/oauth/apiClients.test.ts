import { test } from '../../support/tap.js';
import { removeExpiredApiClients } from '../../../src/auth/oauth/apiClients.js';
import { keys } from '../../../src/store/keys.js';
import { listKeys } from '../../support/listKeys.js';
import { requestToken, basic, basicOf, post, oauthErrorOf } from '../../support/oauth.js';
import { newKey } from '../../support/drafts.js';
import { startOtherQuayside, startQuayside } from '../../support/quayside.js';
import { rejectionOf, sdkOf } from '../../support/sdk.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside();
const elsewhere = await startOtherQuayside();
const project = await quayside.project();
const { projectKey } = project;
const sdk = sdkOf(quayside, project);
const http = quayside.http.as(await quayside.token(project));
const path = `/${projectKey}/api-clients`;
const draft = (more: object = {}) => ({
  name: 'shop front',
  scope: `view_states:${projectKey} view_orders:${projectKey}`,
  ...more,
});

test('manages API clients; shows a secret once (AUTH008, AUTH054, api-client.7238c, api-client.ecf15)', async t => {
  const { body: made, statusCode } = await sdk
    .apiClients()
    .post({
      body: draft({ accessTokenValiditySeconds: 600, refreshTokenValiditySeconds: 7_200, deleteDaysAfterCreation: 30 }),
    })
    .execute();
  t.equal(statusCode, 201);
  matchWhole(t, made, {
    // Settings of connectors are checked for this length.
    id: /^[0-9a-f]{24}$/,
    name: 'shop front',
    scope: `view_states:${projectKey} view_orders:${projectKey}`,
    secret: /^[A-Za-z0-9_-]{32}$/,
    accessTokenValiditySeconds: 600,
    refreshTokenValiditySeconds: 7_200,
  });
  t.equal(Math.round((Date.parse(made.deleteAt!) - Date.parse(made.createdAt!)) / 86_400_000), 30);
  t.equal(made.lastUsedAt, undefined);

  const { body: read } = await sdk.apiClients().withId({ ID: made.id }).get().execute();
  const { secret, ...shown } = made;
  t.same(read, shown);
  const { body: page } = await sdk
    .apiClients()
    .get({ queryArgs: { where: `id="${made.id}"` } })
    .execute();
  matchWhole(t, page, { count: 1, total: 1, results: [shown] });
  t.notOk(JSON.stringify(page).includes(secret!));

  const credentials = { projectKey, clientId: made.id, clientSecret: secret!, scope: made.scope };
  matchWhole(t, (await requestToken(quayside, basic(credentials), { grant_type: 'client_credentials' })).json, {
    expires_in: 600,
    scope: made.scope,
  });
  const { body: deleted } = await sdk.apiClients().withId({ ID: made.id }).delete().execute();
  matchWhole(t, deleted, { id: made.id });
  t.equal((await rejectionOf(sdk.apiClients().withId({ ID: made.id }).get())).statusCode, 404);
  t.equal((await rejectionOf(sdk.apiClients().withId({ ID: made.id }).delete())).statusCode, 404);
  matchWhole(
    t,
    await requestToken(quayside, basic(credentials), { grant_type: 'client_credentials' }),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
  );
});

test('lists the clients of a project, including the first one, with pages, sorting and predicates', async t => {
  const own = await quayside.project();
  const client = quayside.http.as(await quayside.token(own));
  for (const name of ['b', 'c', 'a'])
    t.equal(
      (
        await client.send('POST', `/${own.projectKey}/api-clients`, {
          body: { name, scope: `view_orders:${own.projectKey}` },
        })
      ).status,
      201,
    );
  const names = async (query: string) =>
    (
      (await client.send('GET', `/${own.projectKey}/api-clients?${query}`)).json as { results: { name: string }[] }
    ).results.map(({ name }) => name);
  t.same(await names('sort=name%20asc'), ['a', 'b', 'c', `first client of ${own.projectKey}`]);
  t.same(await names('sort=name%20desc&limit=2&offset=1'), ['c', 'b']);
  t.same(await names(`where=${encodeURIComponent('name in ("a", "c")')}&sort=name%20asc`), ['a', 'c']);
});

test('stores only a hash of the secret', async t => {
  const { secret, id } = (await http.send('POST', path, { body: draft() })).json as { secret: string; id: string };
  const { redis } = quayside.services;
  const all = (await listKeys(redis, '*')).filter(key => key.includes(id) || key.includes(projectKey));
  t.ok(all.length > 3);
  for (const key of all) {
    const type = await redis.type(key);
    const text =
      type === 'string'
        ? String(await redis.getBuffer(key))
        : type === 'hash'
          ? JSON.stringify(await redis.hgetall(key))
          : '';
    t.notOk(text.includes(secret), key);
  }
});

test('returns the day of the last token request as lastUsedAt', async t => {
  const { id, secret } = (await http.send('POST', path, { body: draft() })).json as { id: string; secret: string };
  const read = async () => (await http.send('GET', `${path}/${id}`)).json as { lastUsedAt?: string };
  t.equal((await read()).lastUsedAt, undefined);
  t.equal((await requestToken(quayside, basicOf(id, 'wrong'), { grant_type: 'client_credentials' })).status, 401);
  t.equal((await read()).lastUsedAt, undefined);
  const today = [new Date().toISOString().slice(0, 10)];
  const statuses = await Promise.all(
    [quayside, elsewhere, quayside].map(
      async service => (await requestToken(service, basicOf(id, secret), { grant_type: 'client_credentials' })).status,
    ),
  );
  t.same(statuses, [200, 200, 200]);
  today.push(new Date().toISOString().slice(0, 10));
  t.ok(today.includes((await read()).lastUsedAt!));
});

test('revokes the tokens of a deleted client: in this process at once, then in others (AUTH043)', async t => {
  const made = (
    await http.send('POST', path, {
      body: draft({ scope: `create_anonymous_token:${projectKey} view_states:${projectKey}` }),
    })
  ).json as { id: string; secret: string };
  const authorization = basicOf(made.id, made.secret);
  const session = (
    await post(quayside, `${projectKey}/anonymous/token`, authorization, { grant_type: 'client_credentials' })
  ).json as { access_token: string; refresh_token: string };
  const fresh = (await requestToken(quayside, authorization, { grant_type: 'client_credentials' })).json as {
    access_token: string;
  };
  const status = async (token: string, service = quayside) =>
    (await service.http.as(token).send('GET', `/${projectKey}/states`)).status;
  t.same([await status(session.access_token), await status(session.access_token, elsewhere)], [200, 200]);
  t.equal((await http.send('DELETE', `${path}/${made.id}`)).status, 200);
  t.same(
    [await status(session.access_token), await status(fresh.access_token), await status(fresh.access_token, elsewhere)],
    [401, 401, 401],
  );
  await waitUntil(async () => (await status(session.access_token, elsewhere)) === 401);
});

test('refuses a client after deleteAt and issues no token that is valid longer (api-client.2d562)', async t => {
  const made = (await http.send('POST', path, { body: draft({ deleteDaysAfterCreation: 1 }) })).json as {
    id: string;
    secret: string;
  };
  const authorization = basicOf(made.id, made.secret);
  const { expires_in: seconds } = (await requestToken(quayside, authorization, { grant_type: 'client_credentials' }))
    .json as { expires_in: number };
  t.ok(seconds > 86_000 && seconds <= 86_400, `${seconds} s`);
  const { registry } = quayside.services;
  await registry.save({
    ...(await registry.find(made.id))!,
    deleteAt: new Date(Date.now() - 1).toISOString(),
  });
  matchWhole(
    t,
    await requestToken(quayside, authorization, { grant_type: 'client_credentials' }),
    oauthErrorOf(401, 'invalid_client', /client credentials/),
  );
});

test('an expired or deleted client refreshes and starts no session; its tokens end in all processes', async t => {
  const scope = ['create_anonymous_token', 'introspect_oauth_tokens', 'view_states']
    .map(name => `${name}:${projectKey}`)
    .join(' ');
  const { registry } = quayside.services;
  for (const end of ['expires', 'is deleted'] as const) {
    const made = (await http.send('POST', path, { body: draft({ scope, deleteDaysAfterCreation: 1 }) })).json as {
      id: string;
      secret: string;
    };
    const client = basicOf(made.id, made.secret);
    const anonymous = (service = quayside) =>
      post(service, `${projectKey}/anonymous/token`, client, { grant_type: 'client_credentials' });
    const session = (await anonymous()).json as { access_token: string; refresh_token: string };
    const record = (await registry.find(made.id))!;
    if (end === 'expires') await registry.save({ ...record, deleteAt: new Date(Date.now() + 3_000).toISOString() });
    const { access_token: last } = (await anonymous()).json as { access_token: string };
    const status = async (token: string, service = quayside) =>
      (await service.http.as(token).send('GET', `/${projectKey}/states`)).status;
    t.strictSame([await status(last), await status(last, elsewhere)], [200, 200], 'both processes keep the token');
    if (end === 'is deleted') t.equal((await http.send('DELETE', `${path}/${made.id}`)).status, 200);
    await waitUntil(async () => (await status(last)) === 401 && (await status(last, elsewhere)) === 401);
    // The lifetime of a token has whole seconds, so it may end before its client.
    await waitUntil(async () => (await anonymous()).status === 401);
    const refreshed = { grant_type: 'refresh_token', refresh_token: session.refresh_token };
    const refused = oauthErrorOf(401, 'invalid_client', /client credentials/);
    for (const service of [quayside, elsewhere]) {
      for (const answer of [
        requestToken(service, client, { grant_type: 'client_credentials' }),
        requestToken(service, client, refreshed),
        anonymous(service),
        post(service, 'introspect', client, { token: session.access_token }),
      ])
        matchWhole(t, await answer, refused, end);
      // Another client of the project cannot use the refresh token either.
      matchWhole(t, await requestToken(service, basic(project), refreshed), { status: 400 }, end);
    }
  }
});

test('deletes expired clients (api-client.2d562)', async t => {
  const { services } = quayside;
  const made = (await http.send('POST', path, { body: draft({ deleteDaysAfterCreation: 1 }) })).json as { id: string };
  const stays = (await http.send('POST', path, { body: draft({ deleteDaysAfterCreation: 1 }) })).json as { id: string };
  await services.redis.zadd(
    keys.expiringClients,
    Date.now() - 1,
    `${projectKey}/${made.id}`,
    Date.now() - 1,
    `${projectKey}/gone-already`,
  );
  await removeExpiredApiClients(services);
  t.equal((await http.send('GET', `${path}/${made.id}`)).status, 404);
  t.equal((await http.send('GET', `${path}/${stays.id}`)).status, 200);
  t.equal(await services.registry.find(made.id), undefined);
  t.same(await services.redis.zrangebyscore(keys.expiringClients, '-inf', Date.now()), []);
});

test('refuses scopes that the creating client lacks, of other projects, and unknown ones', async t => {
  const limited = quayside.http.as(
    await quayside.token(project, `manage_api_clients:${projectKey} manage_orders:${projectKey}`),
  );
  for (const scope of [
    `manage_project:${projectKey}`,
    `view_customers:${projectKey}`,
    'view_orders:another',
    `rule_world:${projectKey}`,
    `view_orders:${projectKey} manage_customers:${projectKey}`,
  ])
    matchWhole(
      t,
      await limited.send('POST', path, { body: draft({ scope }) }),
      { status: 400, json: { errors: [{ code: 'InvalidField', field: 'scope', invalidValue: scope }] } },
      scope,
    );
  t.equal(
    (
      await limited.send('POST', path, {
        body: draft({ scope: `view_orders:${projectKey} manage_orders:${projectKey}:berlin` }),
      })
    ).status,
    201,
  );
});

test('deletes a client during its first token request', async t => {
  for (let time = 0; time < 10; time++) {
    const made = (await http.send('POST', path, { body: draft() })).json as { id: string; secret: string };
    const [used, deleted] = await Promise.all([
      requestToken(quayside, basicOf(made.id, made.secret), { grant_type: 'client_credentials' }),
      http.send('DELETE', `${path}/${made.id}`),
    ]);
    t.equal(deleted.status, 200, deleted.text);
    t.equal((await http.send('GET', `${path}/${made.id}`)).status, 404);
    if (used.status === 200)
      t.equal(
        (
          await quayside.http
            .as((used.json as { access_token: string }).access_token)
            .send('GET', `/${projectKey}/states`)
        ).status,
        401,
      );
  }
});

test('stores scopes separated by one space and requires at least one', async t => {
  matchWhole(
    t,
    (
      await http.send('POST', path, {
        body: draft({ scope: `  view_states:${projectKey}   view_orders:${projectKey} ` }),
      })
    ).json,
    { scope: `view_states:${projectKey} view_orders:${projectKey}` },
  );
  matchWhole(t, await http.send('POST', path, { body: draft({ scope: '   ' }) }), {
    status: 400,
    json: { errors: [{ code: 'InvalidField', field: 'scope', invalidValue: String }] },
  });
});

test('reports all errors of a draft and creates nothing', async t => {
  const before = (await http.send('GET', path)).json as { total: number };
  matchWhole(t, (await http.send('POST', path, { body: {} })).json, {
    errors: [
      { code: 'RequiredField', field: 'name' },
      { code: 'RequiredField', field: 'scope' },
    ],
  });
  for (const wrong of [
    { name: '' },
    { accessTokenValiditySeconds: 0 },
    { refreshTokenValiditySeconds: 1e9 },
    { deleteDaysAfterCreation: 0 },
    { scope: '' },
  ])
    matchWhole(t, await http.send('POST', path, { body: draft(wrong) }), {
      status: 400,
      json: { errors: [{ code: 'InvalidField', field: Object.keys(wrong)[0], invalidValue: Object.values(wrong)[0] }] },
    });
  matchWhole(t, await http.send('POST', path, { body: draft({ accessTokenValiditySeconds: '600' }) }), {
    status: 400,
    json: { errors: [{ code: 'InvalidJsonInput' }] },
  });
  t.equal(((await http.send('GET', path)).json as { total: number }).total, before.total);
});

test('requires view_api_clients to read and manage_api_clients to write; ignores a version on deletion', async t => {
  const reader = quayside.http.as(await quayside.token(project, `view_api_clients:${projectKey}`));
  t.equal((await reader.send('GET', path)).status, 200);
  t.equal((await reader.send('POST', path, { body: draft() })).status, 403);
  const { id } = (await http.send('POST', path, { body: draft() })).json as { id: string };
  t.equal((await reader.send('DELETE', `${path}/${id}`)).status, 403);
  t.equal((await http.send('DELETE', `${path}/${id}?version=9`)).status, 200);
  t.equal((await http.send('GET', `${path}/${id}`)).status, 404);
});

test('does not find or delete a client of another project', async t => {
  const other = await quayside.project();
  t.equal((await http.send('DELETE', `${path}/${other.clientId}`)).status, 404);
  t.equal((await requestToken(quayside, basic(other), { grant_type: 'client_credentials' })).status, 200);
  t.equal((await http.send('GET', `${path}/${newKey('none')}`)).status, 404);
});

import { test } from '../../support/tap.js';
import type { HttpResponse } from '../../support/http.js';
import { listKeys } from '../../support/listKeys.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey, clientId, clientSecret } = project;
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

const ask = (body: string, authorization: string | undefined = basic(clientId, clientSecret)): Promise<HttpResponse> =>
  quayside.http.send('POST', '/oauth/token', {
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
  });

interface Token {
  readonly access_token: string;
  readonly scope: string;
}

test('issues a token to the client (AUTH009, AUTH010, AUTH023, AUTH024, AUTH026, LIM014)', async t => {
  const { status, headers, json } = await ask(
    `grant_type=client_credentials&scope=${encodeURIComponent(`view_orders:${projectKey} manage_states:${projectKey}`)}`,
  );
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  t.same(
    { ...(json as Token), access_token: '' },
    {
      access_token: '',
      token_type: 'Bearer',
      expires_in: 172_800,
      scope: `view_orders:${projectKey} manage_states:${projectKey}`,
    },
  );
  t.match((json as Token).access_token, /^[A-Za-z0-9_-]{38}$/);
});

test('issues all scopes of the client without a requested scope (AUTH011)', async t => {
  for (const body of ['grant_type=client_credentials', 'grant_type=client_credentials&scope='])
    matchWhole(t, (await ask(body)).json, { scope: `manage_project:${projectKey}` });
});

test('reads the grant and the scope also from the URL, but no secret (AUTH009)', async t => {
  const authorization = basic(clientId, clientSecret);
  const scope = `view_orders:${projectKey}`;
  const query = new URLSearchParams({ grant_type: 'client_credentials', scope }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const anonymous = `/oauth/${projectKey}/anonymous/token?${query}&anonymous_id=visitor-of-url`;
  const password = `/oauth/${projectKey}/customers/token?grant_type=password&username=a%40b.example&password=secret`;
  for (const [path, headers, body, expected] of [
    [`/oauth/token?${query}`, {}, undefined, { scope }],
    [`/oauth/token?${query}`, type, '', { scope }],
    ['/oauth/token?grant_type=client_credentials', type, `scope=${scope}`, { scope }],
    [`/oauth/token?${query}&audience=other`, type, '', { scope }],
    [anonymous, type, '', { scope: /anonymous_id:visitor-of-url/ }],
    [`/oauth/token?${query}`, type, query, { error: 'invalid_request', message: /'grant_type' is given twice/ }],
    ['/oauth/token', {}, undefined, { error: 'invalid_request', message: /'grant_type' is missing/ }],
    [password, type, '', { error: 'invalid_request', message: /'username' and 'password' are missing/ }],
  ] as const) {
    const options = { headers: { ...headers, authorization }, ...(body !== undefined && { body }) };
    t.match((await quayside.http.send('POST', path, options)).json, expected, `${path} ${body}`);
  }
});

test('accepts existing scopes of the project and of its stores (AUTH049, AUTH050, AUTH051, AUTH052)', async t => {
  const names = [
    'view_published_products',
    'manage_my_orders',
    'manage_my_profile',
    'manage_project',
    'view_orders',
    'manage_orders',
    'view_states',
    'manage_states',
    'manage_quotes',
    'view_project_settings',
    'manage_project_settings',
    'introspect_oauth_tokens',
    'create_anonymous_token',
  ];
  for (const name of names)
    matchWhole(t, (await ask(`grant_type=client_credentials&scope=${name}:${projectKey}`)).json, {
      scope: `${name}:${projectKey}`,
    });
  matchWhole(t, (await ask(`grant_type=client_credentials&scope=view_orders:${projectKey}:shop`)).json, {
    scope: `view_orders:${projectKey}:shop`,
  });
  for (const scope of [
    'view_orders',
    'view_orders:another-project',
    `rule_world:${projectKey}`,
    `view_orders:${projectKey}:a:b`,
    'constructor',
  ])
    matchWhole(
      t,
      await ask(`grant_type=client_credentials&scope=${scope}`),
      {
        status: 400,
        json: {
          error: 'invalid_scope',
          statusCode: 400,
          errors: [{ code: 'invalid_scope', message: new RegExp(scope) }],
        },
      },
      scope,
    );
});

test('answers wrong client credentials with 401 in the format of OAuth (AUTH005, ERR001)', async t => {
  const wrong = [
    '',
    'Basic',
    'Basic !!!',
    'Bearer abc',
    basic(clientId, 'wrong'),
    basic('unknown-client', clientSecret),
    basic(clientId, ''),
    `Basic ${Buffer.from('no colon').toString('base64')}`,
    basic(clientId, '%zz'),
  ];
  for (const authorization of wrong) {
    const { status, headers, json } = await ask('grant_type=client_credentials', authorization);
    t.equal(status, 401, authorization);
    t.match(headers['www-authenticate'], /^Basic realm=/);
    matchWhole(t, json, {
      error: 'invalid_client',
      error_description: /client credentials/,
      statusCode: 401,
      message: /client credentials/,
      errors: [{ code: 'invalid_client' }],
    });
  }
});

test('refuses missing and unknown grant types', async t => {
  matchWhole(t, await ask(''), {
    status: 400,
    json: { error: 'invalid_request', errors: [{ code: 'invalid_request', message: /'grant_type' is missing/ }] },
  });
  for (const grant of ['implicit', '__proto__', 'constructor'])
    matchWhole(t, await ask(`grant_type=${grant}`), { status: 400, json: { error: 'unsupported_grant_type' } });
});

test('accepts a form-encoded client id and secret', async t => {
  const encoded = clientId.replace(/-/g, '%2D');
  t.equal((await ask('grant_type=client_credentials', basic(encoded, clientSecret))).status, 200);
});

test('stores only a hash of a token and deletes it when the token expires (AUTH044)', async t => {
  const { access_token: token } = (await ask('grant_type=client_credentials')).json as Token;
  const { redis } = quayside.services;
  const keys = await listKeys(redis, `{${projectKey}}:token:*`);
  t.ok(keys.length > 0);
  for (const key of keys) {
    t.notOk(key.includes(token));
    t.notOk((await redis.getBuffer(key))!.includes(token));
    const seconds = await redis.ttl(key);
    t.ok(seconds > 172_000 && seconds <= 172_800);
  }
  const all = await listKeys(redis, '*');
  for (const key of all.filter(each => each.includes(clientId))) {
    const kept =
      (await redis.type(key)) === 'hash'
        ? JSON.stringify(await redis.hgetall(key))
        : String(await redis.call('JSON.GET', key).catch(() => ''));
    t.notOk(kept.includes(clientSecret), 'the secret of the client is not stored');
  }
});

test('refuses a scope or a form that is too long', async t => {
  const scope = Array.from({ length: 500 }, (_, at) => `view_orders:${projectKey}:store-${at}`).join(' ');
  matchWhole(t, await ask(new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()), {
    status: 400,
    json: { error: 'invalid_scope', message: /expected at most 8192/ },
  });
  matchWhole(t, await ask(`grant_type=client_credentials&x=${'y'.repeat(70_000)}`), {
    status: 413,
    json: { error: 'invalid_request', errors: [{ code: 'RequestBodyTooLarge' }] },
  });
});

test('refuses another content type in the format of OAuth (AUTH005)', async t => {
  for (const type of ['application/json', 'text/plain', undefined]) {
    const { status, json } = await quayside.http.send('POST', '/oauth/token', {
      body: 'grant_type=client_credentials',
      headers: {
        authorization: basic(clientId, clientSecret),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });
    t.equal(status, 400);
    matchWhole(t, json, {
      error: 'invalid_request',
      errors: [{ code: 'invalid_request', message: /expected application\/x-www-form-urlencoded/ }],
    });
  }
});

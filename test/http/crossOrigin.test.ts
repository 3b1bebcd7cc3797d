import { test } from '../support/tap.js';
import type { HttpResponse } from '../support/http.js';
import { basic, requestToken } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';

const origin = 'http://localhost:3000';
const listed = 'https://shop.example.com';
const exposed = 'Allow, ETag, Retry-After, WWW-Authenticate, X-Correlation-ID';
const quayside = await startQuayside({ BODY_BYTES_MAX: '1024', TOKEN_REQUESTS_PER_SECOND: '1' });
const project = await quayside.project();
const base = `/${project.projectKey}`;
const token = await quayside.token(project);
const http = quayside.http.as(token);

/** Returns the CORS headers of a response, and Vary. */
const corsHeaders = ({ headers }: HttpResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(access-control-|vary$)/.test(name)));

const permission = {
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': exposed,
  vary: 'Origin',
};

const preflight = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> =>
  quayside.http.send('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST', ...headers } });

test('answers a preflight for every endpoint with the methods and the requested headers that are allowed', async t => {
  for (const path of [
    '/oauth/token',
    `/oauth/${project.projectKey}/customers/token`,
    `${base}/orders`,
    `${base}/graphql`,
    `${base}/in-store/key=a/carts`,
    `${base}/nothing/at/all`,
  ]) {
    const answer = await preflight(path, {
      'access-control-request-headers': 'authorization, Content-Type,x-other,x-correlation-id,x-external-user-id',
    });
    t.equal(answer.status, 204, path);
    t.equal(answer.text, '');
    t.equal(answer.headers['content-length'], undefined, 'a 204 has no length (RFC 9110, section 8.6)');
    t.same(corsHeaders(answer), {
      ...permission,
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': 'authorization, Content-Type, x-correlation-id, x-external-user-id',
      'access-control-max-age': '7200',
    });
  }
  t.notOk('access-control-allow-headers' in corsHeaders(await preflight(`${base}/orders`)));
});

test('refuses a preflight of an origin that is not allowed, and says which setting allows it', async t => {
  const answer = await preflight(`${base}/orders`, { origin: listed });
  t.equal(answer.status, 403);
  t.same(corsHeaders(answer), { vary: 'Origin' });
  const message =
    `Pages of the origin '${listed}' may not call this server: it is not among the origins of the setting ` +
    'CORS_ORIGINS.';
  t.same(answer.json, { statusCode: 403, message, errors: [{ code: 'OriginNotAllowed', message }] });
});

test('answers OPTIONS without both headers of a preflight as any other method', async t => {
  const incomplete: Record<string, string>[] = [{}, { origin }, { 'access-control-request-method': 'POST' }];
  for (const headers of incomplete) {
    const { status, headers: answered } = await quayside.http.send('OPTIONS', `${base}/states`, { headers });
    t.same([status, answered.allow], [405, 'GET, HEAD, POST']);
  }
});

test('lets a page of an allowed origin read responses and errors of every kind', async t => {
  const headers = { origin };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const open = quayside.http;
  for (const [status, sent, vary = permission.vary] of [
    [200, () => http.send('GET', `${base}/states/key=Initial`, { headers })],
    [200, () => http.send('GET', `${base}/states?limit=1`, { headers })],
    [200, () => http.send('POST', `${base}/graphql`, { headers, body: { query: '{ states { total } }' } })],
    [201, () => http.send('POST', `${base}/zones`, { headers, body: { name: 'zone' } })],
    [200, () => open.send('GET', '/openapi.json', { headers }), 'Accept-Encoding, Origin'],
    [400, () => http.send('POST', `${base}/zones`, { headers, body: {} })],
    [400, () => http.send('GET', `${base}/states`, { headers: { origin, 'x-correlation-id': 'a b' } })],
    [400, () => open.send('POST', '/oauth/token', { headers: { ...headers, ...form, authorization: basic(project) } })],
    [401, () => open.send('GET', `${base}/states`, { headers })],
    [
      401,
      () =>
        open.send('POST', '/oauth/token', { headers: { ...headers, ...form }, body: 'grant_type=client_credentials' }),
    ],
    [404, () => http.send('GET', `${base}/states/none`, { headers })],
    [404, () => http.send('GET', `${base}/nothing`, { headers })],
    [405, () => http.send('PUT', `${base}/states`, { headers, body: {} })],
    [413, () => http.send('POST', `${base}/zones`, { headers, body: { name: 'x'.repeat(2_000) } })],
    [431, () => http.send('GET', `${base}/states?x=${'x'.repeat(20_000)}`, { headers })],
  ] as const) {
    const answer = await sent();
    t.equal(answer.status, status, answer.text.slice(0, 200));
    t.same(corsHeaders(answer), { ...permission, vary });
    matchWhole(t, answer.headers, { 'x-correlation-id': /./ });
  }
});

test('lets a page read when to repeat a refused token request (AUTH069)', async t => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      quayside.http.send('POST', '/oauth/token', {
        headers: { origin, authorization: basic(project), 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(refused.length > 0);
  for (const answer of refused) {
    t.same(corsHeaders(answer), permission);
    t.match(answer.headers['retry-after'], /^\d+$/);
  }
});

test('sends no such headers without an origin or to other origins', async t => {
  t.same(corsHeaders(await http.send('GET', `${base}/states`)), {});
  t.same(corsHeaders(await http.send('GET', `${base}/states`, { headers: { origin: listed } })), { vary: 'Origin' });
});

test('allows what CORS_ORIGINS lists, and with * no credentials', async t => {
  const list = await startQuayside({ NODE_ENV: 'production', CORS_ORIGINS: listed });
  const all = await startQuayside({ NODE_ENV: 'production', CORS_ORIGINS: '*' });
  for (const [server, from, expected] of [
    [list, listed, { ...permission, 'access-control-allow-origin': listed }],
    [list, origin, { vary: 'Origin' }],
    [all, 'null', { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed, vary: 'Origin' }],
  ] as const) {
    const answer = await server.http.send('GET', `${base}/states`, { headers: { origin: from } });
    t.equal(answer.status, 401);
    t.same(corsHeaders(answer), expected);
  }
  await Promise.all([list.stop(), all.stop()]);
  const production = await startQuayside({ NODE_ENV: 'production' });
  const answer = await requestToken(production, basic(project), { grant_type: 'other' });
  t.same(corsHeaders(answer), {});
  const refused = await production.http.send('OPTIONS', '/oauth/token', {
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  t.equal(refused.status, 403);
  await production.stop();
});

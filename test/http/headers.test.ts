import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { matchWhole, valuesOf } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';

const { quayside, http, projectKey } = await startProject();
const states = `/${projectKey}/states`;
const generated = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const send = (id: string | undefined, method = 'GET', path = states) =>
  http.send(method, path, id === undefined ? {} : { headers: { 'x-correlation-id': id } });

test('returns the correlation id of the request (GEN022, GEN023)', async t => {
  const { status, headers } = await send('my_request-0001');
  t.equal(status, 200);
  t.equal(headers['x-correlation-id'], 'my_request-0001');
});

test('generates a new correlation id for each request without one (GEN024)', async t => {
  const [a, b] = [await send(undefined), await send(undefined)];
  matchWhole(t, a.headers['x-correlation-id'], generated);
  matchWhole(t, b.headers['x-correlation-id'], generated);
  t.not(a.headers['x-correlation-id'], b.headers['x-correlation-id']);
});

test('accepts correlation ids of 8 to 256 letters, digits, _ and - only (GEN027, LIM023)', async t => {
  for (const good of ['a'.repeat(8), 'Z9_-'.repeat(64)]) t.equal((await send(good)).headers['x-correlation-id'], good);
  for (const bad of ['a'.repeat(7), 'a'.repeat(257), 'has space', 'dotted.id', 'ümlauted', '']) {
    const { status, headers, json } = await send(bad);
    t.equal(status, 400, `'${bad.slice(0, 20)}'`);
    matchWhole(t, headers['x-correlation-id'], generated, 'the response has a generated id');
    assertError(t, json, 'InvalidInput', {
      message: /X-Correlation-ID.*8 to 256 characters of letters, digits, '_' and '-'/,
    });
  }
});

test('sends the correlation id with errors, too (GEN023)', async t => {
  const id = 'correlation-of-errors';
  const answers = await Promise.all([
    send(id, 'GET', '/nowhere/at/all'),
    send(id, 'PUT', states),
    send(id, 'GET', `${states}/no-such-id`),
    send(id, 'POST', states),
    send(id, 'GET', `/${projectKey}/orders?limit=0`),
    quayside.http.send('GET', states, { headers: { 'x-correlation-id': id } }),
    quayside.http.send('GET', '/healthz', { headers: { 'x-correlation-id': id } }),
  ]);
  t.same(valuesOf(answers, 'status'), [404, 405, 404, 400, 400, 401, 200]);
  for (const { headers } of answers) t.equal(headers['x-correlation-id'], id);
});

// Some headers are in every response, whatever its status and route.
const direct = await startQuayside();
const project = await direct.project();
const proxied = await startQuayside({ BEHIND_TLS_PROXY: 'true' });
const withoutHsts = await startQuayside({ BEHIND_TLS_PROXY: 'true', HSTS_SECONDS: '0' });
const short = await startQuayside({ BEHIND_TLS_PROXY: 'true', HSTS_SECONDS: '300' });

const headersOf = async (
  { http: client }: typeof direct,
  [method, path, headers = {}]: readonly [string, string, Readonly<Record<string, string>>?],
) => {
  const { status, headers: received } = await client.send(method, path, { headers });
  return [status, received['x-content-type-options'], received['strict-transport-security']];
};

const year = 'max-age=31536000';

const requests: readonly (readonly [status: number, method: string, path: string])[] = [
  [200, 'GET', '/healthz'],
  [200, 'HEAD', '/healthz'],
  [200, 'GET', '/'],
  [200, 'GET', '/openapi'],
  [200, 'GET', '/-/header.js'],
  [200, 'GET', `/${project.projectKey}/graphiql`],
  [401, 'GET', `/${project.projectKey}/jobs`],
  [401, 'GET', `/${project.projectKey}/orders`],
  [404, 'GET', '/no/such/path'],
  [405, 'PUT', '/healthz'],
  [401, 'POST', '/oauth/token'],
];

test('sends nosniff with every response, and no HSTS without TLS', async t => {
  for (const [status, ...request] of requests)
    t.strictSame(await headersOf(direct, request), [status, 'nosniff', undefined], request.join(' '));
  const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' };
  t.strictSame(await headersOf(direct, ['OPTIONS', '/healthz', preflight]), [204, 'nosniff', undefined]);
});

test('sends HSTS behind a proxy that ends TLS, for HSTS_SECONDS', async t => {
  for (const [status, ...request] of requests)
    t.strictSame(await headersOf(proxied, request), [status, 'nosniff', year], request.join(' '));
  t.strictSame(await headersOf(short, ['GET', '/healthz']), [200, 'nosniff', 'max-age=300']);
  t.strictSame(await headersOf(withoutHsts, ['GET', '/healthz']), [200, 'nosniff', undefined]);
});

test('sends no HSTS over plain HTTP (RFC 6797, section 7.2)', async t => {
  t.strictSame(await headersOf(proxied, ['GET', '/healthz', { 'x-forwarded-proto': 'http' }]), [
    404,
    'nosniff',
    undefined,
  ]);
});

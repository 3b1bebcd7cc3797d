/** Headers that every response has, whatever its status and route. */
import { test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const project = await quayside.project();
const proxied = await startQuayside({ BEHIND_TLS_PROXY: 'true' });
const withoutHsts = await startQuayside({ BEHIND_TLS_PROXY: 'true', HSTS_SECONDS: '0' });
const short = await startQuayside({ BEHIND_TLS_PROXY: 'true', HSTS_SECONDS: '300' });

const headersOf = async (
  { http }: typeof quayside,
  [method, path, headers = {}]: readonly [string, string, Readonly<Record<string, string>>?],
) => {
  const { status, headers: received } = await http.send(method, path, { headers });
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
  [200, 'GET', `/${project.projectKey}/jobs/static/signIn.js`],
  [401, 'GET', `/${project.projectKey}/jobs`],
  [401, 'GET', `/${project.projectKey}/orders`],
  [404, 'GET', '/no/such/path'],
  [405, 'PUT', '/healthz'],
  [400, 'POST', '/oauth/token'],
];

test('sends nosniff with every response, and no HSTS without TLS', async t => {
  for (const [status, ...request] of requests)
    t.strictSame(await headersOf(quayside, request), [status, 'nosniff', undefined], request.join(' '));
  const preflight = { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' };
  t.strictSame(await headersOf(quayside, ['OPTIONS', '/healthz', preflight]), [204, 'nosniff', undefined]);
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

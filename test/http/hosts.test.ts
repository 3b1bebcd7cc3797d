import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside({
  API_HOSTS: 'api.example.com, api.old.example.com',
  AUTH_HOSTS: 'auth.example.com,auth.old.example.com:8443',
});
const open = await startQuayside();
const project = await quayside.project();
const token = await open.token(project);

const states = (host: string) =>
  quayside.http.as(token).send('GET', `/${project.projectKey}/states`, { headers: { host } });
const form = {
  'content-type': 'application/x-www-form-urlencoded',
  authorization: `Basic ${Buffer.from(`${project.clientId}:${project.clientSecret}`).toString('base64')}`,
};
const grant = (host: string) =>
  quayside.http.send('POST', '/oauth/token', { headers: { ...form, host }, body: 'grant_type=client_credentials' });

test('separates the hosts of the API and of the authorization service (GEN011, GEN044)', async t => {
  t.equal((await states('api.example.com')).status, 200);
  t.equal((await grant('auth.example.com')).status, 200);
  assertError(t, await states('auth.example.com'), 'ResourceNotFound', {
    message: /does not exist on the host 'auth.example.com'/,
  });
  t.equal((await grant('api.example.com')).status, 404);
});

test('accepts older host aliases, with and without a port (GEN012)', async t => {
  t.equal((await states('api.old.example.com')).status, 200);
  t.equal((await states('API.example.com:443')).status, 200);
  t.equal((await grant('auth.old.example.com:8443')).status, 200);
});

test('refuses unknown hosts, except for probes', async t => {
  t.equal((await states('evil.example.com')).status, 404);
  t.equal((await quayside.http.send('GET', '/healthz', { headers: { host: '10.0.0.1:8080' } })).status, 200);
});

test('hides the data of a project under other project keys (GEN002)', async t => {
  const other = await open.project();
  const http = open.http.as(await open.token(other));
  t.equal(
    (await http.send('GET', `/${project.projectKey}/states`)).status,
    401,
    'a token reaches its own project only',
  );
  const { results } = (await open.http.as(token).send('GET', `/${project.projectKey}/states`)).json as {
    results: { id: string }[];
  };
  t.equal((await http.send('GET', `/${other.projectKey}/states/${results[0]!.id}`)).status, 404);
});

// A proxy that ends TLS sends the protocol of its client in X-Forwarded-Proto.
const proxied = await startQuayside({ BEHIND_TLS_PROXY: 'true' });
const withoutProxy = await startQuayside();

const asked = (proto: string, more: Record<string, string> = {}) =>
  proxied.http.send('GET', '/healthz', { headers: { 'x-forwarded-proto': proto, ...more } });

test('answers plain HTTP behind a proxy with the 404 page (GEN018, GEN024)', async t => {
  for (const proto of ['http', 'HTTP', 'http, https', ' http ']) {
    const answer = await asked(proto);
    t.equal(answer.status, 404, proto);
    t.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    t.match(answer.text, /^<!doctype html>[^]*<h1>404 Not Found<\/h1>/);
    t.match(answer.headers['x-correlation-id'], /^[0-9a-f-]{36}$/);
  }
});

test('answers plain HTTP with the page even if the request has other faults (GEN018)', async t => {
  const answer = await asked('http', { 'x-correlation-id': 'short', upgrade: 'websocket' });
  t.equal(answer.status, 404);
  t.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  t.match(answer.headers['x-correlation-id'], /^[0-9a-f-]{36}$/);
});

test('serves requests that came over HTTPS, and requests of the proxy itself (GEN003)', async t => {
  for (const proto of ['https', 'HTTPS', 'https, http']) t.equal((await asked(proto)).status, 200, proto);
  t.equal((await proxied.http.send('GET', '/healthz')).status, 200);
});

test('ignores X-Forwarded-Proto without BEHIND_TLS_PROXY', async t => {
  t.equal((await withoutProxy.http.send('GET', '/healthz', { headers: { 'x-forwarded-proto': 'http' } })).status, 200);
});

/** A proxy that ends TLS sends the protocol of its client in X-Forwarded-Proto. */
import { test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside({ BEHIND_TLS_PROXY: 'true' });
const withoutProxy = await startQuayside();

const asked = (proto: string, more: Record<string, string> = {}) =>
  quayside.http.send('GET', '/healthz', { headers: { 'x-forwarded-proto': proto, ...more } });

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
  t.equal((await quayside.http.send('GET', '/healthz')).status, 200);
});

test('ignores X-Forwarded-Proto without BEHIND_TLS_PROXY', async t => {
  t.equal((await withoutProxy.http.send('GET', '/healthz', { headers: { 'x-forwarded-proto': 'http' } })).status, 200);
});

/** A page of another origin in the real browser, with fetch and with the SDK's build for browsers. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { test, type Test } from '../support/tap.js';
import { openPage, skip } from '../support/browser.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const { resolve } = createRequire(import.meta.url);
const browserBuild = (name: string): Buffer =>
  readFileSync(join(dirname(resolve(`@commercetools/${name}`)), `commercetools-${name}.umd.js`));

/** Starts a shop on its own origin: the same machine, another port. */
const startShop = async (t: Test): Promise<string> => {
  const files = new Map<string | undefined, readonly [type: string, body: string | Buffer]>([
    ['/', ['text/html', '<!doctype html><title>Shop</title><link rel="icon" href="data:,">']],
    ['/client.js', ['text/javascript', browserBuild('ts-client')]],
    ['/sdk.js', ['text/javascript', browserBuild('platform-sdk')]],
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url) ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

test('serves a page of another origin that gets a token and calls the API and GraphQL with fetch', {
  skip,
}, async t => {
  const { projectKey, clientId, clientSecret } = await quayside.project();
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(await startShop(t));
  const seen = await page.evaluate(
    async ({ address, key, id, secret }) => {
      const granted = await fetch(`${address}/oauth/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${id}:${secret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      });
      const { access_token: token } = (await granted.json()) as { access_token: string };
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const call = async (method: string, path: string, body?: object, more: object = {}) => {
        const response = await fetch(`${address}/${key}${path}`, {
          method,
          headers: { ...headers, ...more },
          body: body && JSON.stringify(body),
        });
        return {
          status: response.status,
          id: response.headers.get('x-correlation-id'),
          json: (await response.json()) as { id: string; version: number },
        };
      };
      const created = await call('POST', '/zones', { name: 'zone' });
      const deleted = await call('DELETE', `/zones/${created.json.id}?version=${created.json.version}`);
      const correlated = await call('GET', '/zones', undefined, { 'x-correlation-id': 'of-the-page' });
      const refused = await call('POST', '/zones', {});
      const queried = await call('POST', '/graphql', { query: '{ states { total } }' });
      const anonymous = await fetch(`${address}/${key}/zones`, { credentials: 'include' });
      return {
        statuses: [granted, created, deleted, correlated, refused, queried, anonymous].map(({ status }) => status),
        ids: [created.id !== null, correlated.id, anonymous.headers.get('x-correlation-id') !== null],
        queried: queried.json,
        challenge: anonymous.headers.get('www-authenticate'),
      };
    },
    { address: quayside.address, key: projectKey, id: clientId, secret: clientSecret },
  );
  t.same(seen, {
    statuses: [200, 201, 200, 200, 400, 200, 401],
    ids: [true, 'of-the-page', true],
    queried: { data: { states: { total: 1 } } },
    challenge: 'Bearer realm="quayside"',
  });
});

test('serves the SDK in a page of another origin, with the ids of a correlation middleware', { skip }, async t => {
  const { projectKey, clientId, clientSecret } = await quayside.project();
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(await startShop(t));
  await page.addScriptTag({ url: 'client.js' });
  await page.addScriptTag({ url: 'sdk.js' });
  const states = await page.evaluate(
    async ({ host, key, id, secret }) => {
      const { ClientBuilder } = (
        globalThis as unknown as { '@commercetools/ts-client': typeof import('@commercetools/ts-client') }
      )['@commercetools/ts-client'];
      const { createApiBuilderFromCtpClient } = (
        globalThis as unknown as { '@commercetools/platform-sdk': typeof import('@commercetools/platform-sdk') }
      )['@commercetools/platform-sdk'];
      const httpClient = (...sent: Parameters<typeof fetch>) => fetch(...sent);
      const client = new ClientBuilder()
        .withProjectKey(key)
        .withClientCredentialsFlow({
          host,
          projectKey: key,
          credentials: { clientId: id, clientSecret: secret },
          httpClient,
        })
        .withCorrelationIdMiddleware({ generate: () => 'of-the-sdk' })
        .withUserAgentMiddleware({ name: 'a-shop' })
        .withHttpMiddleware({ host, httpClient })
        .build();
      const api = createApiBuilderFromCtpClient(client).withProjectKey({ projectKey: key });
      const { statusCode, body } = await api.states().get().execute();
      return { statusCode, keys: body.results.map(state => state.key) };
    },
    { host: quayside.address, key: projectKey, id: clientId, secret: clientSecret },
  );
  t.same(states, { statusCode: 200, keys: ['Initial'] });
  t.same(problems, []);
});

test('hides the response from a page of an origin that is not allowed', { skip }, async t => {
  const server = await startQuayside({ CORS_ORIGINS: 'https://shop.example.com' });
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(await startShop(t));
  const outcomes = await page.evaluate(async address => {
    const outcome = (headers: Record<string, string>) =>
      fetch(`${address}/demo/zones`, { headers }).then(
        ({ status }) => String(status),
        (error: Error) => error.name,
      );
    return [await outcome({}), await outcome({ authorization: 'Bearer x' })];
  }, server.address);
  t.same(outcomes, ['TypeError', 'TypeError']);
  await server.stop();
});

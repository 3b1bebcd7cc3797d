import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { verbs } from '../../src/operations/verbs/index.js';
import { Router } from '../../src/http/routing/Router.js';
import type { Route } from '../../src/http/routing/Route.js';
import { routes } from '../../src/http/routes/routes.js';

const { http, base, projectKey } = await startProject();

test('answers unknown paths in the error format (ERR016)', async t => {
  for (const path of [
    '/oauth',
    '/oauth/other',
    `${base}/nothing`,
    `${base}/states/a/b/c`,
    `${base}/in-store/key=`,
    `//states`,
    `${base}/states/key=`,
    '/%2e%2e/etc/passwd',
  ]) {
    const { status, json } = await http.send('GET', path);
    t.equal(status, 404, path);
    assertError(t, json, 'ResourceNotFound');
  }
});

test('answers a path with a slash at its end as without it', async t => {
  for (const path of [
    base,
    `${base}/states`,
    `${base}/states/key=Initial`,
    `${base}/orders/order-number=A-1`,
    `${base}/messages?limit=1`,
  ]) {
    const [plain, slashed] = await Promise.all(
      [path, path.replace(/(?=\?|$)/, '/')].map(each => http.send('GET', each)),
    );
    t.same([slashed!.status, slashed!.json], [plain!.status, plain!.json], path);
  }
  const { status } = await http.send('POST', `${base}/states/`, {
    body: { key: newKey('slash'), type: 'LineItemState' },
  });
  t.equal(status, 201);
});

/** One path of each route of the API and of the authorization service; files of pages are in folders. */
const apiPaths = [
  ...new Set(
    routes
      .filter(({ service, scopes, hasSession }) => (service === 'auth' || scopes !== undefined) && hasSession !== true)
      .map(({ path }) => path.replace('{projectKey}', projectKey).replaceAll(/\{\w+\*?\}/g, 'none')),
  ),
];

test('answers every method of every path of the API with a slash at its end as without it', async t => {
  const answerOf = async (method: string, path: string, query: string) => {
    const body = method === 'POST' ? {} : undefined;
    const { status, headers, json } = await http.send(method, `${path}${query}`, body === undefined ? {} : { body });
    const { errors = [], error } = (json ?? {}) as { errors?: { code: string }[]; error?: string };
    return [status, headers.allow, error, ...errors.map(({ code }) => code)];
  };
  const differences = apiPaths.flatMap(path =>
    ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'].map(async (method, at) => {
      const query = at % 2 === 0 ? '' : '?expand=none';
      const [plain, slashed] = await Promise.all([path, `${path}/`].map(each => answerOf(method, each, query)));
      return String(plain) === String(slashed)
        ? []
        : [`${method} ${path}/${query}: ${String(slashed)}, not ${String(plain)}`];
    }),
  );
  t.strictSame((await Promise.all(differences)).flat(), []);
  t.ok(apiPaths.length > 200, `${apiPaths.length} paths`);
});

test('names the path without the final slash if a page or several slashes are requested', async t => {
  for (const [path, hint] of [
    [`${base}/orders/order-number=A-1//`, `${base}/orders/order-number=A-1`],
    [`${base}//`, base],
    ['/openapi/', '/openapi'],
  ] as const) {
    const { status, json } = await http.send('GET', path);
    t.equal(status, 404);
    const message = `The path '${path}' does not exist, but it does without the slash at its end: '${hint}'.`;
    t.same(json, { statusCode: 404, message, errors: [{ code: 'ResourceNotFound', message }] });
  }
  for (const path of [`${base}/nothing/`, `${base}/states${'/'.repeat(14_000)}x`]) {
    const { status, json } = await http.send('GET', path);
    t.equal(status, 404);
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    matchWhole(t, json, { message: `The path '${shown}' does not exist.` });
  }
});

test('answers unknown methods in the error format, with the allowed methods', async t => {
  for (const [method, path, allow] of [
    ['PUT', `${base}/states`, 'GET, HEAD, POST'],
    ['PATCH', `${base}/orders/x`, 'GET, HEAD, POST, DELETE'],
    ['POST', `${base}/messages`, 'GET, HEAD'],
    ['OPTIONS', '/healthz', 'GET, HEAD'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['GET', '/oauth/token', 'POST'],
    ['PUT', base, 'GET, HEAD, POST'],
    ['TRACE', '/healthz', 'GET, HEAD'],
  ] as const) {
    const { status, headers, json } = await http.send(method, path);
    t.equal(status, 405);
    t.equal(headers.allow, allow);
    assertError(t, json, 'MethodNotAllowed', { message: new RegExp(`${method} is not allowed for '${path}'`) });
  }
});

test('answers HEAD as GET without the body', async t => {
  const got = await http.send('GET', `${base}/states/key=Initial`);
  const head = await http.send('HEAD', `${base}/states/key=Initial`);
  t.equal(head.status, 200);
  t.equal(head.text, '');
  t.equal(head.headers['content-length'], String(Buffer.byteLength(got.text)));
});

test('addresses a resource by id, by key and by an encoded order number (GEN044, GEN045)', async t => {
  for (const orderNumber of [
    'plain_1-A',
    'with space',
    'a/b',
    'Bestellung-äöü',
    'q?x=1&y#z',
    '100%',
    'a+b',
    'key=1',
    '..',
    'x'.repeat(200),
  ]) {
    const created = await http.send('POST', `${base}/orders/import`, { body: orderDraft({ orderNumber }) });
    t.equal(created.status, 201, orderNumber);
    const { id } = created.json as { id: string };
    t.equal(
      (await http.send('GET', `${base}/orders/order-number=${encodeURIComponent(orderNumber)}`)).text,
      created.text,
      orderNumber,
    );
    t.equal((await http.send('GET', `${base}/orders/${id}`)).text, created.text);
    const updated = await http.send('POST', `${base}/orders/order-number=${encodeURIComponent(orderNumber)}`, {
      body: { version: 1, actions: [{ action: 'changeOrderState', orderState: 'Confirmed' }] },
    });
    matchWhole(t, updated.json, { id, version: 2 });
  }
});

test('refuses malformed percent-encoding', async t => {
  for (const path of ['%', '%zz', '%ff', '%c3%28']) {
    const { status, json } = await http.send('GET', `${base}/orders/order-number=${path}`);
    t.equal(status, 400, path);
    assertError(t, json, 'InvalidInput', { message: /percent-encoded UTF-8/ });
  }
});

const headRoute = (method: Route['method'], path: string, verb: Route['verb']): Route => ({
  method,
  path,
  verb,
  service: 'api',
  body: method === 'POST' ? 'json' : 'none',
});

const headRouter = new Router([
  headRoute('GET', '/{projectKey}/things', verbs.query),
  headRoute('GET', '/{projectKey}/things/{id}', verbs.read),
  headRoute('DELETE', '/{projectKey}/things/{id}', verbs.remove),
  headRoute('POST', '/{projectKey}/things/search', verbs.searchOrders),
  headRoute('HEAD', '/{projectKey}/things/search', verbs.searchExists),
]);
const verbOf = (method: string, path: string): string => headRouter.match(method, path).route.verb.name;

const refusalOf = (method: string, path: string): unknown => {
  try {
    return headRouter.match(method, path);
  } catch (error) {
    return error;
  }
};

test('answers HEAD by its own route, and takes no fixed segment for an id', async t => {
  t.equal(verbOf('HEAD', '/demo/things/search'), 'searchExists');
  t.equal(verbOf('POST', '/demo/things/search'), 'searchOrders');
  for (const method of ['GET', 'DELETE', 'PUT'])
    matchWhole(t, refusalOf(method, '/demo/things/search'), { status: 405, headers: [['Allow', 'POST, HEAD']] });
  matchWhole(t, headRouter.match('GET', '/demo/things/searching'), { parameters: { id: 'searching' } });
});

test('answers HEAD as GET where it has no route of its own', async t => {
  t.equal(verbOf('HEAD', '/demo/things'), 'query');
  t.equal(verbOf('HEAD', '/demo/things/1'), 'read');
  matchWhole(t, refusalOf('HEAD', '/demo/nothing'), { status: 404 });
});

const siteRoute = (path: string): Route => ({ method: 'GET', path, verb: verbs.read, service: 'api', body: 'none' });
const siteRouter = new Router(
  [
    '/{projectKey}/site',
    '/{projectKey}/site/{path*}',
    '/{projectKey}/site/parts/{path*}',
    '/{projectKey}/site/leave',
    '/{projectKey}/{id}',
  ].map(siteRoute),
);

test('matches the rest of a path with a parameter with a star, after all more specific routes', async t => {
  for (const [path, routePath, rest] of [
    ['/demo/site', '/{projectKey}/site', undefined],
    ['/demo/site/leave', '/{projectKey}/site/leave', undefined],
    ['/demo/site/leave/now', '/{projectKey}/site/{path*}', 'leave/now'],
    ['/demo/site/parts', '/{projectKey}/site/{path*}', 'parts'],
    ['/demo/site/parts/js/a.js', '/{projectKey}/site/parts/{path*}', 'js/a.js'],
    ['/demo/site/a%20b/c', '/{projectKey}/site/{path*}', 'a b/c'],
    ['/demo/site/', '/{projectKey}/site/{path*}', ''],
    ['/demo/other', '/{projectKey}/{id}', undefined],
  ] as const) {
    const match = siteRouter.match('GET', path);
    t.equal(match.route.path, routePath, path);
    t.equal(match.parameters.path, rest, path);
  }
  t.throws(() => siteRouter.match('GET', '/demo/other/more'), /does not exist/);
});

import { test } from '../support/tap.js';
import { Router } from '../../src/http/routing/Router.js';
import type { Route } from '../../src/http/routing/Route.js';
import { matchWhole } from '../support/matchWhole.js';

const route = (method: Route['method'], path: string, verb: Route['verb']): Route => ({
  method,
  path,
  verb,
  service: 'api',
  body: method === 'POST' ? 'json' : 'none',
});

const router = new Router([
  route('GET', '/{projectKey}/things', 'query'),
  route('GET', '/{projectKey}/things/{id}', 'read'),
  route('DELETE', '/{projectKey}/things/{id}', 'remove'),
  route('POST', '/{projectKey}/things/search', 'searchOrders'),
  route('HEAD', '/{projectKey}/things/search', 'searchExists'),
]);
const verbOf = (method: string, path: string): string => router.match(method, path).route.verb;

const refusalOf = (method: string, path: string): unknown => {
  try {
    return router.match(method, path);
  } catch (error) {
    return error;
  }
};

test('answers HEAD by its own route, and takes no fixed segment for an id', async t => {
  t.equal(verbOf('HEAD', '/demo/things/search'), 'searchExists');
  t.equal(verbOf('POST', '/demo/things/search'), 'searchOrders');
  for (const method of ['GET', 'DELETE', 'PUT'])
    matchWhole(t, refusalOf(method, '/demo/things/search'), { status: 405, headers: [['Allow', 'POST, HEAD']] });
  matchWhole(t, router.match('GET', '/demo/things/searching'), { parameters: { id: 'searching' } });
});

test('answers HEAD as GET where it has no route of its own', async t => {
  t.equal(verbOf('HEAD', '/demo/things'), 'query');
  t.equal(verbOf('HEAD', '/demo/things/1'), 'read');
  matchWhole(t, refusalOf('HEAD', '/demo/nothing'), { status: 404 });
});

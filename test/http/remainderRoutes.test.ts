import { test } from '../support/tap.js';
import { Router } from '../../src/http/routing/Router.js';
import type { Route } from '../../src/http/routing/Route.js';

const route = (path: string): Route => ({ method: 'GET', path, verb: 'read', service: 'api', body: 'none' });
const router = new Router(
  [
    '/{projectKey}/site',
    '/{projectKey}/site/{path*}',
    '/{projectKey}/site/parts/{path*}',
    '/{projectKey}/site/leave',
    '/{projectKey}/{id}',
  ].map(route),
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
    const match = router.match('GET', path);
    t.equal(match.route.path, routePath, path);
    t.equal(match.parameters.path, rest, path);
  }
  t.throws(() => router.match('GET', '/demo/other/more'), /does not exist/);
});

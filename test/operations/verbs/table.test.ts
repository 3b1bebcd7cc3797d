/** The table of verbs against the routes: what the compiler does not hold. */
import { test } from '../../support/tap.js';
import { localVerbs } from '../../../src/http/request/localVerbs.js';
import { consoleRoutes, routes } from '../../../src/http/routes/routes.js';
import type { Route } from '../../../src/http/routing/Route.js';
import { verbs, verbsByName } from '../../../src/operations/verbs/index.js';

const all = [...routes, ...consoleRoutes];

/**
 * Verbs that no route of these lists has: the pool of workers sends probes; missing requests are a list of their own.
 */
const withoutRoute = ['missing', 'probe'];

test('each row has a route, and its name is that of its place in the table', async t => {
  const rows = { ...verbs, ...localVerbs };
  const routed = new Set(
    all.flatMap(({ verb, byParameter }) => [verb, ...(byParameter ? [byParameter.route.verb] : [])]),
  );
  const left = Object.values(rows).filter(row => !routed.has(row));
  t.same(left.map(({ name }) => name).sort(), withoutRoute);
  for (const [name, row] of Object.entries(rows)) t.equal(row.name, name);
  t.equal(verbsByName.size, Object.keys(verbs).length);
});

const changesNothing = ({ verb }: Route): boolean => verb.kind === 'read' || verb.kind === 'page';
const isReading = (scope: string): boolean => scope.startsWith('view_');
const label = ({ method, path, verb }: Route): string => `${method} ${path}: ${verb.name} is a ${verb.kind}`;

/** The audit log takes a request for a change by the kind of its verb, and reads need no scope that writes. */
test('a route that scopes for reading open is a read or a page, and no other POST or DELETE is one', async t => {
  const api = all.filter(({ service, verb, scopes }) => service === 'api' && verb.kind !== 'local' && scopes !== 'any');
  const readers = api.filter(({ scopes = [] }) => (scopes as readonly string[]).some(isReading));
  t.same(readers.filter(route => !changesNothing(route)).map(label), []);
  const changers = api.filter(route => route.method !== 'GET' && route.method !== 'HEAD' && !readers.includes(route));
  t.same(changers.filter(changesNothing).map(label), []);
  t.same([readers.length > 100, changers.length > 100], [true, true]);
});

test('a GET or HEAD of the API changes nothing', async t => {
  const safe = routes.filter(({ method }) => method === 'GET' || method === 'HEAD');
  const others = safe.filter(route => !changesNothing(route)).map(({ verb }) => verb.kind);
  t.same([...new Set(others)].sort(), ['graphql', 'local']);
});

test('each verb of the API has a summary and a status, and a read with a body says what it takes', async t => {
  const described = new Set(routes.map(({ verb }) => verb));
  for (const { name, summary, status } of described) t.ok(summary !== undefined && status !== undefined, name);
  const posts = routes.filter(({ method, body, verb }) => method === 'POST' && body === 'json' && verb.kind === 'read');
  t.same(posts.filter(({ verb }) => verb.body === undefined || verb.answer === undefined).map(label), []);
  t.ok(posts.length > 3);
});

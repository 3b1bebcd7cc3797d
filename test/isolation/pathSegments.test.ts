/** Tests that no path segment leads to a key of another project or of another kind, on any route. */
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import type { Route } from '../../src/http/routing/Route.js';
import { readMissingRoutes, routes } from '../../src/http/routes/routes.js';
import { hashSecret } from '../../src/base/credentials/secrets.js';
import { keys } from '../../src/store/keys.js';
import type { HttpRequestOptions, HttpResponse } from '../support/http.js';
import { matchWhole } from '../support/matchWhole.js';
import { basic } from '../support/oauth.js';
import { orderDraft } from '../support/drafts.js';

const { credentials: project, quayside, projectKey } = await startProject();
const token = await quayside.token(project);
const http = quayside.http.as(token);
const notFound = (message: string) => ({ statusCode: 404, message, errors: [{ code: 'ResourceNotFound', message }] });

test('finds no token in the key of an order number (GEN002)', async t => {
  const orderNumber = `X}:token:${hashSecret(token)}`;
  const made = await http.send('POST', `/${projectKey}/orders/import`, { body: orderDraft({ orderNumber }) });
  t.equal(made.status, 201, made.text);
  const forged = `${projectKey}}:order:u:orderNumber:X`;
  t.equal(await quayside.services.redis.type(keys.token(forged, hashSecret(token))), 'string', 'the forged key is set');
  const { status, json } = await http.send('GET', `/${encodeURIComponent(forged)}/orders`);
  t.equal(status, 404);
  t.same(json, notFound(`The project '${forged}' was not found.`));
});

const long = 'x'.repeat(7_000);

/** Segments with the special characters of keys, and with texts that decoders and patterns may not expect. */
const hostileSegments = [
  '}',
  '{}',
  `${projectKey}}:order:u:orderNumber:X`,
  `{${projectKey}}:token:x`,
  `:${projectKey}:b:`,
  '*',
  '..',
  'constructor',
  '__proto__',
  '\0',
  '\r\nGET x\r\n',
  'Ünï—コ😀',
  ' ',
  'a'.repeat(257),
  long,
].map(encodeURIComponent);

const valueOf = ({ typeId }: Route, name: string): string => {
  if (name === 'projectKey') return projectKey;
  return name === 'id' || typeId === undefined ? 'none' : 'no-such';
};

/** Returns the paths of a route with each of its parameters replaced by a hostile segment in turn. */
const hostilePaths = (route: Route, segment: string): string[] => {
  const names = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  return names.map(hostile =>
    route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => (name === hostile ? segment : valueOf(route, name))),
  );
};

const optionsOf = ({ body, service }: Route): HttpRequestOptions => ({
  ...(body === 'json' || body === 'graphql' ? { body: { version: 1, actions: [] } } : {}),
  ...(body === 'form' ? { body: 'grant_type=client_credentials' } : {}),
  headers: {
    ...(body === 'form' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...(service === 'auth' ? { authorization: basic(project) } : {}),
  },
});

const isServerError = ({ status }: HttpResponse): boolean => status >= 500 && status !== 501;

/** Each route gets some of the segments, and each segment goes to many routes: all pairs would take minutes. */
const segmentsPerRoute = 3;
const segmentsOf = (at: number): string[] =>
  Array.from({ length: segmentsPerRoute }, (_, turn) => hostileSegments[(at + turn * 5) % hostileSegments.length]!);

test('answers no hostile segment with a server error, on any route', async t => {
  const sent = [...routes, ...readMissingRoutes(routes)].flatMap((route, at) =>
    segmentsOf(at).flatMap(segment => hostilePaths(route, segment).map(path => ({ route, path }))),
  );
  t.ok(sent.length > 1_000, `${sent.length} requests`);
  const failed: string[] = [];
  for (let at = 0; at < sent.length; at += 50)
    await Promise.all(
      sent.slice(at, at + 50).map(async ({ route, path }) => {
        const response = await http.send(route.method, path, optionsOf(route));
        if (isServerError(response)) failed.push(`${route.method} ${path}: ${response.text}`);
      }),
    );
  t.same(failed, []);
});

test('answers ResourceNotFound for keys and ids that nothing can have (ERR016)', async t => {
  for (const [path, message] of [
    ['/A/states', "The project 'A' was not found."],
    [`/${projectKey}%3Ax/graphql`, `The project '${projectKey}:x' was not found.`],
    [`/${projectKey}/in-store/key=a%3Ab/orders`, "The store with key 'a:b' was not found."],
    [`/${projectKey}/states/a%7Bb`, "The state with id 'a{b' was not found."],
    [`/${projectKey}/states/key=a%20b`, "The state with key 'a b' was not found."],
    [`/${projectKey}/in-store/key=one/carts/a%3Ab`, "The cart with id 'a:b' was not found in the store 'one'."],
  ] as const) {
    const { status, json } = await http.send(path.endsWith('graphql') ? 'POST' : 'GET', path, {
      ...(path.endsWith('graphql') && { body: { query: '{ me { id } }' } }),
    });
    t.equal(status, 404, path);
    t.same(json, notFound(message));
  }
  const forms = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(project) };
  const answer = await http.send('POST', `/oauth/${projectKey}%7D/anonymous/token`, {
    headers: forms,
    body: 'grant_type=client_credentials',
  });
  matchWhole(t, answer.json, { ...notFound(`The project '${projectKey}}' was not found.`), error: 'invalid_request' });
});

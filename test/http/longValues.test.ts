/** A message that repeats a value of the client cuts it, so that a long value does not make a long answer. */
import { test } from '../support/tap.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import type { HttpResponse } from '../support/http.js';
import { basic, post, tokenIn } from '../support/oauth.js';

const { quayside } = await startConsole({ API_HOSTS: '127.0.0.1' });
const project = await quayside.project();
const { projectKey } = project;
const base = `/${projectKey}`;
const http = quayside.http.as(await quayside.token(project));
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
await createAccount(quayside, { email: 'ben@example.com', role: 'operator', projects: [projectKey] });
await createAccount(quayside, { email: 'vic@example.com', role: 'viewer' });
const signIn = (name: string) => consoleOf(quayside)().signIn(`${name}@example.com`);
const [ana, ben, vic] = [await signIn('ana'), await signIn('ben'), await signIn('vic')];

/** Every message shortens long texts between quotes. The quotes in this value prevent that, so each place must cut it. */
const value = "it's-".repeat(1_000);

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  http.send('GET', `${base}/${path}`, { headers });
const grant = (path: string, form: Readonly<Record<string, string>> | string) =>
  post(quayside, path, basic(project), form);
const credentials = { grant_type: 'client_credentials' };
const ask = (path: string, body: object) => http.send('POST', `${base}/${path}`, { body });

const renewed = async () => {
  const form = { ...credentials, scope: `view_states:${projectKey}` };
  const { refresh_token: token } = tokenIn(await grant(`${projectKey}/anonymous/token`, form));
  return grant('token', { grant_type: 'refresh_token', refresh_token: token!, scope: value });
};

const sentRaw = async (headers: string): Promise<Pick<HttpResponse, 'status' | 'text'>> => {
  const answer = await quayside.http.raw(`POST ${base}/states HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n`);
  return { status: Number(answer.split(' ')[1]), text: answer.slice(answer.indexOf('\r\n\r\n')) };
};

type Row = readonly [
  place: string,
  status: number,
  shown: string,
  send: () => Promise<Pick<HttpResponse, 'status' | 'text'>>,
];

/** Returns the part of a message with the value: `length` characters that begin with `before`, and then `end`. */
const cutTo = (length: number, before = '', end = "'"): string =>
  `${before}${value.slice(0, length - before.length)}${end}`;

const rows: readonly Row[] = [
  [
    'the path of a host',
    404,
    cutTo(200, `${base}/states/`),
    () => get(`states/${value}`, { host: 'other.example.com' }),
  ],
  ['a host', 404, cutTo(200), () => get('states', { host: value })],
  ['a path that does not exist', 404, cutTo(200, '/', '…'), () => quayside.http.send('GET', `/${value}/${value}`)],
  [
    'a path that takes no body',
    400,
    cutTo(200, '/console/'),
    () => quayside.http.send('GET', `/console/${value}`, { body: 'x' }),
  ],
  ['a malformed segment of a path', 400, cutTo(100, '%ff-'), () => get(`states/%ff-${value}`)],
  ['the key of a project', 404, cutTo(100), () => http.send('GET', `/${value}/states`)],
  [
    'a media type',
    400,
    cutTo(100),
    () => http.send('POST', `${base}/states`, { headers: { 'content-type': value }, body: '{}' }),
  ],
  ['a transfer coding', 400, cutTo(100), () => sentRaw(`Transfer-Encoding: ${value}`)],
  ['a correlation id', 400, cutTo(100), () => get('states', { 'x-correlation-id': value })],
  ['a file of the console', 404, cutTo(100, 'assets/'), () => quayside.http.send('GET', `/console/assets/${value}`)],
  ['a file of the pages', 404, cutTo(100), () => quayside.http.send('GET', `/-/${value}`)],
  [
    'a file of the API description',
    404,
    cutTo(100, 'tags/'),
    () => quayside.http.send('GET', `/openapi/tags/${value}`),
  ],
  [
    'the origin of a preflight',
    403,
    cutTo(200),
    () =>
      quayside.http.send('OPTIONS', `${base}/states`, {
        headers: { origin: value, 'access-control-request-method': 'POST' },
      }),
  ],
  [
    'the origin of a session',
    403,
    cutTo(200),
    () => ana.send('POST', '/-/session/tokens', { projectKey }, { origin: value }),
  ],
  ['a query parameter', 400, cutTo(100), () => get(`states?limit=${value}`)],
  ['the name of a variable of predicates', 400, cutTo(100, 'var.', ':'), () => get(`states?var.${value}=1`)],
  [
    'the country of shipping methods',
    400,
    cutTo(100),
    () => get(`shipping-methods/matching-location?country=${value}`),
  ],
  ['the days of figures', 400, cutTo(100), () => get(`order-figures?starts=${value}`)],
  ['the id of a message', 400, cutTo(100), () => get(`message-history?typeId=order&id=x&before=${value}`)],
  ['a job queue', 404, cutTo(100), () => get(`jobs/${value}`)],
  ['a state of runs', 400, cutTo(100), () => get(`jobs/retention?state=${value}`)],
  ['an operation of GraphQL', 400, cutTo(100), () => ask('graphql', { query: '{ __typename }', operationName: value })],
  [
    'an indexing job',
    200,
    cutTo(100),
    () => ask('orders/indexer/graphql', { query: `{ getReindexingStatus(id: "${value}") { completed } }` }),
  ],
  ['a parameter of a form', 400, cutTo(100), () => grant('token', `${value}=1&${value}=2`)],
  ['a grant type', 400, cutTo(100), () => grant('token', { grant_type: value })],
  ['a scope', 400, cutTo(200), () => grant('token', { ...credentials, scope: value })],
  ['the scope of a new session', 400, cutTo(200), renewed],
  [
    'an anonymous id',
    400,
    cutTo(100),
    () => grant(`${projectKey}/anonymous/token`, { ...credentials, anonymous_id: value }),
  ],
  [
    'the wish for a refresh token',
    400,
    cutTo(100),
    () => grant(`${projectKey}/anonymous/token`, { ...credentials, refresh_token: value }),
  ],
  ['the limit of audit entries', 400, cutTo(100), () => ana.send('GET', `/-/audit?limit=${value}`)],
  ['the id of an audit entry', 400, cutTo(100), () => ana.send('GET', `/-/audit?before=${value}`)],
  ['the project of a token', 404, cutTo(100), () => ana.send('POST', '/-/session/tokens', { projectKey: value })],
  ['the other project of a token', 403, cutTo(100), () => ben.send('POST', '/-/session/tokens', { projectKey: value })],
  [
    'the project of a sample shop',
    404,
    cutTo(100),
    () => ana.send('POST', '/-/sample-shops', { projectKey: value, orders: 1 }),
  ],
  [
    'the other project of account names',
    403,
    cutTo(100),
    () => ben.send('GET', `/-/account-names?projectKey=${value}`),
  ],
  [
    'the project of an order number',
    403,
    cutTo(100),
    () => vic.send('POST', '/-/order-numbers', { projectKey: value }),
  ],
];

test('begins each long value of a client in the message, and cuts it', async t => {
  for (const [place, status, shown, send] of rows) {
    const answer = await send();
    t.equal(answer.status, status, place);
    t.match(answer.text, shown, place);
    t.ok(answer.text.length < 1_000, `${place}: ${answer.text.length} characters`);
  }
});

test('cuts the scopes of a new API client in its message and its field', async t => {
  const { status, text } = await ask('api-clients', { name: 'app', scope: value });
  t.equal(status, 400);
  t.match(text, `"invalidValue":"${value.slice(0, 1_000)}…"`);
  t.ok(text.length < 2_500, `${text.length} characters`);
});

/** GraphQL over HTTP: the audits of graphql-http, and the media types and methods beyond them. */
import { serverAudits } from 'graphql-http';
import { test } from '../support/tap.js';
import { newKey, stateDraft } from '../support/drafts.js';
import type { HttpRequestOptions } from '../support/http.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const { projectKey, ...client } = await quayside.project();
const token = await quayside.token({ projectKey, ...client });
const authorization = `Bearer ${token}`;
const http = quayside.http.as(token);
const path = `/${projectKey}/graphql`;
const responseType = 'application/graphql-response+json';

const audits = serverAudits({
  url: `${quayside.address}${path}`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization } }),
});

/** A document that is not executed is answered with 400 in application/json, too, as in REST (ERR081). */
const answeredAsRest = new Set(['572B', 'FDE2', '7B9B']);

test('is audited for every rule of GraphQL over HTTP that the library knows', t => {
  t.ok(audits.length >= 60, `${audits.length} audits`);
  t.same(
    [...answeredAsRest].filter(id => !audits.some(audit => audit.id === id)),
    [],
  );
  t.end();
});

for (const { id, name, fn } of audits)
  test(`passes the audit of GraphQL over HTTP ${id}: ${name}`, async t => {
    const result = await fn();
    if (answeredAsRest.has(id)) t.equal(result.status, 'warn', 'the response is a 400');
    else t.equal(result.status, 'ok', result.status === 'ok' ? name : result.reason);
  });

const post = (body: string, type: string, headers: HttpRequestOptions['headers'] = {}) =>
  http.send('POST', path, { body, headers: { 'content-type': type, ...headers } });
const get = (parameters: Record<string, string>, headers: HttpRequestOptions['headers'] = {}, at = path) =>
  http.send('GET', `${at}?${new URLSearchParams(parameters).toString()}`, { headers });
const typename = { data: { __typename: 'Query' } };

test('reads application/graphql as JSON, as older SDKs send it, and as a bare document', async t => {
  for (const [body, type] of [
    [
      JSON.stringify({ query: 'query ($x: Boolean!) { __typename @include(if: $x) }', variables: { x: true } }),
      'application/graphql',
    ],
    [JSON.stringify({ query: '{ __typename }' }), 'Application/GraphQL; charset=utf-8'],
    ['{ __typename }', 'application/graphql'],
    ['query A { __typename }', 'application/graphql; charset=utf-8'],
    ['# Größe\n{ __typename }', 'application/graphql'],
  ] as const) {
    const { status, json, headers } = await post(body, type);
    t.same({ status, json }, { status: 200, json: typename }, body);
    t.match(headers['content-type'], /^application\/json/);
  }
});

/** The body for a request that is not executed: the SDK reads the members at the top level. */
const refusal = (code: string, message: string, more: object = {}) => ({
  status: 400,
  json: { statusCode: 400, message, errors: [{ message, ...more, extensions: { code } }] },
});

test('explains an invalid body (ERR080, ERR081)', async t => {
  const batches = 'Batches of GraphQL requests are not supported: expected one request as a JSON object, got an array.';
  for (const [body, type, expected] of [
    [' \n[{"query":"{ __typename }"}]', 'application/json', refusal('InvalidJsonInput', batches)],
    ['[{"query":"{ __typename }"}]', 'application/graphql', refusal('InvalidJsonInput', batches)],
    [
      '{"query":"{ __typename }","extensions":[]}',
      'application/json',
      refusal('InvalidJsonInput', "Malformed field 'extensions': expected an object, got an array."),
    ],
    [
      '"{ __typename }"',
      'application/graphql',
      refusal('InvalidJsonInput', 'Expected a JSON object as the request body, got a string.'),
    ],
    [
      '{ __typename ',
      'application/graphql',
      refusal('SyntaxError', 'Syntax Error: Expected Name, found <EOF>.', { locations: [{ line: 1, column: 14 }] }),
    ],
    [
      '{"query":"{ unknownField }"}',
      'application/json',
      refusal('InvalidInput', 'Cannot query field "unknownField" on type "Query".', {
        locations: [{ line: 1, column: 3 }],
      }),
    ],
  ] as const) {
    const { status, json } = await post(body, type);
    t.same({ status, json }, expected, body);
  }
  for (const body of ['', ' '])
    matchWhole(t, await post(body, 'application/graphql'), {
      status: 400,
      json: { statusCode: 400, errors: [{ extensions: { code: 'InvalidJsonInput' } }] },
    });
  const wrongType = "The header Content-Type is 'text/plain'; expected application/json or application/graphql.";
  matchWhole(t, await post('{ __typename }', 'text/plain'), { status: 400, json: { message: wrongType } });
});

test('answers in application/graphql-response+json where the client prefers it', async t => {
  const body = JSON.stringify({ query: '{ __typename }' });
  for (const [accept, type] of [
    [responseType, responseType],
    [`${responseType}, application/json`, responseType],
    [`${responseType},application/json;q=0.9`, responseType],
    [`application/json, ${responseType};q=0.9`, 'application/json'],
    [`${responseType};q=0`, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
  ] as const) {
    const { headers, json } = await post(body, 'application/json', { accept });
    t.equal(headers['content-type'], `${type}; charset=utf-8`, accept);
    t.same(json, typename);
  }
});

test('keeps the members of a GraphQL response alone in application/graphql-response+json', async t => {
  const headers = { accept: responseType };
  const send = async (query: string) => {
    const { status, json } = await post(JSON.stringify({ query }), 'application/json', headers);
    return { status, json };
  };
  t.same(await send('{ unknownField }'), {
    status: 400,
    json: {
      errors: [
        {
          message: 'Cannot query field "unknownField" on type "Query".',
          locations: [{ line: 1, column: 3 }],
          extensions: { code: 'InvalidInput' },
        },
      ],
    },
  });
  const missing = await send('mutation { deleteState(id: "none", version: 1) { id } }');
  matchWhole(t, missing, {
    status: 200,
    json: {
      data: { deleteState: null },
      errors: [{ path: ['deleteState'], extensions: { code: 'ResourceNotFound' } }],
    },
  });
});

test('answers queries by GET', async t => {
  const key = newKey('state');
  await http.send('POST', `/${projectKey}/states`, { body: stateDraft({ key }) });
  const query = 'query One($key: String) { state(key: $key) { key } } query Other { __typename }';
  for (const at of [path, `/${projectKey}/in-store/key=shop/graphql`]) {
    const one = await get({ query, operationName: 'One', variables: JSON.stringify({ key }) }, {}, at);
    matchWhole(t, one, { status: 200, json: { data: { state: { key } } }, headers: { 'cache-control': 'no-store' } });
  }
  const other = await get({ query, operationName: 'Other' }, { accept: responseType });
  t.same([other.status, other.json], [200, typename]);
  t.match(other.headers['content-type'], responseType);
  t.same((await get({ query: '{ __typename }', operationName: '', variables: '', extensions: '{}' })).json, typename);
  t.equal((await http.send('HEAD', `${path}?query=%7B__typename%7D`)).status, 200);
});

test('explains an invalid GET request, and executes no mutation by GET', async t => {
  for (const [parameters, message] of [
    [{}, 'A value is required for field query: a GraphQL document.'],
    [{ query: '{ __typename }', variables: '{' }, "The query parameter 'variables' does not contain valid JSON."],
    [{ query: '{ __typename }', variables: '[]' }, "Malformed field 'variables': expected an object, got an array."],
    [
      { query: '{ __typename }', variables: '1e400' },
      "Malformed field 'variables': expected an object, got the number Infinity.",
    ],
    [{ query: '{ unknownField }' }, 'Cannot query field "unknownField" on type "Query".'],
  ] as const)
    matchWhole(
      t,
      await get(parameters),
      { status: 400, json: { statusCode: 400, message } },
      JSON.stringify(parameters),
    );
  const key = newKey('state');
  const query = `mutation { createState(draft: { key: "${key}", type: OrderState }) { id } }`;
  const message = 'The method GET is not allowed for a GraphQL mutation; allowed: POST.';
  matchWhole(t, await get({ query }), {
    status: 405,
    headers: { allow: 'POST' },
    json: { statusCode: 405, message, errors: [{ code: 'MethodNotAllowed', message }] },
  });
  t.equal((await http.send('HEAD', `${path}?${new URLSearchParams({ query }).toString()}`)).status, 405);
  t.equal((await http.send('GET', `/${projectKey}/states/key=${key}`)).status, 404, 'nothing was created');
  matchWhole(t, await quayside.http.send('GET', `${path}?query=%7B__typename%7D`), { status: 401 });
});

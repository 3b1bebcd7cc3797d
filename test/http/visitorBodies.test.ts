/** Bodies that an anonymous visitor may send. */
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { limits } from '../../src/base/config/limits.js';
import { matchWhole } from '../support/matchWhole.js';
import { basic, post, tokenIn } from '../support/oauth.js';

const { credentials: project, quayside, projectKey } = await startProject();
const { access_token: token } = tokenIn(
  await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
    grant_type: 'client_credentials',
    scope: `manage_my_orders:${projectKey}`,
  }),
);
const visitor = quayside.http.as(token);
const bytesMax = limits.visitorBodyBytesMax;
const headers = { 'content-type': 'application/json' };
const send = (path: string, body: string) => visitor.send('POST', `/${projectKey}/${path}`, { body, headers });
const refusal = (message: string) => ({
  status: 413,
  json: { statusCode: 413, message, errors: [{ code: 'RequestBodyTooLarge', message }] },
});

test('refuses a GraphQL body and a body below /me that is longer than a visitor needs', async t => {
  const body = JSON.stringify({ query: '{ __typename }', x: '\\u'.repeat(bytesMax / 2) });
  const message = `The request body is larger than ${bytesMax} bytes: it has ${body.length}.`;
  for (const path of ['graphql', 'orders/indexer/graphql', 'me/carts'])
    matchWhole(t, await send(path, body), refusal(message), path);
  const merchant = quayside.http.as(await quayside.token(project));
  const { status } = await merchant.send('POST', `/${projectKey}/states`, { body, headers });
  t.equal(status, 400, 'a merchant may send longer bodies');
});

test('names no length for a chunked body', async t => {
  const chunk = `${(bytesMax + 1).toString(16)}\r\n${' '.repeat(bytesMax + 1)}\r\n`;
  const head =
    `POST /${projectKey}/graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    'Content-Type: application/json';
  const answer = await quayside.http.raw(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  t.match(answer, /^HTTP\/1\.1 413 /);
  t.match(answer, `"message":"The request body is larger than ${bytesMax} bytes."`);
});

test('reads a GraphQL body of the allowed length, with surrogate pairs as escapes (GEN013)', async t => {
  const start = '{"query":"{ __typename }","variables":{"x":"';
  const end = '\\uD83D\\uDE00"}}';
  const filled = (last: string) => start + '\\n'.repeat((bytesMax - start.length - last.length) >> 1) + last;
  matchWhole(t, await send('graphql', filled(end)), { status: 200, json: { data: { __typename: 'Query' } } });
  matchWhole(t, await send('graphql', filled('\\uD83D"}}')), {
    status: 400,
    json: { errors: [{ extensions: { code: 'InvalidJsonInput' } }] },
  });
});

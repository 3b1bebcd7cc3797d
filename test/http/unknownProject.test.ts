/** Paths below a project that does not exist. */
import { newKey } from '../support/drafts.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { rejectionOf, sdkOf } from '../support/sdk.js';
import { test } from '../support/tap.js';

const { quayside, credentials, http } = await startProject();
const unknown = newKey('p').slice(0, 20);
const message = `The project '${unknown}' was not found.`;

for (const [method, path, body] of [
  ['GET', 'carts'],
  ['GET', ''],
  ['GET', 'carts/x'],
  ['HEAD', 'orders/search'],
  ['POST', 'carts', { currency: 'EUR' }],
  ['DELETE', 'carts/x?version=1'],
  ['POST', 'graphql', { query: '{ carts { total } }' }],
  ['GET', 'in-store/key=s/me'],
  ['GET', 'reviews'],
] as const)
  test(`${method} /{projectKey}/${path} of an unknown project is not found, whatever the token (GEN002)`, async t => {
    for (const client of [http, quayside.http.as('x'.repeat(38))]) {
      const answer = await client.send(method, `/${unknown}${path === '' ? '' : `/${path}`}`, body && { body });
      if (method === 'HEAD') t.equal(answer.status, 404);
      else assertError(t, answer, 'ResourceNotFound', { message });
    }
  });

test('a request without a token is refused before its project is looked up (AUTH001)', async t => {
  const answer = await quayside.http.send('GET', `/${unknown}/carts`);
  t.match(answer, { status: 401, json: { error: 'invalid_token' } });
});

test('a token of another project is no reason for a 404 (AUTH003)', async t => {
  const other = await quayside.project();
  t.equal((await http.send('GET', `/${other.projectKey}/carts`)).status, 401);
});

test('the SDK gets the 404 and asks for no second token', async t => {
  const sdk = sdkOf(quayside, { ...credentials, projectKey: unknown });
  t.match(await rejectionOf(sdk.carts().get()), { statusCode: 404, body: { message } });
});

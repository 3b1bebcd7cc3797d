/** Access tokens of an external authorization server. */
import { test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';
import {
  authorizationHeader,
  failed,
  failureMessage,
  inAnHour,
  newToken,
  startExternalOAuthProject,
} from './externalOAuthProject.js';

const { quayside, project, projectKey, server, states, active, get } = await startExternalOAuthProject();

test('asks the endpoint about an unknown token with headers (GEN026, AUTH057, AUTH058, AUTH059, AUTH060)', async t => {
  server.say(active());
  const token = newToken();
  t.equal((await get(token, { 'x-correlation-id': 'external-test-1' })).status, 200);
  const { method, headers, form } = server.requests.at(-1)!;
  t.equal(method, 'POST');
  t.same(Object.fromEntries(form), { token, token_type_hint: 'access_token' });
  matchWhole(t, headers, {
    authorization: authorizationHeader,
    'content-type': 'application/x-www-form-urlencoded',
    'x-correlation-id': 'external-test-1',
  });
  t.equal((await get(newToken())).status, 200);
  t.match(
    server.requests.at(-1)!.headers['x-correlation-id'],
    /^[A-Za-z0-9_-]{8,256}$/,
    'the service creates one where the client sends none',
  );
});

test('sends no token of this service to the endpoint', async t => {
  const before = server.requests.length;
  t.equal((await get(await quayside.token(project))).status, 200);
  t.equal(server.requests.length, before);
});

test('grants only scopes of this service (AUTH061)', async t => {
  server.say(
    active({
      scope: `openid profile view_states:${projectKey} manage_everything:${projectKey} manage_states:another urn:x`,
    }),
  );
  const token = newToken();
  t.equal((await get(token)).status, 200);
  matchWhole(t, await quayside.http.as(token).send('POST', states, { body: { key: 'never', type: 'OrderState' } }), {
    status: 403,
    json: { errors: [{ code: 'insufficient_scope' }] },
  });
  server.say(active({ scope: 'openid profile' }));
  t.equal((await get(newToken())).status, 403);
  server.say({ active: true, exp: inAnHour() });
  t.equal((await get(newToken())).status, 403, 'without any scope');
});

test('reads the customer or the anonymous session from the scope (AUTH062)', async t => {
  for (const [word, createdBy] of [
    ['customer_id:c-1', { customer: { typeId: 'customer', id: 'c-1' } }],
    ['anonymous_id:a-1', { anonymousId: 'a-1' }],
  ] as const) {
    server.say(active({ scope: `manage_states:${projectKey} ${word}` }));
    const made = await quayside.http
      .as(newToken())
      .send('POST', states, { body: { key: `by-${word.replace(':', '-')}`, type: 'OrderState' } });
    t.equal(made.status, 201, made.text);
    const { createdBy: received } = made.json as { createdBy: object };
    t.same(received, { isPlatformClient: false, ...createdBy });
  }
});

test('refuses an unknown or expired token with 401', async t => {
  server.say({ active: false });
  matchWhole(t, await get(newToken()), { status: 401, json: { error: 'invalid_token' } });
  server.say(active({ exp: Math.floor(Date.now() / 1000) - 1 }));
  matchWhole(t, await get(newToken()), { status: 401, json: { error: 'invalid_token' } }, 'an expired token');
});

test('accepts long tokens like JSON Web Tokens', async t => {
  server.say(active());
  for (const length of [600, 3_000]) {
    // A cached response is not used a second after the last news of revocations; a busy machine may need longer.
    await waitUntil(async () => {
      const token = `${newToken()}${'x'.repeat(length)}`;
      const before = server.requests.length;
      t.equal((await get(token)).status, 200);
      t.equal((await get(token)).status, 200);
      return server.requests.length - before === 1;
    });
  }
});

test('connects to no private address unless PRIVATE_DESTINATIONS lists it', async t => {
  const guarded = await startQuayside({ PRIVATE_DESTINATIONS: '' });
  const before = server.requests.length;
  server.say(active());
  matchWhole(t, await guarded.http.as(newToken()).send('GET', states), failed(504, failureMessage));
  t.equal(server.requests.length, before);
  t.equal((await get(newToken())).status, 200);
});

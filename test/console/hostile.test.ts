/** Hostile input to every route of the administration console, as an administrator and without a session. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { consoleRoutes } from '../../src/http/routing/consoleRoutes.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { hostileTexts, hostileValue } from '../fuzz/values.js';

const { quayside } = await startConsole();
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);
const routes = consoleRoutes.filter(({ hasSession }) => hasSession === true);

/** The members that a body of the route may have, each with a hostile value. */
const bodies = fc.dictionary(
  fc.constantFrom(
    'email',
    'name',
    'role',
    'projects',
    'password',
    'version',
    'actions',
    'key',
    'languages',
    'projectKey',
    'clientId',
    'clientSecret',
    'code',
    'extensionId',
    'action',
    'resourceTypeId',
    'resourceId',
    'resourceKey',
    'cartId',
    'cartKey',
    'cartPredicate',
    'itemPredicate',
    '__proto__',
    'constructor',
  ),
  fc.oneof(hostileValue, fc.constant([{ action: '__proto__' }]), fc.constant([{ action: 'setRole', role: {} }])),
);

/** Encoded, and short enough for a path. */
const segments = hostileTexts
  .map(text => encodeURIComponent(text.toWellFormed()).slice(0, 500))
  .filter(text => text !== '');

test('answers hostile input with errors of the client alone', async t => {
  for (const isSignedIn of [true, false]) {
    const browser = console();
    if (isSignedIn) await browser.signIn('ana@example.com');
    // The end of the session would leave the other routes without one.
    for (const { method, path, verb } of routes.filter(each => each.verb !== 'endSession')) {
      const samples = fc.sample(bodies, { numRuns: 12, seed: 1 });
      for (const [index, body] of samples.entries()) {
        const segment = segments[index % segments.length] ?? 'x';
        const target = path.includes('{id}')
          ? path.replace('{id}', segment)
          : `${path}?limit=${segment}&where=${segment}`;
        const { status, text } = await browser.send(method, target, method === 'POST' ? body : undefined);
        t.ok(status < 500, `${verb} ${status} ${target.slice(0, 200)} ${text.slice(0, 200)}`);
        if (!isSignedIn) t.ok(status >= 400 || verb === 'readSetup', `${verb} needs a session`);
      }
    }
  }
});

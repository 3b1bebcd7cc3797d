import { setTimeout } from 'node:timers/promises';
import { test } from '../../support/tap.js';
import { addClient, addCustomer, requestToken, basic, basicOf, post } from '../../support/oauth.js';
import { createRateLimits } from '../../../src/auth/oauth/rateLimits.js';
import { hashSecret } from '../../../src/base/credentials/secrets.js';
import { keys } from '../../../src/store/keys.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';

const quayside = await startQuayside({ TOKEN_REQUESTS_PER_SECOND: '2' });
const project = await quayside.project();
const { projectKey } = project;
const form = { grant_type: 'client_credentials' };
const many = (
  count: number,
  ask: () => Promise<{ status: number; headers: Readonly<Record<string, string>>; json: unknown }>,
) => Promise.all(Array.from({ length: count }, ask));

test('answers too many token requests of a client with 429 and Retry-After (AUTH069)', async t => {
  const startMs = performance.now();
  const answers = await many(60, () => requestToken(quayside, basic(project), form));
  const seconds = Math.ceil((performance.now() - startMs) / 1_000);
  const refused = answers.filter(({ status }) => status === 429);
  t.same(new Set(answers.map(({ status }) => status)), new Set([200, 429]));
  t.ok(
    refused.length >= 40 - 2 * seconds && refused.length <= 40,
    `two per second after a burst of twenty: ${60 - refused.length} of 60 accepted`,
  );
  for (const { headers, json } of refused) {
    t.match(headers['retry-after'], /^[1-9]$/);
    t.match(headers['x-correlation-id'], /./);
    matchWhole(t, json, {
      statusCode: 429,
      message: /more than 2 tokens a second/,
      errors: [{ code: 'too_many_requests' }],
      error: 'too_many_requests',
    });
  }
});

test('counts per client and across servers', async t => {
  const other = await addClient(quayside, projectKey, `view_states:${projectKey}`);
  t.equal((await requestToken(quayside, basic(other), form)).status, 200);
  const elsewhere = await startQuayside({ TOKEN_REQUESTS_PER_SECOND: '2' });
  const client = await quayside.project();
  const startMs = performance.now();
  const answers = await Promise.all(
    [quayside, elsewhere, quayside, elsewhere].map(service =>
      many(10, () => requestToken(service, basic(client), form)),
    ),
  );
  const granted = answers.flat().filter(({ status }) => status === 200).length;
  // Two more are allowed for each second that the requests took, and for the second that had begun.
  const grantedMax = 22 + 2 * Math.ceil((performance.now() - startMs) / 1_000);
  t.ok(granted >= 20 && granted <= grantedMax, `${granted} of 40, at most ${grantedMax}`);
});

test('refuses no request for what it counted while the clock of Redis was a year ahead', async t => {
  const client = await quayside.project();
  const key = keys.rate(client.projectKey, `client:${client.clientId}`);
  const ask = (): Promise<unknown> => requestToken(quayside, basic(client), form).then(({ status }) => status);
  t.equal(await ask(), 200);
  t.equal(await quayside.services.redis.set(key, Date.now() + 365 * 86_400_000, 'XX'), 'OK');
  t.equal(await ask(), 200);
});

test('accepts a request after Retry-After has passed', async t => {
  const client = await quayside.project();
  const answers = await many(25, () => requestToken(quayside, basic(client), form));
  const waits = answers.flatMap(({ headers }) =>
    headers['retry-after'] === undefined ? [] : [Number(headers['retry-after'])],
  );
  await setTimeout(Math.max(...waits) * 1_000);
  t.equal((await requestToken(quayside, basic(client), form)).status, 200);
});

test('does not count requests with a wrong secret of the client', async t => {
  const client = await quayside.project();
  await many(40, () => requestToken(quayside, basicOf(client.clientId, 'wrong'), form));
  t.equal((await requestToken(quayside, basic(client), form)).status, 200);
});

const open = await startQuayside({ TOKEN_REQUESTS_PER_SECOND: '0' });

test('compares only few concurrent wrong passwords; correct passwords do not count (AUTH013, CUST108)', async t => {
  const client = await open.project();
  const { id, email, password } = await addCustomer(open, client.projectKey);
  const signIn = (secret: string) =>
    post(open, `${client.projectKey}/customers/token`, basic(client), {
      grant_type: 'password',
      username: email,
      password: secret,
    });
  const token = await open.token(client);
  const change = () =>
    open.http.as(token).send('POST', `/${client.projectKey}/customers/password`, {
      body: { id, version: 1, currentPassword: 'guess', newPassword: 'changed-456' },
    });
  for (let count = 0; count < 25; count++) t.equal((await signIn(password)).status, 200);
  for (const guess of [() => signIn('guess'), change]) {
    const startMs = performance.now();
    const guesses = await many(100, guess);
    const comparedMax = 20 + Math.ceil((performance.now() - startMs) / 5_000);
    t.same(new Set(guesses.map(({ status }) => status)), new Set([400, 429]));
    const compared = guesses.filter(({ status }) => status === 400).length;
    t.ok(compared >= 20 && compared <= comparedMax, `${compared} of 100 were compared`);
  }
  // A guess becomes possible every five seconds, so the limit for sign-ins may not be reached any more.
  // Even between two requests a guess may become possible.
  let refusedNow = await signIn('guess');
  await waitUntil(async () => {
    if ((await signIn('guess')).status !== 429) return false;
    refusedNow = await signIn(password);
    return refusedNow.status === 429;
  });
  matchWhole(
    t,
    refusedNow,
    { status: 429, json: { message: /Too many wrong passwords/ } },
    'the correct password is refused as well',
  );
  t.match(refusedNow.headers['retry-after'], /^[1-5]$/);
});

test('allows another wrong password of a customer after 5 seconds, and of an account after 30', async t => {
  const { redis } = open.services;
  const { projectKey: key } = await open.project();
  const { passwordGuesses, accountGuesses } = createRateLimits(redis, 0);
  const nowMs = async () => {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
  };
  for (const [email, limit, guesses, intervalMs] of [
    ['customer@example.com', passwordGuesses, 12, 5_000],
    ['account@example.com', accountGuesses, 3, 30_000],
  ] as const) {
    const beforeMs = await nowMs();
    for (let count = 0; count < guesses; count++)
      t.equal(await limit.compare(key, undefined, email, () => Promise.resolve(false)), false);
    const afterMs = await nowMs();
    // The key holds the time at which all guesses are forgotten.
    const forgottenMs = Number(await redis.get(keys.rate(key, `login:${hashSecret(` ${email}`)}`)));
    const firstMs = forgottenMs - guesses * intervalMs;
    t.ok(beforeMs <= firstMs && firstMs <= afterMs, `${email}: ${beforeMs} <= ${firstMs} <= ${afterMs}`);
  }
});

test('limits nothing where TOKEN_REQUESTS_PER_SECOND is 0', async t => {
  const client = await open.project();
  const answers = await many(100, () => requestToken(open, basic(client), form));
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
});

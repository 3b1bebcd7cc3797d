import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { consoleOf, password, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';
import { launch } from '../support/command.js';

const { quayside, redis, redisUrl } = await startConsole();
const console = consoleOf(quayside);
const draft = { email: 'ana@example.com', name: 'Ana', password };

/** Starts another server on the Redis of this file and resolves to the code that it prints; undefined without one. */
const printedCode = async (): Promise<string | undefined> => {
  const server = launch(['start'], {
    REDIS_URL: redisUrl,
    PORT: '0',
    WORKERS: '1',
    DRAIN_MS: '0',
    NODE_ENV: 'production',
    ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  });
  const banner = await server.printed(/API reference/);
  server.signal('SIGTERM');
  await server.ended;
  return /set-up code {4}(\S+)/.exec(banner)?.[1];
};

test('creates the first administrator by a code that a start has printed', async t => {
  const code = await printedCode();
  t.match(code, /^[A-Za-z0-9_-]{32}$/);
  t.notOk((await redis.dump('{-}:setup'))?.includes(code!), 'Redis has its hash only');
  matchWhole(t, await console().send('GET', '/-/setup'), { status: 200, json: { required: true } });
  assertError(t, await console().send('POST', '/-/setup', { ...draft, code: 'guessed' }), 'InvalidInput', {
    message:
      'The code is not one that the server has printed at its start since its data is empty; expected the newest one.',
  });
  assertError(t, await console().send('POST', '/-/setup', { ...draft, code, password: 'weak' }), 'WeakAccountPassword');
  assertError(t, await console().send('POST', '/-/setup', { ...draft, code, role: 'viewer' }), 'InvalidInput', {
    message: "The member 'role' is not known; expected only code, email, name, password.",
  });
  // Requests of one moment create one account.
  const answers = await Promise.all(
    ['ana', 'ben', 'carla'].map(async name => {
      const browser = console();
      const answer = await browser.send('POST', '/-/setup', { ...draft, email: `${name}@example.com`, code });
      return { browser, answer };
    }),
  );
  t.equal(answers.filter(({ answer }) => answer.status === 400).length, 2);
  const first = answers.find(({ answer }) => answer.status === 201)!;
  matchWhole(t, await first.browser.send('GET', '/-/session'), { status: 200, json: { role: 'administrator' } });
});

test('needs no code once an account exists, and accepts none', async t => {
  t.equal(await redis.exists('{-}:setup'), 0);
  t.equal(await printedCode(), undefined);
  matchWhole(t, await console().send('GET', '/-/setup'), { status: 200, json: { required: false } });
  assertError(t, await console().send('POST', '/-/setup', { ...draft, code: 'any' }), 'InvalidOperation');
});

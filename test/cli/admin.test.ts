import { test } from '../support/tap.js';
import { isSetupCode } from '../../src/auth/accounts/setupCodes.js';
import { connect } from '../../src/base/redis/connect.js';
import { matchWhole } from '../support/matchWhole.js';
import { consoleOf, printedAccounts, runAdmin } from '../support/accounts.js';
import { startQuayside } from '../support/quayside.js';
import { runHere } from '../support/runHere.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

const redis = await startOwnRedis();
const admin = (...args: string[]) => runHere(['admin', ...args], { REDIS_URL: redis.url });
const withPassword = (args: readonly string[], typed?: string) =>
  runAdmin(redis.url, [...args, '--password-stdin'], typed);

test('prints a code for the first account', async t => {
  const printed = await admin('setup-code');
  t.equal(printed.code, 0, printed.stderr);
  const client = connect(redis.url);
  t.teardown(() => client.disconnect());
  t.ok(await isSetupCode(client, printed.stdout.trim()));
});

test('creates accounts with a role and lists them without their passwords', async t => {
  const first = await withPassword(['create', '--email', 'Ana@example.com', '--json']);
  t.equal(first.code, 0, first.stderr);
  matchWhole(t, JSON.parse(first.stdout), {
    version: 1,
    email: 'Ana@example.com',
    name: 'Ana',
    role: 'administrator',
    createdBy: { isPlatformClient: false },
  });
  const second = await withPassword([
    'create',
    '--email',
    'ben@example.com',
    '--name',
    'Ben B.',
    '--role',
    'support',
    '--projects',
    'shop-1,shop-2',
  ]);
  t.match(second.stdout, /^\S+\tben@example\.com\tBen B\.\tsupport\tshop-1,shop-2\n$/);
  const listed = await admin('list', '--json');
  t.same(
    printedAccounts(listed)
      .map(({ email, projects }) => ({ email, projects }))
      .sort((a, b) => (a.email < b.email ? -1 : 1)),
    [
      { email: 'Ana@example.com', projects: undefined },
      { email: 'ben@example.com', projects: ['shop-1', 'shop-2'] },
    ],
  );
  t.notMatch(listed.stdout, /password|argon2/i);
  const lines = (await admin('list')).stdout.trim().split('\n');
  t.equal(lines.length, 2);
  t.ok(lines.some(line => line.endsWith('\tAna@example.com\tAna\tadministrator\tall projects')));
});

test('prints no code where an account exists', async t => {
  const { code, stdout, stderr } = await admin('setup-code');
  t.not(code, 0);
  t.equal(stdout, '');
  t.match(stderr, 'The server has an account already; quayside admin create creates further ones.');
});

test('refuses invalid accounts with an explanation', async t => {
  for (const [args, typed, message] of [
    [['--email', 'ANA@example.com'], undefined, /A duplicate value 'ANA@example\.com' exists for field 'email'/],
    [['--email', 'unknown'], undefined, /'unknown' is not valid for field 'email'.*an email address/],
    [['--email', 'x@example.com'], 'short', /^The password of an account has 12 to 1024 characters/],
    [
      ['--email', 'x@example.com', '--projects', 'x'],
      undefined,
      /An administrator has all projects|not valid for field 'projects/,
    ],
    [['--email', 'x@example.com', '--projects', 'shop'], undefined, /An administrator has all projects/],
  ] as const) {
    const refused = await withPassword(['create', ...args], typed);
    t.equal(refused.code, 1, args.join(' '));
    t.match(refused.stderr, message);
    t.equal(refused.stdout, '');
  }
  t.equal(printedAccounts(await admin('list', '--json')).length, 2);
});

test('keeps the last enabled administrator, replaces passwords, disables and enables', async t => {
  const last = /This is the last enabled account with the role administrator/;
  t.match((await admin('disable', '--email', 'ana@example.com')).stderr, last);
  matchWhole(t, await admin('disable', '--email', 'ben@example.com'), { code: 0, stdout: /\tdisabled\n$/ });
  t.equal((await withPassword(['create', '--email', 'carla@example.com'])).code, 0);
  t.equal((await admin('disable', '--email', 'ana@example.com')).code, 0);
  t.match((await admin('disable', '--email', 'carla@example.com')).stderr, last);
  matchWhole(t, await admin('enable', '--email', 'ana@example.com'), { code: 0, stdout: /\tall projects\n$/ });
  matchWhole(t, await withPassword(['set-password', '--email', 'ana@example.com'], 'another secret 2'), {
    code: 0,
    stdout: 'the password of Ana@example.com is replaced\n',
  });
  t.match((await admin('enable', '--email', 'who@example.com')).stderr, /No account has the email 'who@example\.com'/);
});

test('ends the sessions of an account whose password it replaces', async t => {
  const quayside = await startQuayside({ REDIS_URL: redis.url });
  const created = await withPassword(['create', '--email', 'dora@example.com', '--role', 'viewer']);
  t.equal(created.code, 0, created.stderr);
  const browser = await consoleOf(quayside)().signIn('dora@example.com');
  t.equal((await browser.send('GET', '/-/session')).status, 200);
  await withPassword(['set-password', '--email', 'dora@example.com'], 'another secret 2');
  t.equal((await browser.send('GET', '/-/session')).status, 401);
  await browser.signIn('dora@example.com', 'another secret 2');
});

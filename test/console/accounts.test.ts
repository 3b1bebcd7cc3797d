import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import type { Account } from '../../src/auth/accounts/account.js';
import { updateAccount } from '../../src/operations/console/accounts.js';
import { consoleOf, createAccount, password, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';

const { quayside, redisUrl } = await startConsole();
const other = await startQuayside({ REDIS_URL: redisUrl });
const ana = await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);
const administrator = await console().signIn('ana@example.com');
const draft = { email: 'ben@example.com', name: 'Ben', role: 'support', password };
const lastAdministrator =
  'This is the last enabled account with the role administrator; expected another one to be left.';

const create = async (more: object): Promise<Account> => {
  const { status, json, text } = await administrator.send('POST', '/-/accounts', { ...draft, ...more });
  if (status !== 201) throw new Error(text);
  return json as Account;
};
const update = ({ id, version }: Account, ...actions: object[]) =>
  administrator.send('POST', `/-/accounts/${id}`, { version, actions });

test('creates, lists, changes and deletes accounts', async t => {
  const ben = await create({ projects: ['shop-1'] });
  matchWhole(t, ben, {
    version: 1,
    email: 'ben@example.com',
    role: 'support',
    projects: ['shop-1'],
    createdBy: { externalUserId: 'ana@example.com' },
  });
  const listed = await administrator.send('GET', '/-/accounts?sort=email asc&limit=10'.replace(' ', '%20'));
  matchWhole(t, listed, {
    status: 200,
    json: { limit: 10, count: 2, total: 2, results: [{ email: 'ana@example.com' }, { email: 'ben@example.com' }] },
  });
  t.notMatch(listed.text, /argon2|password/i);
  const changed = await update(
    ben,
    { action: 'setRole', role: 'viewer' },
    { action: 'setName', name: 'Benjamin' },
    { action: 'setProjects' },
  );
  matchWhole(t, changed, { status: 200, json: { version: 2, role: 'viewer', name: 'Benjamin', projects: undefined } });
  assertError(t, await update(ben, { action: 'disable' }), 'ConcurrentModification', { currentVersion: 2 });
  matchWhole(t, await administrator.send('DELETE', `/-/accounts/${ben.id}?version=2`), {
    status: 200,
    json: { id: ben.id },
  });
  assertError(t, await administrator.send('DELETE', `/-/accounts/${ben.id}?version=2`), 'ResourceNotFound');
});

test('tells the names of accounts to accounts of the same project', async t => {
  await create({ email: 'nora@example.com', name: 'Nora North', projects: ['north'] });
  await create({ email: 'nick@example.com', name: 'Nick', role: 'viewer', projects: ['north'] });
  await create({ email: 'sue@example.com', name: 'Sue South', projects: ['south'] });
  const viewer = await console().signIn('nick@example.com');
  const read = (key: string, ...emails: string[]) =>
    viewer.send('GET', `/-/account-names?projectKey=${key}${emails.map(email => `&email=${email}`).join('')}`);
  const { json } = await read('north', 'nora@example.com', 'sue@example.com', 'ana@example.com', 'no@example.com');
  t.same(json, {
    count: 2,
    results: [
      { email: 'nora@example.com', name: 'Nora North' },
      { email: 'ana@example.com', name: 'ana' },
    ],
  });
  assertError(t, await read('south', 'sue@example.com'), 'PermissionRequired');
  assertError(t, await read('north', ...Array.from({ length: 51 }, () => 'x')), 'InvalidInput', {
    message: "The query parameter 'email' is given 51 times; expected at most 50.",
  });
  t.equal((await console().send('GET', '/-/account-names?projectKey=north')).status, 401);
});

test('refuses drafts and actions that are wrong, with words', async t => {
  const refusals: (readonly [object, RegExp | string])[] = [
    [{ ...draft, email: 'ANA@example.com' }, "A duplicate value 'ANA@example.com' exists for field 'email'."],
    [{ ...draft, role: 'owner' }, /'owner' is not valid for field 'role'/],
    [
      { ...draft, password: 'short words' },
      'The password of an account has 12 to 1024 characters of any kind; this one has 11.',
    ],
    [
      { ...draft, admin: true },
      /^The member 'admin' is not known; expected only email, name, role, projects, password\.$/,
    ],
    [{ ...draft, projects: ['{x}'] }, /'\{x\}' is not valid for field 'projects\[0\]'/],
    [{ ...draft, constructor: 1 }, /^The member 'constructor' is not known/],
  ];
  for (const [body, message] of refusals) {
    const { status, json } = await administrator.send('POST', '/-/accounts', body);
    t.equal(status, 400);
    t.match((json as { message: string }).message, message);
  }
  const actions: (readonly [object, RegExp | string])[] = [
    [{ action: 'constructor' }, /'constructor' is not valid for field 'actions\[0\]\.action'/],
    [
      { action: 'setRole', role: 'viewer', force: true },
      "The member 'force' is not known in actions[0]; expected only role.",
    ],
    [{ action: 'setPassword', password: 'weak' }, /^The password of an account has 12 to 1024 characters/],
    [{ action: 'setRole' }, 'A value is required for field actions[0].role'],
  ];
  for (const [action, message] of actions) {
    const { status, json } = await update(ana, action);
    t.equal(status, 400);
    t.match((json as { message: string }).message, message);
  }
});

test('takes passwords of any characters that are hard to guess, and no others', async t => {
  const known = 'which others know of the account or the product; expected one without it.';
  const common = 'The password is among the first ones that attackers try; expected one that nobody else has used.';
  const refusals: readonly (readonly [string, string])[] = [
    ['x'.repeat(1_025), 'The password of an account has 12 to 1024 characters of any kind; this one has 1025.'],
    ['myQuaySide-2026', `The password contains 'quayside', ${known}`],
    ['bird of Lindqvist', `The password contains 'lindqvist', ${known}`],
    ['pelargonium-pot', `The password contains 'pelargonium', ${known}`],
    ['PassWord1234', common],
    ['administrator', common],
    ['121212121212', common],
  ];
  const owner = { ...draft, email: 'pelargonium@example.com', name: 'Mia Lindqvist' };
  for (const [weak, message] of refusals)
    assertError(
      t,
      await administrator.send('POST', '/-/accounts', { ...owner, password: weak }),
      'WeakAccountPassword',
      {
        message,
      },
    );
  for (const [index, strong] of ['twelve of pi', '  spaces  stay  ', 'ひみつのことばはながい。'].entries()) {
    const body = { ...owner, email: `free-${index}@example.com`, password: strong };
    t.equal((await administrator.send('POST', '/-/accounts', body)).status, 201, strong);
  }
});

test('keeps the last enabled administrator', async t => {
  for (const action of [{ action: 'disable' }, { action: 'setRole', role: 'viewer' }])
    assertError(t, await update(ana, action), 'InvalidOperation', { message: lastAdministrator });
  assertError(t, await administrator.send('DELETE', `/-/accounts/${ana.id}?version=1`), 'InvalidOperation', {
    message: lastAdministrator,
  });
});

test('ends the sessions and tokens of an account that is disabled, and lets it in again', async t => {
  const { projectKey } = await quayside.project();
  const carla = await create({ email: 'carla@example.com', role: 'viewer' });
  const browser = await console().signIn('carla@example.com');
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey });
  const client = quayside.http.as((json as { access_token: string }).access_token);
  t.equal((await client.send('GET', `/${projectKey}/zones`)).status, 200);
  const disabled = await update(carla, { action: 'disable' });
  matchWhole(t, disabled, { status: 200, json: { disabled: true } });
  t.equal((await client.send('GET', `/${projectKey}/zones`)).status, 401);
  t.equal((await browser.send('GET', '/-/session')).status, 401);
  t.equal((await browser.send('POST', '/-/session', { email: 'carla@example.com', password })).status, 400);
  t.equal((await update(disabled.json as Account, { action: 'enable' })).status, 200);
  t.equal((await browser.send('GET', '/-/session')).status, 401, 'the old session stays ended');
  await browser.signIn('carla@example.com');
});

test('changes one’s own password, which ends the other sessions', async t => {
  await create({ email: 'dora@example.com', role: 'viewer' });
  const browser = await console().signIn('dora@example.com');
  const elsewhere = await consoleOf(other)().signIn('dora@example.com');
  const newPassword = 'another secret 2';
  const wrong = { currentPassword: 'wrong 1234', newPassword };
  assertError(t, await browser.send('POST', '/-/session/password', wrong), 'InvalidCurrentPassword');
  matchWhole(t, await browser.send('POST', '/-/session/password', { currentPassword: password, newPassword }), {
    status: 200,
    json: { account: { email: 'dora@example.com' } },
  });
  t.equal((await browser.send('GET', '/-/session')).status, 200);
  t.equal((await elsewhere.send('GET', '/-/session')).status, 401);
  await elsewhere.signIn('dora@example.com', newPassword);
});

test('leaves one of several administrators that are disabled at the same moment', async t => {
  const others: Account[] = [];
  for (const name of ['first', 'second', 'third'])
    others.push(await create({ email: `${name}@example.com`, role: 'administrator' }));
  const { services } = quayside;
  const disable = { version: 1, actions: [{ action: 'disable' }] };
  const outcomes = await Promise.allSettled([ana, ...others].map(({ id }) => updateAccount(services, id, disable, {})));
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
  const [refused] = outcomes.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []));
  t.equal(refused?.message, lastAdministrator);
});

import { test } from '../support/tap.js';
import { requestToken, basicOf } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { runHere } from '../support/runHere.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const { projectKey } = await quayside.project();
const apiClient = (...args: string[]) => runHere(['api-client', ...args, '--project', projectKey]);

test('creates, lists, shows and deletes API clients (AUTH008, AUTH054)', async t => {
  const made = await apiClient(
    'create',
    '--name',
    'nightly job',
    '--scope',
    `view_orders:${projectKey}`,
    '--access-token-validity-seconds',
    '60',
    '--refresh-token-validity-seconds',
    '70',
    '--delete-days-after-creation',
    '5',
    '--json',
  );
  t.equal(made.code, 0, made.stderr);
  const client = JSON.parse(made.stdout) as { id: string; secret: string; deleteAt: string };
  matchWhole(t, client, {
    name: 'nightly job',
    scope: `view_orders:${projectKey}`,
    secret: /./,
    accessTokenValiditySeconds: 60,
    refreshTokenValiditySeconds: 70,
    deleteAt: /^20/,
  });
  matchWhole(
    t,
    (await requestToken(quayside, basicOf(client.id, client.secret), { grant_type: 'client_credentials' })).json,
    {
      expires_in: 60,
    },
  );

  const listed = await apiClient('list', '--json');
  const clients = JSON.parse(listed.stdout) as { id: string; name: string; secret?: string }[];
  t.same(clients.map(({ name }) => name).sort(), [`first client of ${projectKey}`, 'nightly job']);
  t.notOk(listed.stdout.includes('secret'));
  const day = String.raw`\d{4}-\d\d-\d\d\b(?!T)`;
  t.match(
    (await apiClient('list')).stdout,
    new RegExp(`${client.id}\tnightly job\tview_orders:${projectKey}\tcreated ${day}.*used ${day}.*until ${day}$`, 'm'),
  );
  const shown = (await apiClient('show', client.id)).stdout;
  matchWhole(t, JSON.parse(shown), { id: client.id, name: 'nightly job' });
  t.equal(shown, `${JSON.stringify(JSON.parse(shown), undefined, 2)}\n`, 'readable lines');

  t.match((await apiClient('delete', client.id)).stdout, new RegExp(`deleted ${client.id}`));
  t.equal(
    (await requestToken(quayside, basicOf(client.id, client.secret), { grant_type: 'client_credentials' })).status,
    401,
  );
});

test('prints credentials as lines without --json', async t => {
  const { code, stdout } = await apiClient('create', '--name', 'x', '--scope', `view_states:${projectKey}`);
  t.equal(code, 0);
  const [, id, secret] = /client id +(\S+)\nclient secret +(\S+) +\(shown this once\)/.exec(stdout)!;
  t.equal((await requestToken(quayside, basicOf(id!, secret!), { grant_type: 'client_credentials' })).status, 200);
});

test('lists a client in one line without control characters', async t => {
  await apiClient('create', '--name', '=1+1\n\u001b[2Jforged\tline', '--scope', `view_states:${projectKey}`);
  t.match((await apiClient('list')).stdout, /^[^\t]+\t=1\+1  \[2Jforged line\tview_states:/m);
});

test('explains each failed command in one line', async t => {
  for (const [args, message] of [
    [
      ['create', '--name', 'x', '--scope', 'view_orders:another'],
      /The value 'view_orders:another' is not valid for field 'scope'/,
    ],
    [['show', 'unknown'], /The api-client with id 'unknown' was not found/],
    [['delete', 'unknown'], /The api-client with id 'unknown' was not found/],
  ] as const) {
    const { code, stdout, stderr } = await apiClient(...args);
    t.equal(code, 1);
    t.equal(stdout, '');
    t.match(stderr, message);
    t.equal(stderr.trim().split('\n').length, 1);
  }
  const { code, stderr } = await runHere(['api-client', 'list', '--project', 'no-such-project']);
  t.equal(code, 1);
  t.match(stderr, /The project 'no-such-project' was not found/);
});

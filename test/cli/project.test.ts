/** `quayside project` and `quayside seed`, while a server runs. */
import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { run } from '../support/command.js';
import { runHere } from '../support/runHere.js';
import { readProject } from '../../src/commerce/resources/project/projectSettings.js';
import { startQuayside } from '../support/quayside.js';
import { sdkOf } from '../support/sdk.js';
import { matchWhole } from '../support/matchWhole.js';
import { keys } from '../../src/store/keys.js';
import { orderDraft } from '../support/drafts.js';
import { listKeys } from '../support/listKeys.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();

const newProjectKey = () => `cli-${randomUUID().slice(0, 12)}`;

test('creates a project that is usable immediately (AUTH007)', async t => {
  const key = newProjectKey();
  const { code, stdout, stderr } = await runHere(['project', 'create', key, '--json']);
  t.equal(code, 0, stderr);
  const credentials = JSON.parse(stdout) as ClientCredentials;
  t.same(Object.keys(credentials), ['projectKey', 'clientId', 'clientSecret', 'scope']);
  matchWhole(t, credentials, { projectKey: key, scope: `manage_project:${key}` });
  const { body } = await sdkOf(quayside, credentials).states().get().execute();
  matchWhole(t, body, { total: 1, results: [{ key: 'Initial', builtIn: true }] });
  matchWhole(t, await readProject(quayside.services.store, key), {
    name: key,
    languages: ['en', 'en-US', 'de', 'nl', 'nl-NL', 'fr'],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  });
});

test('creates a project with name, languages, currencies and countries', async t => {
  const key = newProjectKey();
  const { code, stdout } = await runHere([
    'project',
    'create',
    key,
    '--name',
    'Our shop',
    '--languages',
    'pt,en',
    '--currencies',
    'EUR',
    '--countries',
    'PT,ES',
  ]);
  t.equal(code, 0);
  for (const part of [key, `manage_project:${key}`]) t.ok(stdout.includes(part), part);
  matchWhole(t, await readProject(quayside.services.store, key), {
    name: 'Our shop',
    languages: ['pt', 'en'],
    currencies: ['EUR'],
    countries: ['PT', 'ES'],
  });
});

test('refuses an invalid project with one line and stores nothing of it', async t => {
  const key = newProjectKey();
  await runHere(['project', 'create', key]);
  for (const [args, message] of [
    [[key], /exists already/],
    [['Bad Key'], /'Bad Key' is malformed; allowed are 2 to 36/],
    [['oauth'], /reserved/],
    [[newProjectKey(), '--languages', 'english!'], /languages contain 'english!'; allowed are IETF language tags/],
    [[newProjectKey(), '--currencies', 'eur'], /currencies contain 'eur'; allowed are three capitals/],
    [[newProjectKey(), '--countries', 'DEU'], /countries contain 'DEU'; allowed are two capitals/],
  ] as const) {
    const { code, stdout, stderr } = await runHere(['project', 'create', ...args]);
    t.equal(code, 1, args.join(' '));
    t.equal(stdout, '');
    t.match(stderr, message);
    t.equal(stderr.trim().split('\n').length, 1, stderr);
    if (args[0] !== key) t.equal(await readProject(quayside.services.store, args[0]), undefined);
  }
});

test('creates one of two concurrent projects with the same key', async t => {
  const key = newProjectKey();
  const codes = (await Promise.all([run(['project', 'create', key]), run(['project', 'create', key])])).map(
    ({ code }) => code,
  );
  t.same(new Set(codes), new Set([0, 1]));
});

test('lists the projects', async t => {
  const { projectKey } = await quayside.project({ name: 'To be listed' });
  const { code, stdout } = await runHere(['project', 'list']);
  t.equal(code, 0);
  t.match(stdout, new RegExp(`${projectKey}.*To be listed`));
});

test('imports sample orders', async t => {
  const credentials = await quayside.project();
  const { code, stdout, stderr } = await runHere(['seed', '--project', credentials.projectKey, '--orders', '120']);
  t.equal(code, 0, stderr);
  t.match(stdout + stderr, /120/);
  const sdk = sdkOf(quayside, credentials);
  const { body } = await sdk
    .orders()
    .get({ queryArgs: { limit: 500, sort: 'createdAt asc' } })
    .execute();
  t.equal(body.total, 120);
  const bytes = body.results.map(order => Buffer.byteLength(JSON.stringify(order)));
  const mean = bytes.reduce((sum, each) => sum + each, 0) / bytes.length;
  t.ok(mean > 4_000 && mean < 5_000, `${mean} bytes on average`);
  for (const [what, least] of [
    ['customerId', 5],
    ['orderState', 3],
    ['shipmentState', 4],
    ['paymentState', 3],
    ['country', 2],
  ] as const)
    t.ok(new Set(body.results.map(order => order[what])).size >= least, what);
  const years = Date.parse(body.results.at(-1)!.createdAt) - Date.parse(body.results[0]!.createdAt);
  t.ok(years > 1.9 * 365 * 86_400_000, 'the orders span about two years');
});

test('refuses wrong arguments of seed', async t => {
  for (const [runCommand, args, message] of [
    [runHere, ['--project', 'no-such-project', '--orders', '5'], /'no-such-project' was not found/],
    [run, ['--project', 'x', '--orders', 'many'], /many/],
    [run, ['--orders', '5'], /--project/],
  ] as const) {
    const { code, stderr } = await runCommand(['seed', ...args]);
    t.equal(code, 1, args.join(' '));
    t.match(stderr, message);
  }
});

const { redis } = quayside.services;

/** Creates a project with orders and tokens. */
const createFullProject = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const sdk = sdkOf(quayside, credentials);
  for (let count = 0; count < 3; count++) await sdk.orders().importOrder().post({ body: orderDraft() }).execute();
  return { credentials, projectKey };
};

/** Lists all traces of a project in Redis except in the stream of revocations, whose entries expire. */
const traces = async (projectKey: string): Promise<string[]> => {
  const clients = (await redis.zrange(keys.expiringClients, 0, -1)).filter(each => each.startsWith(`${projectKey}/`));
  return [
    ...(await listKeys(redis, `*${projectKey}*`)),
    ...clients,
    ...((await redis.sismember(keys.projects, projectKey)) === 1 ? ['listed'] : []),
    ...((await redis.sismember(keys.projectsWithSearch, projectKey)) === 1 ? ['searched'] : []),
    ...((await redis.zscore(keys.projectsWithFieldIndexes, projectKey)) === null ? [] : ['with field indexes']),
    ...((await redis.hexists(keys.searchNumbers, projectKey)) === 1 ? ['numbered'] : []),
  ];
};

/** Lists the traces without the ids of recent commits, which expire. */
const lastingTraces = async (projectKey: string): Promise<string[]> =>
  (await traces(projectKey)).filter(key => !key.includes(':commits:')).sort();

test('asks before it deletes a project, and without a terminal needs --yes', async t => {
  const { projectKey } = await quayside.project();
  t.same(await runHere(['project', 'delete', projectKey]), {
    code: 1,
    stdout: '',
    stderr:
      `The project ${projectKey} is deleted with all its data, which cannot be restored. ` +
      'Without a terminal to confirm it, --yes is needed.\n',
  });
  t.ok((await redis.sismember(keys.projects, projectKey)) === 1);
  t.same(await runHere(['project', 'delete', 'no-such-project', '--yes']), {
    code: 1,
    stdout: '',
    stderr: "The project 'no-such-project' was not found.\n",
  });
});

test('deletes a project with all its keys, indexes, clients, tokens and runs, and no other one', async t => {
  const { credentials, projectKey } = await createFullProject();
  const other = await createFullProject();
  const token = await quayside.token(credentials);
  const authorization = `Bearer ${token}`;
  // Without RediSearch the command fails, and there is no index to delete.
  await runHere(['search', 'activate', '--project', projectKey, '--wait']);
  t.ok((await traces(projectKey)).length > 20);
  const otherKeys = await lastingTraces(other.projectKey);

  const { code, stdout, stderr } = await runHere(['project', 'delete', projectKey, '--yes']);
  t.same({ code, stdout, stderr }, { code: 0, stdout: `project ${projectKey} is deleted\n`, stderr: '' });
  const known = await fetch(`${quayside.address}/${projectKey}/orders`, { headers: { authorization } });
  const unknown = await fetch(`${quayside.address}/no-such-project/orders`, { headers: { authorization } });
  t.equal(known.status, unknown.status, 'the server answers as for a project that never was');
  t.equal(
    (
      await fetch(`${quayside.address}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        headers: {
          authorization: `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`,
        },
      })
    ).status,
    401,
  );
  t.notMatch((await runHere(['project', 'list'])).stdout, new RegExp(`^${projectKey}\t`, 'm'));
  t.same(await listKeys(redis, `*${credentials.clientId}*`), []);
  await waitUntil(async () => (await traces(projectKey)).length === 0);

  t.same(await lastingTraces(other.projectKey), otherKeys);
  const again = await runHere(['project', 'create', projectKey, '--json']);
  t.equal(again.code, 0, again.stderr);
});

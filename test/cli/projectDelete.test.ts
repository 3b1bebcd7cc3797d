/** `quayside project delete`, while a server runs that knows the project. */
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { run } from '../support/command.js';
import { runHere } from '../support/runHere.js';
import { orderDraft } from '../support/drafts.js';
import { listKeys } from '../support/listKeys.js';
import { startQuayside } from '../support/quayside.js';
import { sdkOf } from '../support/sdk.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();
const { redis } = quayside.services;

/** A project with orders and tokens. */
const createFullProject = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const sdk = sdkOf(quayside, credentials);
  for (let count = 0; count < 3; count++) await sdk.orders().importOrder().post({ body: orderDraft() }).execute();
  return { credentials, projectKey };
};

/** What Redis has of a project beside the stream of revocations, which forgets. */
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

/** Without the ids of recent commits, which expire. */
const lastingTraces = async (projectKey: string): Promise<string[]> =>
  (await traces(projectKey)).filter(key => !key.includes(':commits:')).sort();

test('asks before it deletes a project, and without a terminal needs --yes', async t => {
  const { projectKey } = await quayside.project();
  t.same(await runHere(['project', 'delete', projectKey]), {
    code: 1,
    stdout: '',
    stderr: `The project ${projectKey} is deleted with all its data, which cannot be restored. Without a terminal to confirm it, --yes is needed.\n`,
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

  const { code, stdout, stderr } = await run(['project', 'delete', projectKey, '--yes']);
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

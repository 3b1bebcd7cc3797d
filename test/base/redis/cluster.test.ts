/** The service on a Redis Cluster: each project in one slot, projects spread over the shards. */
import { t as root, test } from '../../support/tap.js';
import { openQueue } from '../../../src/jobs/openQueue.js';
import { connectQueue } from '../../../src/base/redis/connect.js';
import { evictionPolicies } from '../../../src/base/redis/serverChecks.js';
import { orderDraft, stateDraft } from '../../support/drafts.js';
import { startOwnCluster } from '../../support/startOwnCluster.js';
import { startQuayside } from '../../support/quayside.js';
import { sdkOf } from '../../support/sdk.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

interface State {
  readonly version: number;
}

// On a busy machine a node may be silent for seconds, and a replica may confirm late; the test accepts both.
const { url, masterOf, replicasOf } = await startOwnCluster({ replicas: 3, args: ['--cluster-node-timeout', '5000'] });
const quayside = await startQuayside({
  REDIS_URL: url,
  RETENTION_MINUTES: '60',
  DURABILITY: 'replicas',
  DURABILITY_WAIT_MS: '60000',
});

test('stores orders on every shard', async t => {
  for (let number = 0; number < 6; number++) {
    const sdk = sdkOf(quayside, await quayside.project());
    const { body: order } = await sdk
      .orders()
      .importOrder()
      .post({ body: orderDraft({ orderNumber: `n-${number}`, customerId: 'c' }) })
      .execute();
    const { body: updated } = await sdk
      .orders()
      .withOrderNumber({ orderNumber: `n-${number}` })
      .post({ body: { version: 1, actions: [{ action: 'changeOrderState', orderState: 'Complete' }] } })
      .execute();
    t.same(
      (
        await sdk
          .orders()
          .get({ queryArgs: { where: 'customerId = "c"', sort: 'createdAt desc' } })
          .execute()
      ).body.results,
      [updated],
    );
    t.equal(
      (
        await sdk
          .messages()
          .get({ queryArgs: { where: `resource(id = "${order.id}")` } })
          .execute()
      ).body.total,
      2,
    );
    t.equal(
      (
        await sdk
          .orders()
          .withId({ ID: order.id })
          .delete({ queryArgs: { version: 2, dataErasure: true } })
          .execute()
      ).statusCode,
      200,
    );
  }
});

test('changes projects on several shards at the same time', async t => {
  const projects = await Promise.all(Array.from({ length: 6 }, () => quayside.project()));
  const masterOfProject = ({ projectKey }: { readonly projectKey: string }) => masterOf(`{${projectKey}}`);
  const first = await masterOfProject(projects[0]!);
  // The keys of projects are random, so that six of them may lie on one master.
  while ((await Promise.all(projects.map(masterOfProject))).every(master => master === first))
    projects.push(await quayside.project());
  const clients = await Promise.all(
    projects.map(async project => ({ ...project, http: quayside.http.as(await quayside.token(project)) })),
  );
  for (let time = 0; time < 5; time++) {
    const answers = await Promise.all(
      clients.map(({ http, projectKey }) => http.send('POST', `/${projectKey}/orders/import`, { body: orderDraft() })),
    );
    t.same(
      answers.map(({ status }) => status),
      projects.map(() => 201),
    );
  }
});

test('finds a master that refuses writes without a request, and answers reads of its projects', async t => {
  const project = await quayside.project();
  const http = quayside.http.as(await quayside.token(project));
  const path = `/${project.projectKey}/states`;
  const master = await masterOf(`{${project.projectKey}}`);
  const setReplicas = (count: string) => master.call(node => node.config('SET', 'min-replicas-to-write', count));
  await setReplicas('9');
  await waitUntil(async () => (await quayside.http.send('GET', '/readyz')).text.includes('"reason":"NOREPLICAS"'));
  matchWhole(t, await http.send('POST', path, { body: stateDraft() }), {
    status: 503,
    json: {
      message:
        'The data store refuses changes, because too few of its replicas are connected, or its files are being ' +
        'written anew. Reads are answered.',
    },
  });
  t.equal((await http.send('GET', path)).status, 200);
  await setReplicas('0');
  t.equal((await http.send('POST', path, { body: stateDraft() })).status, 201);
});

test('keeps confirmed changes after a failover, and writes to the new master', async t => {
  const project = await quayside.project();
  const http = quayside.http.as(await quayside.token(project));
  const path = `/${project.projectKey}/states/key=Initial`;
  const master = await masterOf(`{${project.projectKey}}`);
  // A replica that was a master before may still be joining its new master.
  await waitUntil(async () => (await replicasOf(master)).length > 0);
  const [replica] = await replicasOf(master);
  let [version, isOver] = [1, false];
  const refusals: number[] = [];
  const readVersion = async (): Promise<number> => {
    let answer = await http.send('GET', path);
    while (answer.status !== 200) answer = await http.send('GET', path);
    return (answer.json as State).version;
  };
  const write = async (): Promise<void> => {
    // After a 503 a change may have been written, even after the version was read again: then a conflict is correct.
    let isUncertain = false;
    while (!isOver) {
      const { status, json } = await http.send('POST', path, {
        body: { version, actions: [{ action: 'setName', name: { en: `name ${version}` } }] },
      });
      if (status !== 200 && !(status === 409 && isUncertain)) refusals.push(status);
      isUncertain = status === 503;
      version = status === 200 ? (json as State).version : await readVersion();
    }
  };
  const writing = write();
  await waitUntil(() => version > 5);
  await replica!.failOver();
  const taken = version;
  await waitUntil(() => version > taken + 5);
  isOver = true;
  await writing;
  const { json } = await http.send('GET', path);
  matchWhole(t, json, { version, name: { en: `name ${version - 1}` } });
  t.same(
    refusals.filter(status => status !== 503),
    [],
  );
  t.equal(await replica!.role(), 'master');
});

test('revokes a token in every server on a cluster (AUTH043)', async t => {
  const project = await quayside.project();
  const token = await quayside.token(project);
  const status = async () => (await quayside.http.as(token).send('GET', `/${project.projectKey}/states`)).status;
  t.equal(await status(), 200);
  await quayside.services.tokens.revoke(project.projectKey, project.clientId, token, 'access_token', 172_800);
  await waitUntil(async () => (await status()) === 401);
  await waitUntil(async () => (await quayside.http.send('GET', '/readyz')).status === 200);
});

test('runs the job that deletes old messages on a cluster (EVT030)', async t => {
  const connection = connectQueue(url);
  root.teardown(() => connection.disconnect());
  const queue = openQueue('retention', connection.client);
  // Scheduled runs may also happen: one at the start, and one more if the file is still running at the next time.
  const { id } = await queue.add('retention', {});
  await waitUntil(async () => (await queue.getCompleted()).some(run => run.id === id));
  // A scheduled run is neither active nor delayed while it waits for a worker.
  await waitUntil(async () => {
    const { active, waiting, delayed } = await queue.getJobCounts();
    return active === 0 && waiting === 0 && delayed === 1;
  }).catch(async (error: unknown) => {
    const [counts, jobs] = await Promise.all([queue.getJobCounts(), queue.getJobs()]);
    throw new Error(`${JSON.stringify(counts)} ${JSON.stringify(jobs)}`, { cause: error });
  });
  t.equal(await queue.getFailedCount(), 0);
  t.same(await evictionPolicies(quayside.services.redis), []);
});

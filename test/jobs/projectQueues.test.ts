import { type Job, Worker } from 'bullmq';
import { t as root, test } from '../support/tap.js';
import { projectQueueNames, scheduledQueueNames } from '../../src/jobs/queueNames.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import type { ProjectQueue, QueueRun } from '../../src/jobs/projectQueues.js';
import { connectQueue } from '../../src/base/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { waitUntil } from '../support/waitUntil.js';

// The test uses a Redis of its own, so that no other jobs are in its queues.
const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const project = await quayside.project();
const other = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const path = `/${project.projectKey}/jobs`;

const connection = connectQueue(url);
const queue = openQueue('order-indexing', connection.client);
// The retention job is disabled here, so that only the test uses this queue.
const retention = openQueue(scheduledQueueNames.retention, connection.client);
const work = ({ data }: Job): Promise<unknown> => {
  const { fails, note } = data as { readonly fails?: boolean; readonly note?: string };
  return fails === true ? Promise.reject(new Error('the shelf fell over')) : Promise.resolve(note);
};
const workers = [queue, retention].map(
  ({ name }) => new Worker(name, work, { connection: connection.client, prefix: keys.jobs, skipVersionCheck: true }),
);
root.teardown(async () => {
  await Promise.all([...workers, queue, retention].map(each => each.close()));
  connection.disconnect();
});

const kept = { attempts: 1, removeOnComplete: false, removeOnFail: false };
const addTo = async (target: typeof queue, data: object): Promise<string> => (await target.add('run', data, kept)).id!;
const add = (projectKey: string | undefined, more: object = {}) => addTo(queue, { projectKey, ...more });
const done = await add(project.projectKey, { note: 'mine-to-see' });
const failed = await add(project.projectKey, { fails: true });
const foreign = await add(other.projectKey, { note: 'not-to-be-seen', fails: true });
const ownerless = await add(undefined, { note: 'not-to-be-seen' });
const shared = [
  await addTo(retention, { projectKey: other.projectKey, note: 'not-to-be-seen' }),
  await addTo(retention, { fails: true, note: 'not-to-be-seen' }),
];
const hasEnded = (target: typeof queue, ids: readonly string[]) =>
  waitUntil(async () =>
    (await Promise.all(ids.map(id => target.getJobState(id)))).every(
      state => state === 'completed' || state === 'failed',
    ),
  );
await hasEnded(queue, [done, failed, foreign, ownerless]);
await hasEnded(retention, shared);

const read = async <Result>(below = '', client = http, base = path): Promise<readonly Result[]> =>
  ((await client.send('GET', `${base}${below}`)).json as { readonly results: readonly Result[] }).results;
const byId = (runs: readonly QueueRun[]) => new Map(runs.map(run => [run.id, run]));

test('counts the runs of a project, and of jobs for all projects', async t => {
  const queues = await read<ProjectQueue>();
  t.same(
    queues.map(({ name, isShared }) => [name, isShared]),
    [...projectQueueNames.map(name => [name, false]), ...Object.values(scheduledQueueNames).map(name => [name, true])],
  );
  matchWhole(t, queues[0], {
    waiting: 0,
    active: 0,
    completed: 1,
    failed: 1,
    last: { failure: 'the shelf fell over' },
  });
});

test('shows the data, attempts and failure of a run to its project only', async t => {
  const runs = byId(await read<QueueRun>('/order-indexing'));
  t.same([...runs.keys()].sort(), [done, failed].sort());
  const { projectKey } = project;
  matchWhole(t, runs.get(done), {
    state: 'completed',
    attempts: 1,
    attemptsMax: 1,
    progress: 0,
    data: { projectKey, note: 'mine-to-see' },
    result: 'mine-to-see',
  });
  matchWhole(t, runs.get(failed), { state: 'failed', data: { projectKey, fails: true } });
  const { reason, stacks = [] } = runs.get(failed)!.failure!;
  t.equal(reason, 'the shelf fell over');
  t.match(stacks, [/^Error: the shelf fell over\n {4}at .* \(dist\/test\/jobs\/projectQueues\.test\.js/]);
  t.notOk(stacks.join().includes(process.cwd()), 'the folder of the program is not shown');
  t.same(
    (await read<QueueRun>('/order-indexing?state=failed')).map(({ id }) => id),
    [failed],
  );
  t.same(await read('/order-indexing?state=waiting'), []);
});

test('shows a project the times of runs for all projects and not their data', async t => {
  const startDate = Date.now() + 1_800_000;
  await retention.upsertJobScheduler('retention', { every: 3_600_000, startDate }, { name: 'retention' });
  const reason = 'The run failed. The log of the server has the reason.';
  const queues = await read<ProjectQueue>();
  matchWhole(
    t,
    queues.find(({ name }) => name === 'retention'),
    { completed: 1, failed: 1, delayed: 1, everySeconds: 3_600, nextAt: new Date(startDate).toISOString() },
  );
  const { text } = await http.send('GET', `${path}/retention`);
  const runs = byId((JSON.parse(text) as { results: readonly QueueRun[] }).results);
  t.same(runs.get(shared[1]!)?.failure, { reason });
  t.same(
    [...runs.values()].map(({ state }) => state),
    ['delayed', 'completed', 'failed'],
  );
  t.notMatch(text + JSON.stringify(queues), new RegExp(`not-to-be-seen|"data"|"result"|${other.projectKey}`));
});

test('requires manage_project_settings of the project', async t => {
  const limited = await quayside.token(project, `view_project_settings:${project.projectKey}`);
  for (const [token, status] of [
    [undefined, 401],
    [await quayside.token(other), 401],
    [limited, 403],
  ] as const)
    for (const below of ['', '/order-indexing'])
      t.equal((await quayside.http.as(token ?? '').send('GET', path + below)).status, status, below);
  for (const [below, status] of [
    ['/none', 404],
    ['/order-indexing?state=lost', 400],
  ] as const)
    t.equal((await http.send('GET', path + below)).status, status, below);
  for (const method of ['POST', 'DELETE'])
    t.equal((await http.send(method, `${path}/order-indexing`)).status, 405, method);
  t.equal((await http.send('GET', path)).headers['cache-control'], 'no-store');
});

test('shows the progress of re-indexing to the project of the orders', async t => {
  // From now on, only the server works on the queue.
  await workers[0]!.close();
  const search = searchOf(quayside, project);
  await search.orders(3);
  await search.activate();
  await search.settled();
  await waitUntil(async () => (await read<ProjectQueue>())[0]!.completed === 2);
  matchWhole(
    t,
    (await read<QueueRun>('/order-indexing?state=completed')).filter(({ id }) => id !== done),
    [{ progress: 100, data: { projectKey: project.projectKey } }],
  );
  const theirs = quayside.http.as(await quayside.token(other));
  t.same(
    (await read<QueueRun>('/order-indexing', theirs, `/${other.projectKey}/jobs`)).map(({ id }) => id),
    [foreign],
  );
});

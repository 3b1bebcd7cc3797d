import { type Job, Worker } from 'bullmq';
import { t as root, test } from '../support/tap.js';
import { projectQueueNames, scheduledQueueNames } from '../../src/jobs/queueNames.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import { connectQueue } from '../../src/redis/connect.js';
import { keys } from '../../src/store/keys.js';
import { openPage, skip } from '../support/browser.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { searchOf } from '../support/search.js';
import { startQuayside } from '../support/quayside.js';
import { signIn, unexpected } from '../support/signIn.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

// A Redis of its own, because all projects share the queue and no other server must run these jobs.
const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const project = await quayside.project();
const other = await quayside.project();
const token = await quayside.token(project);
const base = `/${project.projectKey}/jobs`;

const connection = connectQueue(quayside.redisUrl);
const queue = openQueue('order-indexing', connection.client);
const work = async ({ data }: Job) => {
  if ((data as { fails?: boolean }).fails === true) throw new Error('the shelf fell over');
  return (data as { note?: string }).note;
};
const workerOf = (name: string) =>
  new Worker(name, work, { connection: connection.client, prefix: keys.jobs, skipVersionCheck: true });
const worker = workerOf('order-indexing');
// The retention job is disabled here, so that only the test uses this queue.
const retention = openQueue(scheduledQueueNames.retention, connection.client);
const retentionWorker = workerOf(scheduledQueueNames.retention);
root.teardown(async () => {
  await Promise.all([worker.close(), retentionWorker.close(), queue.close(), retention.close()]);
  connection.disconnect();
});

const add = async (projectKey: string | undefined, more: object = {}): Promise<string> =>
  (await queue.add('reindex', { projectKey, ...more }, { attempts: 1, removeOnComplete: false, removeOnFail: false }))
    .id!;
const done = await add(project.projectKey, { note: 'mine-to-see' });
const failed = await add(project.projectKey, { fails: true });
const foreign = await add(other.projectKey, { note: 'not-to-be-seen', fails: true });
const ownerless = await add(undefined, { note: 'not-to-be-seen' });
await waitUntil(async () =>
  (await Promise.all([done, failed, foreign, ownerless].map(id => queue.getJobState(id)))).every(
    state => state === 'completed' || state === 'failed',
  ),
);

const as = (given: string) => ({ headers: { cookie: `theme=dark; quayside-jobs=${given}` } });
const form = (given: string) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ token: given }).toString(),
});
const reads = (path: string) => quayside.http.send('GET', `${base}/api/${path}`, as(token));

test('shows a form without a session; a valid token sets a cookie for the page', async t => {
  const first = await quayside.http.send('GET', base);
  t.equal(first.status, 401);
  matchWhole(t, first.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': /script-src 'self'; .*form-action 'self'; frame-ancestors 'none'/,
  });
  t.match(first.text, `<form method="post" action="${base}">`);
  t.notMatch(first.text, /https?:|@\w+@|<script(?! src=)|__UI_CONFIG__/);
  const posted = await quayside.http.send('POST', base, form(` ${token}\n`));
  matchWhole(t, posted, { status: 303, headers: { location: base, 'cache-control': 'no-store' } });
  t.same(posted.headers['set-cookie'], [`quayside-jobs=${token}; Path=${base}; HttpOnly; SameSite=Strict`]);
  const page = await quayside.http.send('GET', base, as(token));
  matchWhole(t, page, { status: 200, headers: { 'cache-control': 'no-store' } });
  t.match(page.text, '__UI_CONFIG__');
  t.notMatch(page.text, /https?:|@\w+@/);
  t.equal(
    (await quayside.http.send('GET', `${base}/queue/order-indexing`, as(token))).text,
    page.text,
    'each path below returns the page',
  );
});

test('sets a Secure cookie over TLS', async t => {
  const behind = await startQuayside({ REDIS_URL: url, BEHIND_TLS_PROXY: 'true' });
  const posted = await behind.http.send('POST', base, form(token));
  matchWhole(t, posted.headers['set-cookie'], [/; Secure$/]);
  await behind.stop();
});

test('requires manage_project_settings for the page and its requests', async t => {
  const limitedToken = await quayside.token(project, `view_project_settings:${project.projectKey}`);
  const foreignToken = await quayside.token(other);
  for (const [given, status, message] of [
    ['unknown-token', 401, /unknown, expired or revoked/],
    [foreignToken, 401, /was issued for another project/],
    [limitedToken, 403, /Insufficient scope/],
  ] as const) {
    t.equal((await quayside.http.send('GET', base, as(given))).status, status);
    t.equal((await quayside.http.send('GET', `${base}/api/queues`, as(given))).status, status);
    const refused = await quayside.http.send('POST', base, form(given));
    t.equal(refused.status, status);
    t.equal(refused.headers['set-cookie'], undefined);
    t.match(refused.text, message);
  }
  t.equal((await quayside.http.send('POST', base, form('"><script>'))).status, 401);
  t.equal((await quayside.http.send('GET', `${base}?token=${token}`)).status, 401, 'a token in the URL is refused');
  t.equal(
    (await quayside.http.as(token).send('GET', `${base}/api/queues`)).status,
    200,
    'a token in the header is accepted',
  );
  t.equal(
    (await quayside.http.send('GET', `/${project.projectKey}/orders`, as(token))).status,
    401,
    'other endpoints ignore the cookie',
  );
  matchWhole(t, (await quayside.http.send('GET', `${base}/api/queues`)).json, { errors: [{ code: 'invalid_token' }] });
  const hostile = await quayside.http.send('GET', '/%22%3E%3Cscript%3E/jobs');
  t.equal(hostile.status, 404);
  t.match(hostile.headers['content-type'], /^application\/json/, 'the text of the path is no page');
});

interface Shown {
  readonly queues: readonly {
    readonly name: string;
    readonly counts: Record<string, number>;
    readonly readOnlyMode: boolean;
    readonly jobs: readonly { readonly id: string }[];
  }[];
}

test('shows a project only its own jobs', async t => {
  const { json, text } = await reads('queues?activeQueue=order-indexing&status=latest&page=1&jobsPerPage=10');
  const { queues } = json as Shown;
  t.same(
    queues.map(({ name }) => name),
    [...projectQueueNames, ...Object.values(scheduledQueueNames)],
  );
  matchWhole(t, queues[0], { readOnlyMode: true, counts: { completed: 1, failed: 1, active: 0, waiting: 0 } });
  t.same(queues[0]!.jobs.map(({ id }) => id).sort(), [done, failed].sort());
  t.match(text, 'mine-to-see');
  t.notMatch(text, /not-to-be-seen/);
  t.same(
    (
      (await reads('queues?activeQueue=order-indexing&status=failed&page=1&jobsPerPage=10')).json as Shown
    ).queues[0]!.jobs.map(({ id }) => id),
    [failed],
  );
  matchWhole(t, (await reads(`queues/order-indexing/${failed}`)).json, {
    job: { id: failed, failedReason: 'the shelf fell over', stacktrace: [] },
    status: 'failed',
  });
  for (const id of [foreign, ownerless, 'none']) {
    t.equal((await reads(`queues/order-indexing/${id}`)).status, 404, id);
    t.equal((await reads(`queues/order-indexing/${id}/flow`)).status, 404, id);
    t.same((await reads(`queues/order-indexing/${id}/logs`)).json, []);
  }
  await queue.addJobLog(foreign, 'not-to-be-seen');
  await queue.addJobLog(done, 'walked');
  t.same((await reads(`queues/order-indexing/${foreign}/logs`)).json, []);
  t.same((await reads(`queues/order-indexing/${done}/logs`)).json, ['walked']);
});

test('shows a project the times of shared runs and not their data', async t => {
  const ran = await Promise.all(
    [{ projectKey: other.projectKey, note: 'not-to-be-seen' }, { fails: true }].map(
      async data =>
        (await retention.add('retention', data, { attempts: 1, removeOnComplete: false, removeOnFail: false })).id!,
    ),
  );
  await waitUntil(async () =>
    (await Promise.all(ran.map(id => retention.getJobState(id)))).every(
      state => state === 'completed' || state === 'failed',
    ),
  );
  await retention.addJobLog(ran[0]!, 'not-to-be-seen');
  await retention.upsertJobScheduler(
    'retention',
    { every: 3_600_000, startDate: Date.now() + 1_800_000 },
    { name: 'retention' },
  );
  const { json, text } = await reads('queues?activeQueue=retention&status=latest&page=1&jobsPerPage=10');
  matchWhole(
    t,
    (json as Shown).queues.find(({ name }) => name === 'retention'),
    { readOnlyMode: true, counts: { completed: 1, failed: 1 } },
  );
  t.notMatch(text, new RegExp(`not-to-be-seen|shelf|${other.projectKey}`));
  matchWhole(t, (await reads(`queues/retention/${ran[1]!}`)).json, {
    job: { failedReason: /^The run failed\. / },
    status: 'failed',
  });
  t.same((await reads(`queues/retention/${ran[0]!}/logs`)).json, []);
  const { schedulers } = (await reads('job-schedulers')).json as { readonly schedulers: readonly object[] };
  matchWhole(
    t,
    schedulers.filter(each => (each as { queueName: string }).queueName === 'retention'),
    [{ name: 'retention', every: 3_600_000 }],
  );
});

test('hides the deployment and allows no changes', async t => {
  t.equal((await reads('redis/stats')).status, 403);
  t.equal((await reads('queues/order-indexing/workers')).status, 403);
  matchWhole(t, (await reads('queues/order-indexing/metrics')).json, { completed: { data: [] }, failed: { data: [] } });
  t.equal((await reads('queues/none/metrics')).status, 404);
  for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'])
    for (const path of [
      `queues/order-indexing/${failed}/retry`,
      `queues/order-indexing/${failed}/clean`,
      'queues/order-indexing/empty',
      'queues/pause',
      'queues/order-indexing/add',
    ])
      t.equal((await quayside.http.send(method, `${base}/api/${path}`, as(token))).status, 405, `${method} ${path}`);
  t.equal((await reads('other')).status, 404);
  t.equal(await queue.getJobState(failed), 'failed');
});

test('serves the assets of the page itself', async t => {
  const page = await quayside.http.send('GET', base, as(token));
  const parts = [...page.text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path!);
  t.ok(parts.length >= 4);
  for (const part of [
    ...parts,
    'static/signIn.css',
    'static/signIn.js',
    'static/board.css',
    'static/keepSession.js',
    'static/locales/en-GB/messages.json',
  ])
    t.equal((await quayside.http.send('GET', `${base}/${part}`)).status, 200, part);
  const script = await quayside.http.send('GET', `${base}/${parts.find(part => part.endsWith('.js'))!}`);
  matchWhole(t, script.headers, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  for (const path of ['other.js', '..%2findex.ejs', '%2e%2e/%2e%2e/package.json', 'js'])
    t.equal((await quayside.http.send('GET', `${base}/static/${path}`)).status, 404, path);
});

test('shows the jobs in a browser', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await signIn(page, project);
  await page.goto(`${quayside.address}${base}`);
  await page.getByText('order-indexing').first().waitFor();
  t.equal(page.url(), `${quayside.address}${base}`);
  await page.goto(`${quayside.address}${base}/queue/order-indexing?status=failed`);
  await page.getByText('reindex').first().waitFor();
  t.match(await page.innerText('body'), 'the shelf fell over');
  t.notMatch(await page.content(), /not-to-be-seen/);
  t.equal(
    await page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie),
    '',
    'scripts cannot read the cookie',
  );
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('shows the progress of re-indexing to the project of the orders', async t => {
  // From here on only the server works on the queue.
  await worker.close();
  const search = searchOf(quayside, project);
  await search.orders(3);
  await search.activate();
  await search.settled();
  const shown = async (key: string, given: string) =>
    (
      (
        await quayside.http.send(
          'GET',
          `/${key}/jobs/api/queues?activeQueue=order-indexing&status=latest&page=1&jobsPerPage=10`,
          as(given),
        )
      ).json as Shown
    ).queues[0]!;
  await waitUntil(async () => (await shown(project.projectKey, token)).counts.completed === 2);
  matchWhole(
    t,
    (await shown(project.projectKey, token)).jobs.filter(({ id }) => id !== done && id !== failed),
    [{ name: 'order-indexing', progress: 100, data: { projectKey: project.projectKey } }],
  );
  matchWhole(t, await shown(other.projectKey, await quayside.token(other)), {
    counts: { completed: 0, failed: 1 },
    jobs: [{ id: foreign }],
  });
});

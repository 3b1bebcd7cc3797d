import { pino } from 'pino';
import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { openQueue, projectRunId } from '../../src/jobs/openQueue.js';
import { sampleShopQueueName } from '../../src/jobs/queueNames.js';
import { sampleShopJob, requestSampleShop, type SampleShopStatus } from '../../src/jobs/sampleShopJob.js';
import { createSampleShop } from '../../src/server/sampleShop.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { matchWhole } from '../support/matchWhole.js';
import { waitUntil } from '../support/waitUntil.js';

const { quayside, redis } = await startConsole();
const { services } = quayside;
const console = consoleOf(quayside);
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
await createAccount(quayside, { email: 'vic@example.com', role: 'viewer' });
const administrator = await console().signIn('ana@example.com');
const orders = 12;
const completed = { state: 'completed', percent: 100, customerPassword: 'Wanderlust-2024' };
const shopMs = 120_000;

const statusOf = async (projectKey: string): Promise<SampleShopStatus> =>
  (await administrator.send('GET', `/-/sample-shops/${projectKey}`)).json as SampleShopStatus;

const ended = async (projectKey: string): Promise<SampleShopStatus> => {
  await waitUntil(async () => ['completed', 'failed'].includes((await statusOf(projectKey)).state), shopMs, 200);
  return statusOf(projectKey);
};

const noShopText = (projectKey: string, typeId: string, count: number): string =>
  `The project '${projectKey}' already has resources of the type ${typeId} (${count}). ` +
  'A shop needs a project without any: quayside project create KEY makes one, and ' +
  'so does the administration console.';

test('writes a sample shop by a job of the server, once, and activates order search', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  t.strictSame(await statusOf(projectKey), { state: 'none', percent: 0 });
  const answers = await Promise.all(
    [1, 2].map(() => administrator.send('POST', '/-/sample-shops', { projectKey, orders })),
  );
  // The later one begins the shop too, or finds it waiting, running or, on a slow machine, partly written.
  t.ok(answers.some(({ status }) => status === 201));
  t.strictSame(await ended(projectKey), completed);
  const http = quayside.http.as(await quayside.token(credentials));
  matchWhole(t, (await http.send('GET', `/${projectKey}/orders?limit=1`)).json, { total: orders });
  if (await services.engine.hasSearchModule(projectKey))
    matchWhole(t, (await http.send('GET', `/${projectKey}`)).json, {
      searchIndexing: { orders: { status: 'Activated' } },
    });
  assertError(t, await administrator.send('POST', '/-/sample-shops', { projectKey, orders }), 'InvalidOperation', {
    message: noShopText(projectKey, 'type', 4),
  });
  const { json } = await administrator.send('GET', `/-/audit?event=sampleShopRequested&projectKey=${projectKey}`);
  matchWhole(t, (json as { results: object[] }).results[0], {
    event: 'sampleShopRequested',
    account: { email: 'ana@example.com' },
    projectKey,
  });
});

test('writes a sample shop in a project whose key is a number', async t => {
  const { projectKey } = await quayside.project({ key: '4711' });
  t.equal((await administrator.send('POST', '/-/sample-shops', { projectKey, orders: 1 })).status, 201);
  t.strictSame(await ended(projectKey), completed);
});

test('says why a sample shop could not be written, after one attempt', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  await http.send('POST', `/${projectKey}/zones`, { body: { name: 'Europe', locations: [] } });
  await requestSampleShop(redis, { projectKey, orders });
  t.strictSame(await ended(projectKey), { state: 'failed', percent: 0, failure: noShopText(projectKey, 'zone', 1) });
  const queue = openQueue(sampleShopQueueName, redis);
  t.teardown(() => queue.close());
  t.equal((await queue.getJob(projectRunId(projectKey)))?.attemptsMade, 1);
});

test('fails when its process stops, and when another process takes it over', async t => {
  const { projectKey } = await quayside.project();
  const job = sampleShopJob({ services, log: pino({ level: 'silent' }), createShop: createSampleShop });
  const run = { data: { projectKey, orders }, hasStartedBefore: false, progress: () => Promise.resolve() };
  const message =
    `The server stopped while it wrote the sample shop. The project '${projectKey}' may have a part of it, ` +
    'which cannot be completed: create another project for a whole one.';
  await t.rejects(job.run(AbortSignal.abort(), run), { message });
  await t.rejects(job.run(new AbortController().signal, { ...run, hasStartedBefore: true }), { message });
});

test('refuses sample shops without a permission', async t => {
  const { projectKey } = await quayside.project();
  const vic = await console().signIn('vic@example.com');
  const path = `/-/sample-shops/${projectKey}`;
  for (const [browser, method, at, body, status, message] of [
    [console(), 'GET', path, undefined, 401, /^The session is missing or has ended/],
    [vic, 'GET', path, undefined, 403, /^The session lacks the permission manage_projects/],
    [vic, 'POST', '/-/sample-shops', { projectKey, orders }, 403, /^The session lacks the permission/],
    [administrator, 'GET', '/-/sample-shops/nothing', undefined, 404, "The project 'nothing' was not found."],
    [administrator, 'POST', '/-/sample-shops', { projectKey: '{', orders }, 404, "The project '{' was not found."],
    [administrator, 'POST', '/-/sample-shops', { projectKey, orders: 0 }, 400, /orders/],
    [administrator, 'POST', '/-/sample-shops', { projectKey, orders: 5_001 }, 400, /orders/],
    [administrator, 'POST', '/-/sample-shops', { projectKey }, 400, /orders/],
    [administrator, 'POST', '/-/sample-shops', { projectKey, orders, seed: 1 }, 400, /^The member 'seed' is not known/],
  ] as const) {
    const answer = await browser.send(method, at, body);
    t.equal(answer.status, status, `${method} ${at}`);
    t.match((answer.json as { message: string }).message, message);
  }
  t.strictSame(await statusOf(projectKey), { state: 'none', percent: 0 });
});

/** Scheduled, failing and counted runs of jobs on real queues. */
import { randomUUID } from 'node:crypto';
import { test } from '../../support/tap.js';
import { pino } from 'pino';
import { openQueue } from '../../../src/jobs/openQueue.js';
import { JobQueues } from '../../../src/jobs/JobQueues.js';
import { retentionJob } from '../../../src/jobs/retentionJob.js';
import { evictionPolicies } from '../../../src/base/redis/serverChecks.js';
import { keys } from '../../../src/store/keys.js';
import { scrape, valueIn } from '../../support/metrics.js';
import { matchWhole } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';
import { silent, startRetentionShop } from './retentionShop.js';

const shop = await startRetentionShop();
const { client, engine, importOrder, messageCount, metricsPort, quayside, queue, redis, url } = shop;

test('runs a scheduled job once for two servers and one run at a time', async t => {
  const name = `once-${randomUUID()}`;
  let [runs, now, most] = [0, 0, 0];
  const job = {
    name,
    everyMs: 3_600_000,
    run: async () => {
      most = Math.max(most, ++now);
      // The pause gives a second run the time to overlap, which must not happen.
      await new Promise(resolve => setTimeout(resolve, 50));
      now--;
      runs++;
    },
  };
  const servers = [new JobQueues({ redisUrl: url }, [job], silent), new JobQueues({ redisUrl: url }, [job], silent)];
  await waitUntil(() => runs === 1);
  const queueOfJob = openQueue(name, client);
  await queueOfJob.addBulk([1, 2, 3, 4].map(() => ({ name, data: {} })));
  await waitUntil(async () => (await queueOfJob.getJobCounts()).completed === 5);
  t.same([runs, most], [5, 1]);
  const { completed, delayed, failed, waiting } = await queueOfJob.getJobCounts();
  t.same({ completed, delayed, failed, waiting }, { completed: 5, delayed: 1, failed: 0, waiting: 0 });
  await queueOfJob.close();
  await Promise.all(servers.map(server => server.stop()));
});

test('runs a scheduled job again after a clock was ahead for a moment', async t => {
  const name = `ahead-${randomUUID()}`;
  let runs = 0;
  const job = { name, everyMs: 300, run: async () => void runs++ };
  const { now } = Date;
  const clock = t.intercept(Date, 'now', { value: () => now() + 365 * 86_400_000 });
  const server = new JobQueues({ redisUrl: url }, [job], silent);
  await waitUntil(() => runs > 1);
  clock.restore();
  const before = runs;
  await waitUntil(() => runs > before + 2);
  await server.stop();
});

test('schedules a job after Redis refused it at the start', async t => {
  await redis.call('CONFIG', 'SET', 'min-replicas-to-write', '9');
  const refusals: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void refusals.push(line) });
  let runs = 0;
  const job = { name: `refused-${randomUUID()}`, everyMs: 3_600_000, run: async () => void runs++ };
  const server = new JobQueues({ redisUrl: url }, [job], log);
  t.teardown(() => server.stop());
  await waitUntil(() => refusals.some(line => line.includes('job queue error') && line.includes('NOREPLICAS')));
  await redis.call('CONFIG', 'SET', 'min-replicas-to-write', '0');
  await waitUntil(() => runs === 1);
});

test('logs and retries a failed run without delaying other projects', async t => {
  const [broken, whole] = [await quayside.project(), await quayside.project()];
  await importOrder(broken, 2, 20);
  await importOrder(whole, 2, 20);
  const list = keys.ids(broken.projectKey, 'message');
  await redis.rename(list, `${list}:renamed`);
  await redis.set(list, 'no list');
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const name = `failing-${randomUUID()}`;
  const job = retentionJob({
    engine,
    log,
    everyMinutes: 60,
    historyDays: 0,
    projectKeys: async () => [broken.projectKey, whole.projectKey],
  });
  const server = new JobQueues({ redisUrl: url }, [{ ...job, name }], log);
  t.teardown(() => server.stop());
  await waitUntil(() => lines.some(({ msg }) => msg === 'job failed'));
  t.same([await redis.exists(`${list}:renamed`), await messageCount(whole)], [1, 0]);
  // The job may already be retried on a slow machine.
  const firstRun = lines.slice(0, lines.findIndex(({ msg }) => msg === 'job failed') + 1);
  matchWhole(t, firstRun, [
    { level: 50, projectKey: broken.projectKey, typeId: 'message', err: { message: /WRONGTYPE/ } },
    { level: 30, projectKey: whole.projectKey, typeId: 'message', count: 2 },
    { level: 50, job: name, attempt: 1, attempts: 5, err: { message: 'retention failed in 1 places' } },
  ]);
  await redis.rename(`${list}:renamed`, list);
  await waitUntil(() => lines.some(({ projectKey, count }) => projectKey === broken.projectKey && count === 2));
  t.equal(await messageCount(broken), 0);
});

test('counts a failed run once, after its last attempt', async t => {
  const broken = await quayside.project();
  await redis.set(keys.ids(broken.projectKey, 'message'), 'no list');
  const failures = async (): Promise<number | undefined> =>
    valueIn(await scrape(metricsPort), 'quayside_job_failures_total{queue="retention"}');
  await waitUntil(async () => (await failures()) !== undefined);
  const before = (await failures())!;
  for (const [at, attempts] of [1, 3].entries()) {
    const job = await queue.add('retention', {}, { attempts, backoff: 1 });
    await waitUntil(async () => await job.isFailed());
    await waitUntil(async () => (await failures()) === before + at + 1);
  }
  t.equal(await failures(), before + 2);
  await redis.del(keys.ids(broken.projectKey, 'message'));
});

test('finds an eviction policy that may delete data', async t => {
  t.same(await evictionPolicies(redis), []);
  await redis.call('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  t.same(await evictionPolicies(redis), ['allkeys-lru']);
});

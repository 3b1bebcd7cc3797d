import { test } from '../support/tap.js';
import type { QueueOverview } from '../../src/jobs/readQueueOverviews.js';
import {
  categoryMovesQueueName,
  definitionChangesQueueName,
  fieldIndexQueueName,
  indexingQueueName,
  sampleShopQueueName,
  verificationQueueName,
} from '../../src/jobs/queueNames.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import { runHere } from '../support/runHere.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url, RETENTION_MINUTES: '60' });
const environment = { REDIS_URL: url, ENCRYPTION_KEY: 'a key of thirty-two characters, for tests' };
const jobs = (...args: string[]) => runHere(['jobs', ...args], environment);
const queues = async (...args: string[]): Promise<QueueOverview[]> =>
  JSON.parse((await jobs('list', '--json', ...args)).stdout) as QueueOverview[];
const queue = openQueue(indexingQueueName, quayside.services.redis);

test('lists queues with their schedules and last runs', async t => {
  const readRetention = async () => (await queues()).find(({ name }) => name === 'retention');
  await waitUntil(async () => {
    const found = await readRetention();
    return found?.last !== undefined && found.active === 0;
  });
  const retention = (await readRetention())!;
  matchWhole(t, retention, { everySeconds: 3_600, active: 0, failed: 0, last: { endedAt: /^20/ } });
  t.ok(
    Date.parse(retention.nextAt!) > Date.now() && Date.parse(retention.nextAt!) < Date.now() + 3_600_000,
    'the next run is within an hour',
  );
  const { stdout } = await jobs('list');
  t.match(
    stdout,
    /retention: 0 running, 0 waiting, 1 delayed, \d+ completed, 0 failed\n {2}every 1 h, next 20\S+; last run 20\S+\n/,
  );
  t.match(stdout, /order-indexing: .*\n {2}on request; last run: unknown\n/);
});

test('lists only the jobs of the given project', async t => {
  const [one, other] = [await quayside.project(), await quayside.project()];
  const search = searchOf(quayside, one);
  await search.orders(3);
  await search.activate();
  await search.settled();
  await waitUntil(async () => (await queues('--project', one.projectKey))[3]?.completed === 1);
  matchWhole(t, await queues('--project', one.projectKey), [
    { name: categoryMovesQueueName, completed: 0, last: undefined },
    { name: definitionChangesQueueName, completed: 0, last: undefined },
    { name: fieldIndexQueueName, completed: 0, last: undefined },
    { name: indexingQueueName, last: { endedAt: /^20/ } },
    { name: sampleShopQueueName, completed: 0, last: undefined },
    { name: verificationQueueName, completed: 0, last: undefined },
  ]);
  matchWhole(t, await queues('--project', other.projectKey), [
    { name: categoryMovesQueueName, completed: 0, last: undefined },
    { name: definitionChangesQueueName, completed: 0, last: undefined },
    { name: fieldIndexQueueName, completed: 0, last: undefined },
    { name: indexingQueueName, completed: 0, last: undefined },
    { name: sampleShopQueueName, completed: 0, last: undefined },
    { name: verificationQueueName, completed: 0, last: undefined },
  ]);
  matchWhole(t, await jobs('list', '--project', 'no-such-project'), { code: 1, stdout: '', stderr: /was not found/ });
});

test('shows a running job with its project and progress', async t => {
  const { projectKey } = await quayside.project();
  const queued = await queue.add(
    indexingQueueName,
    { projectKey, jobId: 'none' },
    { jobId: `${projectKey}-shown`, delay: 3_600_000 },
  );
  // Moves the run to active, like a worker; without a lock it would count as stalled after a while.
  await quayside.services.redis.set(`${queue.toKey(queued.id!)}:lock`, 'test', 'PX', 600_000);
  await quayside.services.redis.zrem(queue.toKey('delayed'), queued.id!);
  await quayside.services.redis.lpush(queue.toKey('active'), queued.id!);
  await quayside.services.redis.hset(queue.toKey(queued.id!), 'processedOn', Date.now());
  await queued.updateProgress(40);
  matchWhole(t, await queues('--project', projectKey), [
    { name: categoryMovesQueueName, active: 0, running: [] },
    { name: definitionChangesQueueName, active: 0, running: [] },
    { name: fieldIndexQueueName, active: 0, running: [] },
    { name: indexingQueueName, active: 1, running: [{ projectKey, percent: 40, startedAt: /^20/ }] },
    { name: sampleShopQueueName, active: 0, running: [] },
    { name: verificationQueueName, active: 0, running: [] },
  ]);
  t.match((await jobs('list')).stdout, new RegExp(`running for ${projectKey} since 20\\S+ {2}█{12}░{18} 40%`));
  await quayside.services.redis.lrem(queue.toKey('active'), 1, queued.id!);
});

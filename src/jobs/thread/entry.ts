/**
 * Entry of the background thread: runs the jobs, the indexer of order search, and the periodic tasks that find missed
 * work.
 */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { dropUnusedIndexes } from '../../indexing/dropUnusedIndexes.js';
import { Indexer } from '../../indexing/Indexer.js';
import { IndexLagNotifier } from '../../indexing/IndexLagNotifier.js';
import { IndexNotificationListener } from '../../indexing/IndexNotificationListener.js';
import { PeriodicTasks } from '../../indexing/PeriodicTasks.js';
import { CompletenessChecks } from '../../indexing/CompletenessChecks.js';
import { reconcileSearch } from '../../indexing/reconcileSearch.js';
import { sweepFieldIndexes } from '../../indexing/sweepFieldIndexes.js';
import { sweepProjects } from '../../indexing/sweepProjects.js';
import { threadLog } from '../../log/threadLog.js';
import { answerThreadSurvey } from '../../metrics/answerThreadSurvey.js';
import { documentsOf } from '../../search/documentsOf.js';
import { openServices } from '../../services/services.js';
import { keys } from '../../store/keys.js';
import { startJobs } from '../startJobs.js';
import { BackgroundMetrics } from './BackgroundMetrics.js';
import type { BackgroundThreadData, FromBackgroundThread, ToBackgroundThread } from './message.js';
import { collectWhenIdle } from '../../memory/collectWhenIdle.js';
import { entryLimit } from '../../memory/entryLimit.js';

const port = parentPort;
if (port === null) throw new Error('the background thread runs as a worker thread only');
const { options, retentionMinutes, searchIdleDays, logLevel, intervals } = workerData as BackgroundThreadData;
const post = (message: FromBackgroundThread): void => port.postMessage(message);
const log = threadLog(logLevel, line => post({ is: 'line', line }));

const fieldIndexSweepMs = 2_000;
const reconcileMs = 60_000;

const services = await openServices(options, log);
collectWhenIdle();
void answerThreadSurvey(options, Promise.resolve(services));
const { engine, redis, search, fieldIndexes } = services;
const { states, indexes } = search;
const documents = (projectKey: string, ids: readonly string[]) => documentsOf(engine, projectKey, ids);
const projectKeys = (): Promise<string[]> => redis.smembers(keys.projects);

const metrics = new BackgroundMetrics({
  countPendingOrders: async () => {
    const counts = await Promise.all(
      (await states.registeredProjects()).map(projectKey => states.markCount(projectKey)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  },
  queueCounts: () => jobs.runCounts(),
});

const jobs = startJobs({
  services,
  documentsOf: documents,
  log,
  retentionMinutes,
  searchIdleDays,
  takeOverMs: intervals.takeOverMs,
  projectKeys,
  connection: options,
  onJobFailed: queue => metrics.countJobFailure(queue),
});
const enqueue = (projectKey: string, jobId: string): Promise<void> => jobs.requestIndexing(projectKey, jobId);
/** Indexing jobs that were added to their queue a moment ago. */
const recentlyEnqueued = new LRUCache<string, true>({ ...entryLimit(1_000), ttl: 10_000 });

const enqueueOnce = (projectKey: string, jobId: string): void => {
  if (recentlyEnqueued.has(jobId)) return;
  recentlyEnqueued.set(jobId, true);
  enqueue(projectKey, jobId).catch((error: unknown) => {
    recentlyEnqueued.delete(jobId);
    log.debug({ err: error, projectKey }, 'adding an indexing job to its queue failed');
  });
};

const lagNotifier = new IndexLagNotifier(options.redisUrl);
const indexer = new Indexer({
  states,
  indexes,
  documentsOf: documents,
  log,
  holder: randomUUID(),
  observeLag: seconds => metrics.observeIndexLag(seconds),
  onLagRead: (projectKey, lagMs) => lagNotifier.notify({ projectKey, lagMs }),
  onIndexMissing: projectKey => {
    search
      .rebuildMissingIndex(projectKey)
      .catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'requesting the rebuild of a missing search index failed'),
      );
  },
  onStateRead: (projectKey, state) => {
    if (state?.jobId !== undefined) enqueueOnce(projectKey, state.jobId);
    if (state === undefined)
      dropUnusedIndexes(search, projectKey).catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'dropping unused search indexes failed'),
      );
  },
});
const listener = new IndexNotificationListener(options.redisUrl, keysOfProjects => {
  for (const projectKey of keysOfProjects) indexer.notify(projectKey);
});
const checks = new CompletenessChecks({ indexes });
const tasks = new PeriodicTasks(log, [
  { name: 'sweep', everyMs: intervals.sweepMs, run: () => sweepProjects({ states, indexes, indexer, log }) },
  {
    name: 'fieldIndexes',
    everyMs: fieldIndexSweepMs,
    run: () =>
      sweepFieldIndexes({
        store: services.store,
        fieldIndexes,
        log,
        enqueue: projectKey => jobs.requestFieldIndexing(projectKey),
      }),
  },
  {
    name: 'reconcile',
    everyMs: reconcileMs,
    run: () => reconcileSearch({ search, store: services.store, checks, log, projectKeys, enqueue }),
  },
]);

const stop = async (): Promise<void> => {
  listener.close();
  await Promise.all([tasks.stop(), jobs.stop(), indexer.stop()]);
  lagNotifier.close();
  await services.close();
  // Libraries leave timers that would keep the thread alive.
  setImmediate(() => process.exit(0));
};

port.on('message', (message: ToBackgroundThread) => {
  if (message.do === 'stop') void stop();
  else
    metrics.text().then(
      text => post({ is: 'metrics', text }),
      () => post({ is: 'metrics', text: '' }),
    );
});
post({ is: 'ready' });

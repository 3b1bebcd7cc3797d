/** The background's entry: jobs, the indexer of order search, and rounds that find what was left undone. */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { startJobs } from '../startJobs.js';
import { threadLog } from '../../log/threadLog.js';
import { answerThreadSurvey } from '../../metrics/answerThreadSurvey.js';
import { createBackgroundMetrics } from './BackgroundMetrics.js';
import { documentsOf } from '../../search/document/documentsOf.js';
import { openServices } from '../../services/services.js';
import { keys } from '../../store/keys.js';
import { createIndexer } from '../../indexing/Indexer.js';
import type { BackgroundThreadData, FromBackgroundThread, ToBackgroundThread } from './message.js';
import { listenForIndexNotifications } from '../../indexing/IndexNotifier.js';
import { startPeriodicTasks } from '../../indexing/PeriodicTasks.js';
import { reconcileSearch } from '../../indexing/reconcileSearch.js';
import { dropUnusedIndexes, sweepProjects } from '../../indexing/sweepProjects.js';

const { options, retentionMinutes, searchIdleDays, logLevel } = workerData as BackgroundThreadData;
const post = (message: FromBackgroundThread): void => parentPort!.postMessage(message);
const log = threadLog(logLevel, line => post({ is: 'line', line }));

/** Soon enough for what nobody told of; told marks wait for no round. */
const sweepMs = 5_000;
const reconcileMs = 60_000;

const services = await openServices(options, log);
void answerThreadSurvey(options, Promise.resolve(services));
const { engine, redis, search } = services;
const { states, indexes } = search;
const documents = (projectKey: string, ids: readonly string[]) => documentsOf(engine, projectKey, ids);
const projectKeys = (): Promise<string[]> => redis.smembers(keys.projects);

const metrics = createBackgroundMetrics({
  countPendingOrders: async () =>
    (await Promise.all((await states.registeredProjects()).map(states.markCount))).reduce(
      (sum, count) => sum + count,
      0,
    ),
  queueCounts: () => jobs.runCounts(),
});

const jobs = startJobs({
  services,
  documentsOf: documents,
  log,
  retentionMinutes,
  searchIdleDays,
  projectKeys,
  redisUrl: options.redisUrl,
  onJobFailed: metrics.countJobFailure,
});
const enqueue = (projectKey: string, jobId: string): Promise<void> => jobs.requestIndexing(projectKey, jobId);
/** Jobs that were put into their queue just now. */
const asked = new LRUCache<string, true>({ max: 1_000, ttl: 10_000 });

const enqueueOnce = (projectKey: string, jobId: string): void => {
  if (asked.has(jobId)) return;
  asked.set(jobId, true);
  enqueue(projectKey, jobId).catch((error: unknown) => {
    asked.delete(jobId);
    log.debug({ err: error, projectKey }, 'a job was not put into its queue');
  });
};

const indexer = createIndexer({
  states,
  indexes,
  documentsOf: documents,
  log,
  holder: randomUUID(),
  observeLag: metrics.observeIndexLag,
  onIndexMissing: projectKey => {
    search
      .rebuildMissingIndex(projectKey)
      .catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'a search index that was lost is not built yet'),
      );
  },
  onStateRead: (projectKey, state) => {
    if (state?.job !== undefined) enqueueOnce(projectKey, state.job);
    if (state === undefined)
      dropUnusedIndexes(search, projectKey).catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'indexes were not dropped'),
      );
  },
});
const hearer = listenForIndexNotifications(options.redisUrl, heard => heard.forEach(indexer.notify));
const round = startPeriodicTasks(log, [
  { everyMs: sweepMs, run: () => sweepProjects({ states, indexes, indexer, log }) },
  { everyMs: reconcileMs, run: () => reconcileSearch({ search, store: services.store, log, projectKeys, enqueue }) },
]);

const stop = async (): Promise<void> => {
  hearer.close();
  await Promise.all([round.stop(), jobs.stop(), indexer.stop()]);
  await services.close();
  // Libraries hold timers that nobody waits for any more.
  setImmediate(() => process.exit(0));
};

parentPort!.on('message', (message: ToBackgroundThread) => {
  if (message.do === 'stop') void stop();
  else
    metrics.text().then(
      text => post({ is: 'metrics', text }),
      () => post({ is: 'metrics', text: '' }),
    );
});
post({ is: 'ready' });

/**
 * Entry of the background thread: runs the jobs, the indexers of the searches, and the periodic tasks that find missed
 * work.
 */
import { sumOf } from '../../base/lists.js';
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { dropUnusedIndexes, markPassedTimes, sweepProjects } from '../../search/indexing/sweepProjects.js';
import { Indexer } from '../../search/indexing/Indexer.js';
import { IndexLagNotifier, IndexNotificationListener } from '../../search/indexing/IndexNotifier.js';
import { type PeriodicTask, PeriodicTasks } from '../../search/indexing/PeriodicTasks.js';
import { CompletenessChecks, reconcileSearch } from '../../search/indexing/reconcileSearch.js';
import { sweepFieldIndexes } from '../../search/indexing/fieldIndexes.js';
import { threadLog } from '../../base/observe/log/threadLog.js';
import { answerThreadSurvey } from '../../base/observe/metrics/ThreadSurvey.js';
import { required } from '../../base/errors/ApiError.js';
import type { TypeSearch } from '../../search/TypeSearch.js';
import { openServices } from '../../services/services.js';
import { keys } from '../../store/keys.js';
import { startJobs } from '../../jobs/startJobs.js';
import { BackgroundMetrics } from './BackgroundMetrics.js';
import type { BackgroundThreadData, FromBackgroundThread, ToBackgroundThread } from './BackgroundThread.js';
import { collectWhenIdle } from '../../base/memory/collectWhenIdle.js';
import { entryLimit } from '../../base/memory/ReadCache.js';

const port = parentPort;
if (port === null) throw new Error('the background thread runs as a worker thread only');
const { options, retentionMinutes, searchIdleDays, logLevel, intervals } = workerData as BackgroundThreadData;
const post = (message: FromBackgroundThread): void => port.postMessage(message);
const log = threadLog(logLevel, line => post({ is: 'line', line }));

const fieldIndexSweepMs = 2_000;
const reconcileMs = 60_000;
const passedTimesMs = 2_000;

const services = await openServices(options, log);
collectWhenIdle();
void answerThreadSurvey(options, Promise.resolve(services));
const { engine, redis, fieldIndexes } = services;
const searches = [...services.searches.values()];
const documentsOf = ({ type }: TypeSearch, projectKey: string, ids: readonly string[]) =>
  type.documentsOf(engine, projectKey, ids);
const projectKeys = (): Promise<string[]> => redis.smembers(keys.projects);

const metrics = new BackgroundMetrics({
  countPending: async () => sumOf(await Promise.all(searches.map(({ states }) => states.totalMarkCount()))),
  queueCounts: () => jobs.runCounts(),
});

const jobs = startJobs({
  services,
  documentsOf,
  // Loaded when it is needed: it brings the routes of the API.
  createShop: async (...args) => (await import('../sampleShop.js')).createSampleShop(...args),
  log,
  retentionMinutes,
  historyDays: options.historyDays,
  searchIdleDays,
  takeOverMs: intervals.takeOverMs,
  projectKeys,
  connection: options,
  onJobFailed: queue => metrics.countJobFailure(queue),
});
/** Indexing jobs that were added to their queue a moment ago. */
const recentlyEnqueued = new LRUCache<string, true>({ ...entryLimit(1_000), ttl: 10_000 });

const enqueueOnce = (projectKey: string, typeId: string, jobId: string): void => {
  if (recentlyEnqueued.has(jobId)) return;
  recentlyEnqueued.set(jobId, true);
  jobs.requestIndexing(projectKey, typeId, jobId).catch((error: unknown) => {
    recentlyEnqueued.delete(jobId);
    log.debug({ err: error, projectKey }, 'adding an indexing job to its queue failed');
  });
};

const lagNotifier = new IndexLagNotifier(options.redisUrl);
const createIndexer = (search: TypeSearch): Indexer => {
  const { type, states, indexes } = search;
  const { typeId } = type;
  return new Indexer({
    states,
    indexes,
    documentsOf: documentsOf.bind(undefined, search),
    dependentsOf: type.dependents?.bind(undefined, engine),
    log,
    holder: randomUUID(),
    observeLag: seconds => metrics.observeIndexLag(seconds),
    onLagRead: (projectKey, lagMs) => lagNotifier.notify({ projectKey, typeId, lagMs }),
    onIndexMissing: projectKey => {
      search
        .rebuildMissingIndex(projectKey)
        .catch((error: unknown) =>
          log.debug({ err: error, projectKey, typeId }, 'requesting the rebuild of a missing search index failed'),
        );
    },
    onStateRead: (projectKey, state) => {
      if (state?.jobId !== undefined) enqueueOnce(projectKey, typeId, state.jobId);
      if (state === undefined)
        dropUnusedIndexes(search, projectKey).catch((error: unknown) =>
          log.debug({ err: error, projectKey, typeId }, 'dropping unused search indexes failed'),
        );
    },
  });
};
const indexers = new Map(searches.map(search => [search.type.typeId, createIndexer(search)]));
const listener = new IndexNotificationListener(options.redisUrl, notifications => {
  for (const { projectKey, typeId } of notifications) indexers.get(typeId)?.notify(projectKey);
});

const searchTasks = (search: TypeSearch): PeriodicTask[] => {
  const { type, states, indexes } = search;
  const { typeId } = type;
  const indexer = required(indexers.get(typeId), `the indexer of the type '${typeId}'`);
  const checks = new CompletenessChecks({ typeId, indexes });
  const enqueue = (projectKey: string, jobId: string): Promise<void> => jobs.requestIndexing(projectKey, typeId, jobId);
  return [
    {
      name: `sweep of ${typeId}`,
      everyMs: intervals.sweepMs,
      run: () => sweepProjects({ states, indexes, indexer, log }),
    },
    ...(type.stampsPassed === undefined
      ? []
      : [
          {
            name: `validity of ${typeId}`,
            everyMs: passedTimesMs,
            run: () => markPassedTimes({ search, engine, indexer, log }),
          },
        ]),
    {
      name: `reconcile of ${typeId}`,
      everyMs: reconcileMs,
      run: () => reconcileSearch({ search, store: services.store, checks, log, projectKeys, enqueue }),
    },
  ];
};
const tasks = new PeriodicTasks(log, [
  ...searches.flatMap(searchTasks),
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
  { name: 'notedJobs', everyMs: reconcileMs, run: () => jobs.requestNotedRuns() },
]);

const stop = async (): Promise<void> => {
  listener.close();
  await Promise.all([tasks.stop(), jobs.stop(), ...[...indexers.values()].map(indexer => indexer.stop())]);
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

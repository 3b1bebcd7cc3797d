/** The background's entry: jobs, the indexer of order search, and rounds that find what was left undone. */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { startJobs } from '../jobs/jobs.js';
import { threadLog } from '../log/relay.js';
import { answerFor } from '../metrics/answerFor.js';
import { createMetrics } from '../metrics/registry.js';
import { documentsOf } from '../search/document/documentsOf.js';
import { openServices } from '../services/services.js';
import { keys } from '../store/keys.js';
import { createIndexer } from './indexer.js';
import type { BackgroundData, FromBackground, ToBackground } from './message.js';
import { hear } from './notes.js';
import { rounds } from './rounds.js';
import { reconcile } from './reconcile.js';
import { dropDue, sweep } from './sweep.js';

const { options, retentionMinutes, searchIdleDays, logLevel } = workerData as BackgroundData;
const post = (message: FromBackground): void => parentPort!.postMessage(message);
const log = threadLog(logLevel, line => post({ is: 'line', line }));

/** Soon enough for what nobody told of; told marks wait for no round. */
const sweepMs = 5_000;
const reconcileMs = 60_000;

const services = await openServices(options, log);
void answerFor(options, Promise.resolve(services));
const { engine, redis, search } = services;
const { states, indexes } = search;
const documents = (projectKey: string, ids: readonly string[]) => documentsOf(engine, projectKey, ids);
const projectKeys = (): Promise<string[]> => redis.smembers(keys.projects);

const metrics = createMetrics({
  waitingMarks: async () =>
    (await Promise.all((await states.expected()).map(states.waiting))).reduce((sum, count) => sum + count, 0),
  depths: () => jobs.depths(),
});

const jobs = startJobs({
  services,
  documentsOf: documents,
  log,
  retentionMinutes,
  searchIdleDays,
  projectKeys,
  redisUrl: options.redisUrl,
  failed: metrics.failed,
});
const enqueue = (projectKey: string, jobId: string): Promise<void> => jobs.index(projectKey, jobId);
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
  lagged: metrics.lagged,
  lost: projectKey => {
    search
      .lost(projectKey)
      .catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'a search index that was lost is not built yet'),
      );
  },
  seen: (projectKey, state) => {
    if (state?.job !== undefined) enqueueOnce(projectKey, state.job);
    if (state === undefined)
      dropDue(search, projectKey).catch((error: unknown) =>
        log.debug({ err: error, projectKey }, 'indexes were not dropped'),
      );
  },
});
const hearer = hear(options.redisUrl, heard => heard.forEach(indexer.tell));
const round = rounds(log, [
  { everyMs: sweepMs, run: () => sweep({ states, indexes, indexer, log }) },
  { everyMs: reconcileMs, run: () => reconcile({ search, store: services.store, log, projectKeys, enqueue }) },
]);

const stop = async (): Promise<void> => {
  hearer.close();
  await Promise.all([round.stop(), jobs.stop(), indexer.stop()]);
  await services.close();
  // Libraries hold timers that nobody waits for any more.
  setImmediate(() => process.exit(0));
};

parentPort!.on('message', (message: ToBackground) => {
  if (message.do === 'stop') void stop();
  else
    metrics.text().then(
      text => post({ is: 'metrics', text }),
      () => post({ is: 'metrics', text: '' }),
    );
});
post({ is: 'ready' });

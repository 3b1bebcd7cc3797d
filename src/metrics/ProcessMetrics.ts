/** All that a process tells but for the background's own: the front's figures, those of the threads, the process' as a whole. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { BackgroundThread } from '../jobs/thread/BackgroundThread.js';
import type { GrantCache } from '../oauth/GrantCache.js';
import type { Listener } from '../http/listener/listen.js';
import type { TransferLimiter } from '../http/listener/TransferLimiter.js';
import type { ReadLimiter } from '../shedding/ReadLimiter.js';
import type { WorkerPool } from '../pool/WorkerPool.js';
import { counter, type MetricFamily, gauge, addLabels, mergeFamilies, sample, formatFamilies } from './MetricFamily.js';
import type { RequestMetrics } from './RequestMetrics.js';
import { createSlots } from './ThreadSlots.js';
import type { ThreadSurvey } from './ThreadSurvey.js';
import type { ThreadMetrics } from './ThreadMetrics.js';

export interface FrontMetricsOptions {
  readonly requests: RequestMetrics;
  readonly front: ThreadMetrics;
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly ports: readonly Pick<Listener, 'connections' | 'tooMany'>[];
  readonly transfers: TransferLimiter;
  readonly grants: GrantCache;
  readonly background: BackgroundThread;
  readonly survey: ThreadSurvey;
}

/** A thread that computes for longer is missing from this scrape, and back with the next. */
const surveyMs = 1_000;
const rarelyMs = 60_000;

const poolFamilies = ({ pendingCalls, queuedBatches, sentCalls, sentBatches }: WorkerPool): MetricFamily[] => [
  gauge('quayside_pool_waiting_calls', 'Calls to the workers that are not answered yet.', sample(pendingCalls)),
  gauge('quayside_pool_queued_batches', 'Batches of calls that no worker has taken up.', sample(queuedBatches)),
  counter('quayside_pool_calls_total', 'Calls that were handed to the workers.', sample(sentCalls)),
  counter('quayside_pool_batches_total', 'Batches in which they crossed.', sample(sentBatches)),
];

/** Requests that got a 503 since there was no time for them. */
const shedFamily = (pool: WorkerPool, reads: ReadLimiter): MetricFamily =>
  counter(
    'quayside_shed_total',
    'Requests that were refused under overload: for want of workers, of Redis, or because they had waited too long.',
    sample(pool.shedCount, { reason: 'workers' }),
    sample(reads.shedCount, { reason: 'redis' }),
    sample(pool.expiredCalls, { reason: 'late' }),
  );

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

const connectionFamilies = (
  ports: FrontMetricsOptions['ports'],
  { bytes, timedOut, evicted }: TransferLimiter,
): MetricFamily[] => [
  gauge('quayside_connections', 'Connections of clients.', sample(sum(ports.map(({ connections }) => connections)))),
  gauge(
    'quayside_transfer_bytes',
    'Bytes of bodies that are arriving and of answers that wait to be taken.',
    sample(bytes),
  ),
  counter(
    'quayside_connections_cut_total',
    'Connections that were ended: too slow with a body or an answer, to make room for others, or too many of them.',
    sample(timedOut, { reason: 'slow' }),
    sample(evicted, { reason: 'room' }),
    sample(sum(ports.map(({ refusedConnections }) => refusedConnections)), { reason: 'many' }),
  ),
];

/** Of the process as a whole, by prom-client. Its look at the event loop, a hundred times a second, is left out: each thread tells its own. */
const processMetrics = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: rarelyMs });
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  return registry;
};

export const createFrontMetrics = ({
  requests,
  front,
  pool,
  reads,
  ports,
  transfers,
  grants,
  background,
  survey,
}: FrontMetricsOptions): (() => Promise<string>) => {
  const registry = processMetrics();
  const slotsOf = createSlots();

  const threads = async (): Promise<MetricFamily[]> => {
    const slots = slotsOf(pool.threads.map(thread => thread.threadId));
    const names = new Map([...slots].map(([id, slot]) => [id, `worker-${slot}`]));
    if (background.thread !== undefined) names.set(background.thread.threadId, 'background');
    const answers = await survey.ask('figures', names.size, surveyMs);
    return answers.flatMap(({ threadId, value }) =>
      addLabels(value as MetricFamily[], { thread: names.get(threadId) ?? 'other' }),
    );
  };

  return async () =>
    formatFamilies(
      mergeFamilies([
        ...requests.families(),
        ...poolFamilies(pool),
        shedFamily(pool, reads),
        ...connectionFamilies(ports, transfers),
        gauge('quayside_token_cache_entries', 'Access tokens that the process remembers.', sample(grants.size)),
        ...addLabels(front.families(), { thread: 'front' }),
        ...(await threads()),
      ]),
    ) + (await registry.metrics());
};

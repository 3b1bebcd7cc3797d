import { sumOf } from '../../lists.js';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { addLabels, counter, formatFamilies, gauge, mergeFamilies, type MetricFamily, sample } from './MetricFamily.js';
import { ThreadSlots } from './ThreadMetrics.js';
import type { ThreadSurvey } from './ThreadSurvey.js';

interface Thread {
  readonly threadId: number;
}
export interface PoolCounters {
  readonly threads: readonly Thread[];
  readonly pendingCalls: number;
  readonly queuedBatches: number;
  readonly sentCalls: number;
  readonly sentBatches: number;
  readonly shedCount: number;
  readonly expiredCalls: number;
  readonly replacedWorkers: number;
  readonly heavy: HeavyCounters;
}
interface HeavyCounters {
  readonly workers: readonly Thread[];
  readonly waitingCalls: number;
  readonly runningCalls: number;
  readonly shedCount: number;
}
interface ReadCounters {
  readonly shedCount: number;
}
interface ListenerCounters {
  readonly connections: number;
  readonly refusedConnections: number;
}
interface TransferCounters {
  readonly bytes: number;
  readonly timedOut: number;
  readonly evicted: number;
}
type Counts = readonly (readonly [reason: string, count: number])[];
interface Monitors {
  readonly writes: { readonly refusals: readonly { readonly reason: string }[]; readonly counts: Counts };
  readonly unavailability: { readonly counts: Counts };
  readonly reconnections: { readonly counts: Counts };
  readonly servers: { readonly figures: ServerFigures };
}
interface ServerFigures {
  readonly failedMasters: number;
  readonly failedReplicas: number;
  readonly isServing: boolean;
  readonly takeovers: number;
  readonly movingSlots: number;
  readonly movedSlots: number;
  readonly mastersLackingReplicas: number;
}
interface MetricsSource {
  families(): MetricFamily[];
}

/** The parts of the server process that are measured. */
export interface ProcessMetricsSources {
  readonly requests: MetricsSource;
  readonly mainThread: MetricsSource;
  readonly logOutput: { readonly lostLines: number };
  readonly pool: PoolCounters;
  readonly reads: ReadCounters;
  readonly listeners: readonly ListenerCounters[];
  readonly transfers: TransferCounters;
  readonly grants: { readonly size: number };
  readonly background: { readonly thread: Thread | undefined };
  readonly survey: ThreadSurvey;
  readonly monitors: Monitors;
}

/** A thread that computes for longer is missing from this scrape and present in the next. */
const surveyTimeoutMs = 1_000;
const rarelyMs = 60_000;

const poolFamilies = ({
  pendingCalls,
  queuedBatches,
  sentCalls,
  sentBatches,
  replacedWorkers,
  heavy,
}: PoolCounters): MetricFamily[] => [
  gauge('quayside_pool_waiting_calls', 'Calls to the workers without a reply yet.', sample(pendingCalls)),
  gauge('quayside_pool_queued_batches', 'Batches of calls that no worker has started.', sample(queuedBatches)),
  counter('quayside_pool_calls_total', 'Calls that were sent to the workers.', sample(sentCalls)),
  counter('quayside_pool_batches_total', 'Batches in which calls were sent to the workers.', sample(sentBatches)),
  counter('quayside_pool_replaced_workers_total', 'Workers that did not come back.', sample(replacedWorkers)),
  gauge(
    'quayside_heavy_calls',
    'Calls that may compute for long, in threads of their own: those that run, and those that wait for their turn.',
    sample(heavy.runningCalls, { state: 'running' }),
    sample(heavy.waitingCalls, { state: 'waiting' }),
  ),
];

const sheddingFamily = (pool: PoolCounters, reads: ReadCounters): MetricFamily =>
  counter(
    'quayside_shed_requests_total',
    'Requests that were refused under overload: workers are busy, the threads of heavy calls are busy, ' +
      'Redis is busy, or the request waited too long.',
    sample(pool.shedCount, { reason: 'workers' }),
    sample(pool.heavy.shedCount, { reason: 'heavy' }),
    sample(reads.shedCount, { reason: 'redis' }),
    sample(pool.expiredCalls, { reason: 'deadline' }),
  );

const connectionFamilies = (
  listeners: readonly ListenerCounters[],
  { bytes, timedOut, evicted }: TransferCounters,
): MetricFamily[] => [
  gauge('quayside_connections', 'Open connections of clients.', sample(sumOf(listeners.map(each => each.connections)))),
  gauge('quayside_transfer_bytes', 'Bytes of request bodies and responses in transit.', sample(bytes)),
  counter(
    'quayside_connections_closed_total',
    'Connections that the server closed: the transfer was too slow, too many bytes were in transit, ' +
      'or too many clients connected.',
    sample(timedOut, { reason: 'slow_transfer' }),
    sample(evicted, { reason: 'transfer_limit' }),
    sample(sumOf(listeners.map(each => each.refusedConnections)), { reason: 'connection_limit' }),
  ),
];

const refusalFamilies = ({ refusals, counts }: Monitors['writes']): MetricFamily[] => [
  gauge(
    'quayside_redis_refuses_writes',
    '1 while Redis refuses writes for a reason.',
    ...counts.map(([reason]) => sample(refusals.some(each => each.reason === reason) ? 1 : 0, { reason })),
  ),
  counter(
    'quayside_redis_refused_writes_total',
    'Writes of the process that Redis refused, by reason.',
    ...counts.map(([reason, count]) => sample(count, { reason })),
  ),
];

const serverFamilies = ({
  failedMasters,
  failedReplicas,
  isServing,
  takeovers,
  movingSlots,
  movedSlots,
  mastersLackingReplicas,
}: ServerFigures): MetricFamily[] => [
  gauge(
    'quayside_redis_failed_nodes',
    'Servers of Redis that do not answer this process, or answer cluster_state:fail.',
    sample(failedMasters, { role: 'master' }),
    sample(failedReplicas, { role: 'replica' }),
  ),
  gauge('quayside_redis_serves', '1 while some master of Redis serves keys.', sample(isServing ? 1 : 0)),
  counter('quayside_redis_takeovers_total', 'Replicas that took the place of their master.', sample(takeovers)),
  gauge('quayside_redis_moving_slots', 'Slots of the cluster that are migrating.', sample(movingSlots)),
  counter('quayside_redis_moved_slots_total', 'Slots that have moved to another master.', sample(movedSlots)),
  gauge(
    'quayside_redis_masters_lacking_replicas',
    'Masters with fewer replicas in sync than DURABILITY needs.',
    sample(mastersLackingReplicas),
  ),
];

const countFamilies = ({ unavailability, reconnections }: Monitors): MetricFamily[] => [
  counter(
    'quayside_unavailable_responses_total',
    'Responses with 503, and errors of GraphQL with ServiceUnavailable, by reason.',
    ...unavailability.counts.map(([reason, count]) => sample(count, { reason })),
  ),
  counter(
    'quayside_redis_reconnections_total',
    'Connections to Redis that were opened again.',
    ...reconnections.counts.map(([, count]) => sample(count)),
  ),
];

/** Registers prom-client's metrics of the process, without its event loop lag: each thread measures its own. */
const createProcessRegistry = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: rarelyMs });
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  return registry;
};

/** Collects the metrics of a server process and its threads, except those of the background thread itself. */
export class ProcessMetrics {
  readonly #registry = createProcessRegistry();
  readonly #slots = new ThreadSlots();
  readonly #heavySlots = new ThreadSlots();

  constructor(private readonly sources: ProcessMetricsSources) {}

  /** Resolves to all metrics in Prometheus' text format. */
  async text(): Promise<string> {
    const { requests, mainThread, logOutput, pool, reads, listeners, transfers, grants, monitors } = this.sources;
    const families = mergeFamilies([
      ...requests.families(),
      ...poolFamilies(pool),
      sheddingFamily(pool, reads),
      ...connectionFamilies(listeners, transfers),
      ...refusalFamilies(monitors.writes),
      ...serverFamilies(monitors.servers.figures),
      ...countFamilies(monitors),
      counter(
        'quayside_log_lines_lost_total',
        'Log lines that standard error did not take.',
        sample(logOutput.lostLines),
      ),
      gauge('quayside_token_cache_entries', 'Access tokens in the cache of the process.', sample(grants.size)),
      ...addLabels(mainThread.families(), { thread: 'front' }),
      ...(await this.#otherThreads()),
    ]);
    return formatFamilies(families) + (await this.#registry.metrics());
  }

  async #otherThreads(): Promise<MetricFamily[]> {
    const { pool, background, survey } = this.sources;
    const slots = this.#slots.assign(pool.threads.map(thread => thread.threadId));
    const heavySlots = this.#heavySlots.assign(pool.heavy.workers.map(thread => thread.threadId));
    const names = new Map([...slots].map(([id, slot]) => [id, `worker-${slot}`]));
    for (const [id, slot] of heavySlots) names.set(id, `heavy-${slot}`);
    if (background.thread !== undefined) names.set(background.thread.threadId, 'background');
    const answers = await survey.ask('metrics', names.size, surveyTimeoutMs);
    return answers.flatMap(({ threadId, value }) =>
      addLabels(value as MetricFamily[], { thread: names.get(threadId) ?? 'other' }),
    );
  }
}

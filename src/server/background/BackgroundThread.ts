import type { ServiceOptions } from '../../services/ServiceOptions.js';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { programEntry } from '../../base/config/packageFile.js';
import { IndexNotificationListener } from '../../search/indexing/IndexNotifier.js';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import { writeThreadLine } from '../../base/observe/log/threadLog.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { keys } from '../../store/keys.js';
import { notedJobs } from '../../jobs/notedJobs.js';
import { sampleShopQueueName, verificationQueueName } from '../../jobs/queueNames.js';

/** Intervals in which a server finds background work without a notification. */
interface BackgroundIntervals {
  /** Interval in which a process without the thread checks whether another process left work for it. */
  readonly checkMs: number;
  /** Interval in which the thread looks for missed work; notified work does not wait for it. */
  readonly sweepMs: number;
  /** Time after which an indexing run of a thread that died is taken over. */
  readonly takeOverMs: number;
}

/** Data that the background thread receives when it starts. */
export interface BackgroundThreadData {
  readonly options: ServiceOptions;
  readonly retentionMinutes: number;
  readonly searchIdleDays: number;
  readonly logLevel: string;
  readonly intervals: BackgroundIntervals;
}

export type ToBackgroundThread = { readonly do: 'stop' } | { readonly do: 'metrics' };

export type FromBackgroundThread =
  /** The thread has started and reads messages. */
  | { readonly is: 'ready' }
  | { readonly is: 'line'; readonly line: string }
  | { readonly is: 'metrics'; readonly text: string };

interface BackgroundThreadOptions {
  readonly config: Config;
  readonly options: ServiceOptions;
  readonly redis: RedisClient;
  readonly log: Logger;
  readonly intervals?: BackgroundIntervals;
}

const defaultIntervals: BackgroundIntervals = { checkMs: 5_000, sweepMs: 5_000, takeOverMs: 10_000 };
const stopMs = 6_000;
const metricsMs = 2_000;
const restartMsMin = 1_000;
const restartMsMax = 30_000;
/** A thread that lived this long did not fail because of its start, so the restart delay begins anew. */
const healthyMs = 60_000;
/** The thread reads few resources twice, so its cache is small. */
const cacheBytes = 1024 ** 2;
const youngGenerationMiB = 32;

/**
 * Lists of BullMQ, whose library would delay the start of the main thread: runs that wait, and those of dead threads.
 */
const requestedRuns = [
  sampleShopQueueName,
  verificationQueueName,
  ...notedJobs.map(({ queueName }) => queueName),
].flatMap(queueName => ['wait', 'active'].map(state => `${keys.jobs}:${queueName}:${state}`));

interface PendingMetrics {
  readonly text: Promise<string>;
  readonly resolve: (text: string) => void;
}

/**
 * Controls the background thread of this process, which runs the indexer of order search and the jobs. The thread
 * starts when there is work and restarts with increasing delays after it died. Without the setting BACKGROUND it never
 * starts.
 */
export class BackgroundThread {
  readonly #redis: RedisClient;
  readonly #log: Logger;
  readonly #data: BackgroundThreadData;
  #worker: Worker | undefined;
  #listener: IndexNotificationListener | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #restartMs = restartMsMin;
  #isStopping = false;
  #isReady = false;
  #knowsNotes = false;
  #pendingMetrics: PendingMetrics | undefined;

  constructor({ config, options, redis, log, intervals = defaultIntervals }: BackgroundThreadOptions) {
    this.#redis = redis;
    this.#log = log;
    this.#data = {
      options: { ...options, resourceCacheBytesMax: cacheBytes },
      retentionMinutes: config.retentionMinutes,
      searchIdleDays: config.searchIdleDays,
      logLevel: log.level,
      intervals,
    };
    if (!config.background) return;
    if (config.retentionMinutes > 0) this.#start();
    else this.#startOnWork(options.redisUrl);
  }

  /** The thread; undefined while it is not running. */
  get thread(): Worker | undefined {
    return this.#worker;
  }

  /** The metrics of the thread in Prometheus' text format; empty while the thread does not answer. */
  async metrics(): Promise<string> {
    if (this.#worker === undefined) return '';
    this.#pendingMetrics ??= this.#requestMetrics();
    return withTimeout(this.#pendingMetrics.text, metricsMs).catch((error: unknown) => {
      // A thread that is starting has measured nothing; the scrape continues without it.
      this.#log.debug({ err: error }, 'the background thread gave no metrics');
      return '';
    });
  }

  /**
   * Waits for the current work at most 6 s, then ends the thread; the dirty marks in Redis keep the rest of the work.
   */
  async stop(msMax = stopMs): Promise<void> {
    this.#isStopping = true;
    this.#listener?.close();
    clearInterval(this.#checkTimer);
    clearTimeout(this.#restartTimer);
    const worker = this.#worker;
    if (worker === undefined) return;
    // A thread that is still loading has no work to finish.
    if (!this.#isReady) return void (await worker.terminate());
    const ended = new Promise<void>(resolve => {
      worker.once('exit', () => resolve());
    });
    this.#post({ do: 'stop' });
    await withTimeout(ended, Math.min(stopMs, msMax)).catch(async () => {
      this.#log.warn('background thread did not stop in time');
      await worker.terminate();
    });
  }

  #startOnWork(redisUrl: string): void {
    this.#listener = new IndexNotificationListener(redisUrl, () => this.#start());
    this.#checkTimer = setInterval(() => this.#checkForWork(), this.#data.intervals.checkMs).unref();
  }

  #checkForWork(): void {
    this.#hasWork().then(
      hasWork => {
        if (hasWork) this.#start();
      },
      () => undefined,
    );
  }

  async #hasWork(): Promise<boolean> {
    const counts = await Promise.all([
      this.#redis.scard(keys.projectsWithSearch),
      this.#redis.zcard(keys.projectsWithFieldIndexes),
      this.#redis.exists(...requestedRuns),
    ]);
    return counts.some(count => count > 0) || this.#hasNotes();
  }

  /** Tells whether a process ended between a commit and the request of the job that follows it; looks only once. */
  async #hasNotes(): Promise<boolean> {
    if (this.#knowsNotes) return false;
    const projectKeys = await this.#redis.smembers(keys.projects);
    const lists = projectKeys.flatMap(each => notedJobs.map(({ noteTypeId }) => keys.ids(each, noteTypeId)));
    const found = await Promise.all(lists.map(list => this.#redis.exists(list)));
    this.#knowsNotes = true;
    return found.includes(1);
  }

  #start(): void {
    if (this.#worker !== undefined || this.#isStopping) return;
    this.#listener?.close();
    clearInterval(this.#checkTimer);
    const startedMs = performance.now();
    // The thread does not get the flags of the process, such as those for its heap.
    const worker = new Worker(programEntry('backgroundThread'), {
      workerData: this.#data,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMiB },
    });
    worker.on('message', (message: FromBackgroundThread) => this.#receive(message));
    worker.on('error', error => this.#log.error({ err: error }, 'background thread failed'));
    worker.on('exit', code => this.#restart(code, startedMs));
    this.#worker = worker;
  }

  #restart(code: number, startedMs: number): void {
    this.#worker = undefined;
    this.#isReady = false;
    this.#resolveMetrics('');
    if (this.#isStopping) return;
    if (performance.now() - startedMs > healthyMs) this.#restartMs = restartMsMin;
    this.#log.error({ code, restartMs: this.#restartMs }, 'background thread ended; restarting');
    this.#restartTimer = setTimeout(() => this.#start(), this.#restartMs).unref();
    this.#restartMs = Math.min(2 * this.#restartMs, restartMsMax);
  }

  #receive(message: FromBackgroundThread): void {
    if (message.is === 'line') writeThreadLine(this.#log, message.line);
    else if (message.is === 'ready') this.#isReady = true;
    else this.#resolveMetrics(message.text);
  }

  #post(message: ToBackgroundThread): void {
    this.#worker?.postMessage(message);
  }

  #requestMetrics(): PendingMetrics {
    let resolve: (text: string) => void = () => undefined;
    const text = new Promise<string>(fulfil => {
      resolve = fulfil;
    });
    this.#post({ do: 'metrics' });
    return { text, resolve };
  }

  #resolveMetrics(text: string): void {
    this.#pendingMetrics?.resolve(text);
    this.#pendingMetrics = undefined;
  }
}

import type { UnnumberedCall, CallOrigin, CallReply, ReplyHandler } from '../../operations/Call.js';
import { verbsByName } from '../../operations/verbs/index.js';
import { type PendingCall, WorkerConnection } from './WorkerConnection.js';
import { type ApiError, fail } from '../../base/errors/ApiError.js';
import { countUnavailable, UnavailableError } from '../../base/errors/UnavailableError.js';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Config } from '../../base/config/settings.js';
import type { OpenedChannel, WorkerData } from './WorkerData.js';

type DescribedCall = Pick<UnnumberedCall, 'verb' | 'typeId' | 'projectKey' | 'correlationId'> &
  Partial<CallOrigin> & { readonly ageMs: number };

/** The calls that a silent worker had begun and not answered, for the log. */
export interface SilentWorker {
  readonly threadId: number;
  readonly begunCalls: number;
  /** One of them holds the worker. */
  readonly oldestCalls: readonly DescribedCall[];
}

/** So many lines of a log are enough to find the request. */
const describedMax = 20;

const describeSilence = (threadId: number, begun: readonly PendingCall[]): SilentWorker => {
  const nowMs = performance.now();
  const oldestCalls = begun.slice(0, describedMax).map(({ startMs, call, origin }): DescribedCall => {
    const { verb, typeId, projectKey, correlationId } = call;
    return { ...origin, verb, typeId, projectKey, correlationId, ageMs: Math.round(nowMs - startMs) };
  });
  return { threadId, begunCalls: begun.length, oldestCalls };
};

// The replies to calls that their worker does not answer.

type LostCall = Pick<PendingCall, 'call'>;

const replyOf = ({ call }: LostCall, error: ApiError): CallReply => {
  countUnavailable(error);
  return {
    status: error.status,
    body: JSON.stringify(error.toBody(call.authorization !== undefined)),
    headers: error.headers,
  };
};

/** The reply to a call whose worker has died. */
const lostCallReply = (call: LostCall): CallReply =>
  replyOf(call, fail('General', { correlationId: 'see the header X-Correlation-ID' }));

/** The reply to a call that a worker had begun when it was replaced. */
export const replacedCallReply = (call: LostCall): CallReply =>
  replyOf(
    call,
    new UnavailableError(
      'worker_replaced',
      'The worker of the request did not come back and was replaced. A change may have been carried out.',
    ),
  );

export interface ThreadHooks {
  readonly onError: (error: Error) => void;
  /** A worker sent no heartbeat and is replaced. */
  readonly onSilence?: (worker: SilentWorker) => void;
  /** Receives the log lines of the workers. */
  readonly onLogLine?: (line: string) => void;
}

interface ThreadOptions extends Pick<Config, 'batchMax' | 'workerSilenceMs'> {
  readonly count: number;
  readonly workerData: WorkerData;
  /** The entry of the threads: worker.ts, or a module that imports it. */
  readonly file: URL;
}

/** Batches of full size that one worker processes at once: most of their time they wait for Redis. */
const batchesPerWorker = 64;

/** Most objects of a request die young; in a smaller nursery they would be copied before they die. */
const youngGenerationMiB = 96;

/** Time for which drain() waits for calls in progress; the listeners waited for their clients before. */
const drainMs = 2_000;
const drainPollMs = 5;

/** Heartbeats that are requested of a worker within the time that it may be silent. */
const heartbeatsPerSilence = 10;

const startPiscina = ({ count, workerData, file }: ThreadOptions): Piscina =>
  new Piscina({
    filename: file.href,
    minThreads: count,
    maxThreads: count,
    idleTimeout: Infinity,
    // A worker that sleeps in Atomics.wait would not receive anything from Redis.
    atomics: 'disabled',
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMiB },
    workerData,
  });

/**
 * Worker threads and their channels. Piscina starts the workers, replaces those that die, and ends them; calls and
 * replies take a channel of their own to each worker, without Piscina's bookkeeping for tasks. Calls of one turn of the
 * event loop are sent to a worker as one message, because a message costs more than a call. Replies return as soon as
 * each is ready, so that a slow call delays no other of its batch.
 */
export class WorkerThreads {
  #piscina: Piscina | undefined;
  readonly #connections = new Set<WorkerConnection>();
  /** Batches that no worker can take yet. */
  readonly #queue: (readonly PendingCall[])[] = [];
  #batch: PendingCall[] = [];
  #unansweredCalls = 0;
  #sentCalls = 0;
  #sentBatches = 0;
  #expiredCalls = 0;
  #replacedWorkers = 0;
  readonly #heartbeatTimer: NodeJS.Timeout;

  constructor(
    private readonly options: ThreadOptions,
    private readonly hooks: ThreadHooks,
  ) {
    this.#heartbeatTimer = setInterval(
      () => this.#checkHeartbeats(),
      options.workerSilenceMs / heartbeatsPerSilence,
    ).unref();
  }

  /** Calls without a reply, probes included. */
  get unansweredCalls(): number {
    return this.#unansweredCalls;
  }

  /** Batches that were not sent to a worker yet. */
  get queuedBatches(): number {
    return this.#queue.length;
  }

  /** Counts since the start, as do the following figures. */
  get sentCalls(): number {
    return this.#sentCalls;
  }

  get sentBatches(): number {
    return this.#sentBatches;
  }

  /** Calls that a worker refused because their deadline had passed. */
  get expiredCalls(): number {
    return this.#expiredCalls;
  }

  /** Workers that were replaced because they sent no heartbeat. */
  get replacedWorkers(): number {
    return this.#replacedWorkers;
  }

  get threads(): readonly Worker[] {
    return this.#piscina?.threads ?? [];
  }

  /** Starts the threads, unless they run. */
  start(): void {
    if (this.#piscina !== undefined) return;
    const piscina = startPiscina(this.options);
    const onLogLine = this.hooks.onLogLine ?? console.error;
    piscina.on('message', (message: OpenedChannel | string) => {
      if (typeof message === 'string') onLogLine(message);
      // A thread that started while the others were ended is ended as well.
      else if (this.#piscina === piscina) this.#connect(message);
    });
    piscina.on('error', this.hooks.onError);
    this.#piscina = piscina;
  }

  /** Resolves when a worker answers. */
  async ready(): Promise<void> {
    this.start();
    await this.#piscina?.run(undefined);
  }

  /** Sends a call with the others of this turn of the event loop; calls `onReply` exactly once. */
  send(call: UnnumberedCall, deadlineMs: number | undefined, onReply: ReplyHandler, origin?: CallOrigin): void {
    this.#unansweredCalls++;
    const pending: PendingCall = {
      id: 0,
      startMs: performance.now(),
      deadlineMs,
      call,
      origin,
      onReply: reply => {
        this.#unansweredCalls--;
        if (reply.isExpired === true) this.#expiredCalls++;
        onReply(reply);
      },
    };
    if (this.#batch.push(pending) === 1) setImmediate(() => this.#flush());
  }

  /** Ends the threads, which have no calls; start() starts others. */
  async rest(): Promise<void> {
    const piscina = this.#piscina;
    this.#piscina = undefined;
    this.#connections.clear();
    await piscina?.destroy();
  }

  /** Waits at most 2 s for the calls in progress. */
  async drain(timeoutMs: number): Promise<void> {
    const endMs = performance.now() + Math.min(drainMs, timeoutMs);
    while (this.#unansweredCalls > 0 && performance.now() < endMs) await setTimeout(drainPollMs);
  }

  /** Ends the threads for good, and answers the calls that are left. */
  async stop(): Promise<void> {
    clearInterval(this.#heartbeatTimer);
    await this.rest();
    for (const batch of this.#queue.splice(0)) this.#fail(batch);
  }

  #flush(): void {
    const { batchMax } = this.options;
    const batch = this.#batch;
    this.#batch = [];
    this.#sentCalls += batch.length;
    const calls = batch.filter(each => !this.#sendToWorkerOfProject(each));
    for (let at = 0; at < calls.length; at += batchMax) this.#sendBatch(calls.slice(at, at + batchMax));
  }

  /** Sends a call that finds data of its project in the memory of one worker; false for any other call. */
  #sendToWorkerOfProject(call: PendingCall): boolean {
    const { verb, projectKey } = call.call;
    if (verbsByName.get(verb)?.staysWithProject !== true || this.#queue.length > 0) return false;
    const connection = [...this.#connections][crc32(projectKey) % this.#connections.size];
    if (connection === undefined || !this.#canTake(connection)) return false;
    this.#sentBatches++;
    connection.send([call]);
    return true;
  }

  #canTake({ missedHeartbeats, pendingCalls }: WorkerConnection): boolean {
    return missedHeartbeats === 0 && pendingCalls < batchesPerWorker * this.options.batchMax;
  }

  #sendBatch(batch: readonly PendingCall[]): void {
    this.#sentBatches++;
    const connection = this.#queue.length === 0 ? this.#leastBusyConnection() : undefined;
    if (connection === undefined) this.#queue.push(batch);
    else connection.send(batch);
  }

  /** Returns undefined if no worker can take another batch: it has enough, or is silent and may be replaced soon. */
  #leastBusyConnection(): WorkerConnection | undefined {
    let found: WorkerConnection | undefined;
    for (const connection of this.#connections) {
      if (!this.#canTake(connection)) continue;
      if (found === undefined || connection.pendingCalls < found.pendingCalls) found = connection;
    }
    return found;
  }

  #sendQueuedBatches(): void {
    while (this.#queue.length > 0) {
      const connection = this.#leastBusyConnection();
      if (connection === undefined) return;
      connection.send(this.#queue.shift()!);
    }
  }

  #connect(channel: OpenedChannel): void {
    const connection = new WorkerConnection(channel, {
      onReplies: () => this.#sendQueuedBatches(),
      onClose: calls => {
        this.#connections.delete(connection);
        this.#fail(calls);
      },
    });
    this.#connections.add(connection);
    this.#sendQueuedBatches();
  }

  #checkHeartbeats(): void {
    for (const connection of this.#connections) {
      connection.requestHeartbeat();
      const { missedHeartbeats } = connection;
      if (missedHeartbeats >= heartbeatsPerSilence) this.#replace(connection);
      // A probe of a worker that gets no calls would close the gate for the others.
      else if (missedHeartbeats > 0)
        for (const probe of connection.takeProbes()) probe.onReply(replacedCallReply(probe));
    }
  }

  /** Ends a silent worker, and Piscina starts another one. Calls that have not begun go to another worker. */
  #replace(connection: WorkerConnection): void {
    const { threadId } = connection;
    this.#connections.delete(connection);
    this.#replacedWorkers++;
    const { begun, notBegun } = connection.takeUnanswered();
    this.hooks.onSilence?.(describeSilence(threadId, begun));
    for (const call of begun) call.onReply(replacedCallReply(call));
    void this.threads.find(thread => thread.threadId === threadId)?.terminate();
    if (notBegun.length > 0) this.#queue.unshift(notBegun);
    this.#sendQueuedBatches();
  }

  /** Answers calls that no worker will answer. */
  #fail(calls: readonly PendingCall[]): void {
    if (calls.length === 0) return;
    this.hooks.onError(new Error(`A worker ended before it answered ${calls.length} call(s).`));
    for (const call of calls) call.onReply(lostCallReply(call));
  }
}

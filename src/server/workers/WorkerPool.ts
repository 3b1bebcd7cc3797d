import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Config } from '../../base/config/settings.js';
import { limits } from '../../base/config/limits.js';
import { programEntry } from '../../base/config/packageFile.js';
import { AdmissionGate } from '../../base/shedding/AdmissionGate.js';
import { MasterGates, type MasterOf } from '../../base/shedding/MasterGates.js';
import { monotonicMs } from '../../base/shedding/clocks.js';
import { overloadResponse } from '../../base/shedding/overloadResponse.js';
import { clientIdOf } from '../../auth/oauth/authenticateClient.js';
import type { CallOrigin, CallReply, CallRunner, ReplyHandler, UnnumberedCall } from '../../operations/Call.js';
import { lostCallReply, replacedCallReply } from './lostCallReplies.js';
import { describeSilence, type SilentWorker } from './SilentWorker.js';
import { type PendingCall, WorkerConnection } from './WorkerConnection.js';
import type { OpenedChannel, WorkerData } from './WorkerData.js';

export interface WorkerPoolHooks {
  /** Absent for a single Redis. */
  readonly masterOf?: MasterOf;
  readonly onError: (error: Error) => void;
  /** A worker sent no heartbeat and is replaced. */
  readonly onSilence?: (worker: SilentWorker) => void;
  /** Receives the log lines of the workers. */
  readonly onLogLine?: (line: string) => void;
  /**
   * Runs during stop() when all calls are answered; the workers live until it resolves, and no longer than `leftMs`.
   */
  readonly beforeWorkersEnd?: (leftMs: number) => Promise<void>;
}

/** Batches of full size that one worker processes at once: most of their time they wait for Redis. */
const batchesPerWorker = 64;

/** Most objects of a request die young; in a smaller nursery they would be copied before they die. */
const youngGenerationMiB = 96;

/** How long stop() waits for calls in progress; the listeners waited for their clients before. */
const drainMs = 2_000;
const drainPollMs = 5;

/**
 * Calls of one worker that keep Redis busy, and calls per millisecond that are assumed to be harmless until probes say
 * otherwise.
 */
const limitMinPerWorker = 64;
const callsPerWorkerMs = 8;

/** Takes the way of all calls of a project or a client, to a worker and to Redis and back, and reads nothing. */
const probeCall: UnnumberedCall = {
  verb: 'probe',
  projectKey: '',
  typeId: '',
  query: '',
  body: new Uint8Array(),
  correlationId: '',
};

/** The bytes that calls for one of several masters may take: the others need some while it is away. */
const bytesShare = 0.5;

/** Whose keys a call reads: of a project, and of the API client that sends it. */
type CallOwner = Pick<UnnumberedCall, 'projectKey' | 'authorization'>;

/** The waiting calls for one master. */
interface CallGate {
  readonly gate: AdmissionGate;
  /** Bytes of their bodies. */
  bodyBytes: number;
}

/** Heartbeats that are requested of a worker within the time that it may be silent. */
const heartbeatsPerSilence = 10;

const startWorkers = (workers: number, workerData: WorkerData, file: URL): Piscina =>
  new Piscina({
    filename: file.href,
    minThreads: workers,
    maxThreads: workers,
    idleTimeout: Infinity,
    // A worker that sleeps in Atomics.wait would not receive anything from Redis.
    atomics: 'disabled',
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMiB },
    workerData,
  });

/**
 * The main thread's side of the workers. Piscina starts the workers, replaces those that die, and ends them; calls and
 * replies take a channel of their own to each worker, without Piscina's bookkeeping for tasks. Calls of one turn of the
 * event loop are sent to a worker as one message, because a message costs more than a call. Replies return as soon as
 * each is ready, so that a slow call delays no other of its batch.
 */
export class WorkerPool implements CallRunner {
  readonly #piscina: Piscina;
  readonly #gates: MasterGates<CallGate>;
  readonly #connections = new Set<WorkerConnection>();
  /** Batches that no worker can take yet. */
  readonly #queue: (readonly PendingCall[])[] = [];
  #batch: PendingCall[] = [];
  /** Probes included. */
  #unansweredCalls = 0;
  #sentCalls = 0;
  #sentBatches = 0;
  #expiredCalls = 0;
  #replacedWorkers = 0;
  readonly #heartbeatTimer: NodeJS.Timeout;

  /** `file` is the entry of the threads: worker.ts, or a module that imports it. */
  constructor(
    private readonly config: Config,
    workerData: WorkerData,
    private readonly hooks: WorkerPoolHooks,
    file = programEntry('worker'),
  ) {
    const { workers, poolQueueMax, queueWaitMs } = config;
    const options = {
      limitMax: poolQueueMax,
      limitAtStart: callsPerWorkerMs * queueWaitMs * workers,
      limitMin: limitMinPerWorker * workers,
      waitMs: queueWaitMs,
    };
    this.#gates = new MasterGates(hooks.masterOf, () => ({ gate: new AdmissionGate(options), bodyBytes: 0 }));
    this.#piscina = startWorkers(workers, workerData, file);
    const onLogLine = hooks.onLogLine ?? console.error;
    this.#piscina.on('message', (message: OpenedChannel | string) => {
      if (typeof message === 'string') onLogLine(message);
      else this.#connect(message);
    });
    this.#piscina.on('error', hooks.onError);
    this.#heartbeatTimer = setInterval(
      () => this.#checkHeartbeats(),
      config.workerSilenceMs / heartbeatsPerSilence,
    ).unref();
  }

  /** Calls that wait for their reply. */
  get pendingCalls(): number {
    return this.#gates.sum(({ gate }) => gate.active);
  }

  /** Batches that were not sent to a worker yet. */
  get queuedBatches(): number {
    return this.#queue.length;
  }

  /** Counted since the start, as are the following figures. */
  get sentCalls(): number {
    return this.#sentCalls;
  }

  get sentBatches(): number {
    return this.#sentBatches;
  }

  get shedCount(): number {
    return this.#gates.sum(({ gate }) => gate.shedCount);
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
    return this.#piscina.threads;
  }

  /** Whether one more call must be refused; a caller that asks first need not read the body. */
  shouldShed(call: CallOwner): boolean {
    const calls = this.#gateOf(call);
    this.#probeIfNeeded(calls.gate, call);
    return calls.gate.shouldShed(this.#isFull(calls));
  }

  /** Sends a call to a worker; calls `onReply` exactly once. */
  send(call: UnnumberedCall, onReply: ReplyHandler, origin?: CallOrigin): void {
    const calls = this.#gateOf(call);
    const { gate } = calls;
    this.#probeIfNeeded(gate, call);
    if (!gate.tryAdmit(this.#isFull(calls))) return onReply(overloadResponse(call.authorization !== undefined));
    calls.bodyBytes += call.body.length;
    const deadlineMs = call.deadlineMs ?? (gate.hasShedRecently ? monotonicMs() + this.config.queueWaitMs : undefined);
    const release = (reply: CallReply): void => {
      calls.bodyBytes -= call.body.length;
      gate.release();
      onReply(reply);
    };
    this.#enqueue(call, deadlineMs, release, origin);
  }

  /** Resolves when a worker answers. */
  async ready(): Promise<void> {
    await this.#piscina.run(undefined);
  }

  /** Waits at most 2 s for the calls in progress, then ends the workers; takes no longer than `timeoutMs`. */
  async stop(timeoutMs = Infinity): Promise<void> {
    const startMs = performance.now();
    const elapsedMs = (): number => performance.now() - startMs;
    while (this.#unansweredCalls > 0 && elapsedMs() < Math.min(drainMs, timeoutMs)) await setTimeout(drainPollMs);
    await this.hooks.beforeWorkersEnd?.(Math.max(timeoutMs - elapsedMs(), 0));
    clearInterval(this.#heartbeatTimer);
    await this.#piscina.destroy();
    for (const batch of this.#queue.splice(0)) this.#fail(batch);
  }

  #gateOf({ projectKey, authorization }: CallOwner): CallGate {
    return authorization === undefined || !this.#gates.areSeveral
      ? this.#gates.of(projectKey)
      : this.#gates.ofBoth(projectKey, clientIdOf(authorization));
  }

  #isFull({ bodyBytes }: CallGate): boolean {
    const max = limits.poolBytesMax;
    if (!this.#gates.areSeveral) return bodyBytes > max;
    return bodyBytes > max * bytesShare || this.#gates.sum(gate => gate.bodyBytes) > max;
  }

  /** A shed request sends no call, so without probes the gate would not learn that it may open. */
  #probeIfNeeded(gate: AdmissionGate, { projectKey, authorization }: CallOwner): void {
    if (!gate.needsProbe) return;
    gate.startProbe();
    this.#enqueue({ ...probeCall, projectKey, authorization }, undefined, () => gate.endProbe());
  }

  #enqueue(call: UnnumberedCall, deadlineMs: number | undefined, onReply: ReplyHandler, origin?: CallOrigin): void {
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

  #flush(): void {
    const calls = this.#batch;
    const { batchMax } = this.config;
    this.#batch = [];
    this.#sentCalls += calls.length;
    if (calls.length <= batchMax) return this.#sendBatch(calls);
    for (let at = 0; at < calls.length; at += batchMax) this.#sendBatch(calls.slice(at, at + batchMax));
  }

  #sendBatch(batch: readonly PendingCall[]): void {
    this.#sentBatches++;
    const connection = this.#queue.length === 0 ? this.#leastBusyConnection() : undefined;
    if (connection === undefined) this.#queue.push(batch);
    else connection.send(batch);
  }

  /** Undefined if no worker can take another batch: it has enough, or is silent and may be replaced soon. */
  #leastBusyConnection(): WorkerConnection | undefined {
    let found: WorkerConnection | undefined;
    for (const connection of this.#connections) {
      if (connection.missedHeartbeats > 0) continue;
      if (found === undefined || connection.pendingCalls < found.pendingCalls) found = connection;
    }
    return found !== undefined && found.pendingCalls < batchesPerWorker * this.config.batchMax ? found : undefined;
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

import { verbs } from '../../operations/verbs/index.js';
import type { Worker } from 'node:worker_threads';
import type { Config } from '../../base/config/settings.js';
import { limits } from '../../base/config/limits.js';
import { programEntry } from '../../base/config/packageFile.js';
import { AdmissionGate } from '../../base/shedding/AdmissionGate.js';
import { MasterGates, type MasterOf } from '../../base/shedding/MasterGates.js';
import { monotonicMs } from '../../base/shedding/clocks.js';
import { overloadResponse } from '../../base/shedding/overloadResponse.js';
import { clientIdOf } from '../../auth/oauth/authenticateClient.js';
import type { CallOrigin, CallReply, CallRunner, ReplyHandler, UnnumberedCall } from '../../operations/Call.js';
import { isHeavyCall, LongResources } from '../../operations/heavyCalls.js';
import { HeavyCalls } from './HeavyCalls.js';
import type { WorkerData } from './WorkerData.js';
import { type ThreadHooks, WorkerThreads } from './WorkerThreads.js';

export interface WorkerPoolHooks extends ThreadHooks {
  /** Absent for a single Redis. */
  readonly masterOf?: MasterOf;
  /**
   * Runs during stop() when all calls are answered; the workers live until it resolves, and no longer than `leftMs`.
   */
  readonly beforeWorkersEnd?: (leftMs: number) => Promise<void>;
}

/**
 * Calls of one worker that keep Redis busy, and calls per millisecond that are assumed to be harmless until probes say
 * otherwise.
 */
const limitMinPerWorker = 64;
const callsPerWorkerMs = 8;

/** One thread for heavy calls beside so many workers. */
const workersPerHeavyThread = 4;

/** Takes the way of all calls of a project or a client, to a worker and to Redis and back, and reads nothing. */
const probeCall: UnnumberedCall = {
  verb: verbs.probe.name,
  projectKey: '',
  typeId: '',
  query: '',
  body: new Uint8Array(),
  correlationId: '',
};

/** The bytes that calls for one of several masters may take: the others need some while it is away. */
const bytesShare = 0.5;

/** The owners of the keys that a call reads: a project, and the API client that sends the call. */
type CallOwner = Pick<UnnumberedCall, 'projectKey' | 'authorization'>;

/** The waiting calls for one master. */
interface CallGate {
  readonly gate: AdmissionGate;
  /** Bytes of their bodies. */
  bodyBytes: number;
}

/**
 * The main thread's side of the workers: admits calls or refuses them, and sends each to the workers, or to the threads
 * of heavy calls.
 */
export class WorkerPool implements CallRunner {
  readonly #gates: MasterGates<CallGate>;
  readonly #workers: WorkerThreads;
  readonly #heavyThreads: WorkerThreads;
  readonly #longResources = new LongResources();
  /** The calls that no other call waits for. */
  readonly heavy: HeavyCalls;

  /** `file` is the entry of the threads: worker.ts, or a module that imports it. */
  constructor(
    private readonly config: Config,
    workerData: WorkerData,
    private readonly hooks: WorkerPoolHooks,
    file = programEntry('worker'),
  ) {
    const { workers, poolQueueMax, queueWaitMs, batchMax, workerSilenceMs } = config;
    const options = {
      limitMax: poolQueueMax,
      limitAtStart: callsPerWorkerMs * queueWaitMs * workers,
      limitMin: limitMinPerWorker * workers,
      waitMs: queueWaitMs,
    };
    this.#gates = new MasterGates(hooks.masterOf, () => ({ gate: new AdmissionGate(options), bodyBytes: 0 }));
    const threadOptions = { file, batchMax, workerSilenceMs };
    this.#workers = new WorkerThreads({ ...threadOptions, workerData, count: workers }, hooks);
    this.#workers.start();
    const heavyThreads = Math.ceil(workers / workersPerHeavyThread);
    const heavyData = { ...workerData, isHeavy: true };
    this.#heavyThreads = new WorkerThreads({ ...threadOptions, workerData: heavyData, count: heavyThreads }, hooks);
    this.heavy = new HeavyCalls(this.#heavyThreads, heavyThreads);
  }

  /** Calls that wait for their reply, without heavy ones. */
  get pendingCalls(): number {
    return this.#gates.sum(({ gate }) => gate.active);
  }

  /** Batches that were not sent to a worker yet. */
  get queuedBatches(): number {
    return this.#workers.queuedBatches;
  }

  /** Counts since the start, as do the following figures. */
  get sentCalls(): number {
    return this.#workers.sentCalls + this.#heavyThreads.sentCalls;
  }

  get sentBatches(): number {
    return this.#workers.sentBatches + this.#heavyThreads.sentBatches;
  }

  get shedCount(): number {
    return this.#gates.sum(({ gate }) => gate.shedCount);
  }

  /** Calls that a worker refused because their deadline had passed. */
  get expiredCalls(): number {
    return this.#workers.expiredCalls;
  }

  /** Workers that were replaced because they sent no heartbeat. */
  get replacedWorkers(): number {
    return this.#workers.replacedWorkers + this.#heavyThreads.replacedWorkers;
  }

  /** The workers, without the threads of heavy calls. */
  get threads(): readonly Worker[] {
    return this.#workers.threads;
  }

  /** Tells whether one more call must be refused; a caller that asks first need not read the body. */
  shouldShed(call: CallOwner): boolean {
    const calls = this.#gateOf(call);
    this.#probeIfNeeded(calls.gate, call);
    return calls.gate.shouldShed(this.#isFull(calls));
  }

  /** Sends a call to a worker; calls `onReply` exactly once. */
  send(call: UnnumberedCall, onReply: ReplyHandler, origin?: CallOrigin): void {
    if (isHeavyCall(call) || this.#longResources.has(call)) return this.#sendHeavy(call, onReply, origin);
    const calls = this.#gateOf(call);
    const { gate } = calls;
    this.#probeIfNeeded(gate, call);
    if (!gate.tryAdmit(this.#isFull(calls))) return onReply(overloadResponse(call.authorization !== undefined));
    calls.bodyBytes += call.body.length;
    const deadlineMs = call.deadlineMs ?? (gate.hasShedRecently ? monotonicMs() + this.config.queueWaitMs : undefined);
    const release = (reply: CallReply): void => {
      calls.bodyBytes -= call.body.length;
      gate.release();
      if (reply.isHeavy === true) return this.#sendHeavy(call, onReply, origin);
      if (reply.body.length > limits.lightBodyBytesMax) this.#longResources.note(call, reply);
      onReply(reply);
    };
    this.#workers.send(call, deadlineMs, release, origin);
  }

  /** Resolves when a worker answers. */
  ready(): Promise<void> {
    return this.#workers.ready();
  }

  /** Waits at most 2 s for the calls in progress, then ends the workers; takes no longer than `timeoutMs`. */
  async stop(timeoutMs = Infinity): Promise<void> {
    const startMs = performance.now();
    const both = [this.#workers, this.#heavyThreads];
    await Promise.all(both.map(threads => threads.drain(timeoutMs)));
    this.heavy.stop();
    await this.hooks.beforeWorkersEnd?.(Math.max(timeoutMs - (performance.now() - startMs), 0));
    await Promise.all(both.map(threads => threads.stop()));
  }

  #sendHeavy(call: UnnumberedCall, onReply: ReplyHandler, origin: CallOrigin | undefined): void {
    const note = (reply: CallReply): void => {
      this.#longResources.note(call, reply);
      onReply(reply);
    };
    this.heavy.send(call, note, origin);
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
    this.#workers.send({ ...probeCall, projectKey, authorization }, undefined, () => gate.endProbe());
  }
}

/**
 * The front's side of the pool. Calls of one turn of the event loop cross to a worker together, since a crossing costs
 * more than a call; replies come back as soon as each is ready, so that a slow call of a batch holds up no other.
 */
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { ApiError, fail } from '../errors/ApiError.js';
import { createAdmissionGate } from '../shedding/AdmissionGate.js';
import { overloadResponse } from '../shedding/overloadResponse.js';
import { monotonicMs } from '../shedding/monotonicMs.js';
import type { ServiceOptions } from '../services/services.js';
import { type UnnumberedCall, decodeReplies, encodeCalls, type NumberedCall, type Reply } from './message.js';

export type ReplyHandler = (reply: Reply) => void;

export interface WorkerPool {
  /** Sends a call to a worker; `answer` is called exactly once. */
  send(call: UnnumberedCall, answer: ReplyHandler): void;
  /** Calls that wait for their reply. */
  readonly pendingCalls: number;
  /** Whether there is no time for one more call, which then goes away: who asks first need not read its body. */
  shouldShed(): boolean;
  /** Batches that no worker has taken up. */
  readonly queuedBatches: number;
  /** So far. */
  readonly sentCalls: number;
  readonly sentBatches: number;
  readonly shedCount: number;
  /** Those that a worker refused, since they had waited for it too long. */
  readonly expiredCalls: number;
  /** The workers' threads. */
  readonly threads: readonly Worker[];
  /** Resolves when a worker is up and answers. */
  ready(): Promise<void>;
  /** Waits for the calls under way, at most 2 s, then ends the workers; in all no longer than `msMax`, where it is given. */
  stop(msMax?: number): Promise<void>;
}

/** What a worker is told at its start. */
export type WorkerData = ServiceOptions & { readonly logLevel?: string };

export interface PoolHooks {
  /** A line of a worker's log. */
  readonly line?: (line: string) => void;
  /** All calls are answered, and the workers are still there for so long. */
  readonly ending?: (leftMs: number) => Promise<void>;
}

/** Batches that one worker has in hand: it waits for Redis most of the time. */
const batchesPerWorker = 64;

/** Requests leave much behind that dies young; in a small nursery it is copied before it dies. */
const youngGenerationMiB = 96;

/** How long a stop waits for calls under way; the front waited for their clients before. */
const drainMs = 2_000;
const drainPollMs = 5;

/** From the end of a batch to its replies it is a turn of the event loop. */
const onTheWayMsMax = 500;

/** Calls of one worker that wait for Redis together and keep it busy, and how many a millisecond are taken to be no burden, as long as nobody knows better. */
const leastPerWorker = 64;
const perWorkerMs = 8;

/** Goes the way of all calls, to a worker and to Redis and back, and asks for nothing. */
const probe: UnnumberedCall = {
  verb: 'probe',
  projectKey: '',
  typeId: '',
  query: '',
  body: new Uint8Array(),
  correlationId: '',
};

const replyOf = (id: number, error: ApiError): Reply => ({
  id,
  status: error.status,
  body: JSON.stringify(error.toBody()),
});

const workerDied = (): ApiError => fail('General', { correlationId: 'see the header X-Correlation-ID' });

export const createWorkerPool = (
  config: Config,
  workerData: WorkerData,
  onError: (error: Error) => void,
  { line = console.error, ending }: PoolHooks = {},
): WorkerPool => {
  const piscina = new Piscina({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: config.workers,
    maxThreads: config.workers,
    idleTimeout: Infinity,
    concurrentTasksPerWorker: batchesPerWorker,
    maxQueue: Infinity,
    // A worker that sleeps in Atomics.wait would not hear from Redis.
    atomics: 'disabled',
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMiB },
    workerData,
  });
  const waiting = new Map<number, ReplyHandler>();
  /** Calls whose batch is over, their replies being on the way. */
  const replied = new Set<number>();
  let next = 0;
  let batch: NumberedCall[] = [];
  let calls = 0;
  let batches = 0;
  let late = 0;
  /** Of the bodies of all that wait. */
  let bytes = 0;
  const { poolQueueMax: max, queueWaitMs: waitMs, workers } = config;
  const gate = createAdmissionGate({
    limitMax,
    limitAtStart: perWorkerMs * waitMs * workers,
    limitMin: leastPerWorker * workers,
    waitMs,
  });

  const settle = (reply: Reply): void => {
    const answer = waiting.get(reply.id);
    waiting.delete(reply.id);
    replied.delete(reply.id);
    if (reply.isExpired === true) late++;
    answer?.(reply);
  };

  const flush = (): void => {
    const all = batch;
    batch = [];
    calls += all.length;
    for (let at = 0; at < all.length; at += config.batchMax) dispatch(all.slice(at, at + config.batchMax));
  };

  const dispatch = (some: readonly NumberedCall[]): void => {
    const bytes = encodeCalls(some);
    batches++;
    const over = (): void => {
      for (const { id } of some) if (waiting.has(id)) replied.add(id);
    };
    piscina.run(bytes, { transferList: [bytes.buffer] }).then(over, (error: unknown) => {
      onError(error as Error);
      for (const { id } of some) settle(replyOf(id, workerDied()));
    });
  };

  /** Replies that a thread took with it when it died. */
  const giveUp = async (): Promise<void> => {
    const ids = [...replied];
    await setTimeout(onTheWayMsMax);
    for (const id of ids) if (waiting.has(id)) settle(replyOf(id, workerDied()));
  };

  const enqueue = (call: UnnumberedCall, answer: ReplyHandler, dueMs?: number): void => {
    const id = next++;
    waiting.set(id, answer);
    if (batch.push({ id, deadlineMs, call }) === 1) setImmediate(flush);
  };

  /** Who is refused asks for no call: the gate would not hear that it may open. */
  const probeIfWanted = (): void => {
    if (!gate.needsProbe) return;
    gate.startProbe();
    enqueue(probe, () => gate.endProbe());
  };

  const refuses = (): boolean => {
    probeIfWanted();
    return gate.shouldShed(bytes > limits.poolBytesMax);
  };

  piscina.on('message', (message: Uint8Array | string) => {
    if (typeof message === 'string') line(message);
    else decodeReplies(message).forEach(settle);
  });
  piscina.on('error', onError);
  piscina.on('workerDestroy', () => void giveUp());

  return {
    send: (call, answer) => {
      probeIfWanted();
      if (!gate.tryAdmit(bytes > limits.poolBytesMax))
        return answer({ id: next++, ...overloadResponse(call.authorization !== undefined) });
      bytes += call.body.length;
      enqueue(
        call,
        reply => {
          bytes -= call.body.length;
          gate.release();
          answer(reply);
        },
        call.deadlineMs ?? (gate.hasShedRecently ? monotonicMs() + waitMs : undefined),
      );
    },
    shouldShed,
    get pendingCalls() {
      return gate.active;
    },
    get queuedBatches() {
      return piscina.queueSize;
    },
    get sentCalls() {
      return calls;
    },
    get sentBatches() {
      return batches;
    },
    get shedCount() {
      return gate.shedCount;
    },
    get expiredCalls() {
      return late;
    },
    get threads() {
      return piscina.threads;
    },
    ready: async () => {
      const bytes = encodeCalls([]);
      await piscina.run(bytes, { transferList: [bytes.buffer] });
    },
    stop: async (msMax = Infinity) => {
      const startMs = performance.now();
      const spentMs = (): number => performance.now() - startMs;
      while (waiting.size > 0 && spentMs() < Math.min(drainMs, msMax)) await setTimeout(drainPollMs);
      await ending?.(Math.max(msMax - spentMs(), 0));
      await piscina.destroy();
    },
  };
};

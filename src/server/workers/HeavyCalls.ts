import type { Worker } from 'node:worker_threads';
import { limits } from '../../base/config/limits.js';
import { FairQueue } from '../../base/shedding/FairQueue.js';
import { overloadError, overloadResponse } from '../../base/shedding/overloadResponse.js';
import type { CallOrigin, CallReply, ReplyHandler, UnnumberedCall } from '../../operations/Call.js';
import type { WorkerThreads } from './WorkerThreads.js';

/**
 * Runs the calls that may compute for long (operations/heavyCalls.ts), few at once and project by project, in threads
 * of their own: no other call waits for them. The threads start with the first call and end when none has come for a
 * while.
 *
 *     project a  a1 a2 a3 a4 ┐  two of each project run,      ┌─────────┐
 *     project b  b1          ├▶ the others wait their turn: ─▶│ threads │
 *     project c  c1 c2 c3    ┘  a1 a2 b1 c1 │ c2 a3 c3 a4     └─────────┘
 */
export class HeavyCalls {
  readonly #queue: FairQueue;
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;
  #shedCount = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly threads: WorkerThreads,
    threadCount: number,
    private readonly idleMs: number = limits.heavyThreadsIdleMs,
  ) {
    this.#queue = new FairQueue({
      waitingMax: limits.heavyCallsWaitingMax,
      waitingMaxPerGroup: limits.projectHeavyCallsWaitingMax,
      runningMaxPerGroup: limits.projectHeavyCallsMax,
      refusal: () => overloadError,
    });
    this.#queue.runningMax = threadCount * limits.heavyCallsPerThreadMax;
  }

  get waitingCalls(): number {
    return this.#queue.waiting;
  }

  get runningCalls(): number {
    return this.#queue.running;
  }

  /** Calls shed since the start. */
  get shedCount(): number {
    return this.#shedCount;
  }

  get workers(): readonly Worker[] {
    return this.threads.threads;
  }

  /** Calls `onReply` exactly once. */
  send(call: UnnumberedCall, onReply: ReplyHandler, origin?: CallOrigin): void {
    if (!this.#hasSpaceFor(call)) return onReply(this.#refuse(call));
    this.#count(call, 1);
    const end = (reply: CallReply): void => {
      this.#count(call, -1);
      onReply(reply);
    };
    this.#queue.run(call.projectKey, () => this.#run(call, origin)).then(end, () => end(this.#refuse(call)));
  }

  stop(): void {
    clearTimeout(this.#idleTimer);
    this.#queue.refuseWaiting();
  }

  #run(call: UnnumberedCall, origin: CallOrigin | undefined): Promise<CallReply> {
    clearTimeout(this.#idleTimer);
    this.threads.start();
    return new Promise(resolve => this.threads.send(call, undefined, resolve, origin));
  }

  #refuse({ authorization }: UnnumberedCall): CallReply {
    this.#shedCount++;
    return overloadResponse(authorization !== undefined);
  }

  /** One project may take half of the bytes; a single call always has space. */
  #hasSpaceFor({ projectKey, body }: UnnumberedCall): boolean {
    const { heavyCallsBytesMax: max } = limits;
    const own = this.#bytesOf.get(projectKey) ?? 0;
    return this.#bytes + body.length <= max && own + body.length <= max / 2;
  }

  #count({ projectKey, body }: UnnumberedCall, sign: 1 | -1): void {
    const bytes = sign * body.length;
    this.#bytes += bytes;
    const own = (this.#bytesOf.get(projectKey) ?? 0) + bytes;
    if (own === 0) this.#bytesOf.delete(projectKey);
    else this.#bytesOf.set(projectKey, own);
    if (sign === -1) this.#restLater();
  }

  #restLater(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#queue.running === 0) void this.threads.rest();
    }, this.idleMs).unref();
  }
}

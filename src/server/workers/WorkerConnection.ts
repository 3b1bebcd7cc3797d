import { verbs } from '../../operations/verbs/index.js';
import { SlotList } from '../../base/memory/SlotList.js';
import { closeBegunCalls, type OpenedChannel } from './WorkerData.js';
import {
  type CallOrigin,
  decodeReplies,
  encodeCalls,
  type NumberedCall,
  type Reply,
  type ReplyHandler,
} from '../../operations/Call.js';

/** A call that waits for its reply. */
export interface PendingCall extends NumberedCall {
  /** Given by the connection over which the call is sent; until then without meaning. */
  id: number;
  /** By performance.now() of the main thread. */
  readonly startMs: number;
  readonly onReply: ReplyHandler;
  /** Absent for calls that no client sent. */
  readonly origin?: CallOrigin;
  /** Its place in the order of the calls that were sent to the same worker. */
  position?: number;
}

export interface WorkerConnectionHooks {
  /** The worker sent a message, with or without replies. */
  readonly onReplies: () => void;
  /** The worker ended without answering these calls. */
  readonly onClose: (calls: readonly PendingCall[]) => void;
}

/** The calls without a reply, in the order in which they were sent. */
interface UnansweredCalls {
  /** The worker may have carried them out, wholly or in part. */
  readonly begun: readonly PendingCall[];
  readonly notBegun: readonly PendingCall[];
}

/**
 * The main thread's end of the channel to one worker. Replies that a worker sent before it died arrive before the
 * channel closes, so each call is answered either by its worker or by onClose.
 */
export class WorkerConnection {
  readonly #calls = new SlotList<PendingCall>();
  /** Ids of the probes that takeProbes returned and that the worker has not answered. */
  readonly #takenProbes = new Set<number>();
  #sentCalls = 0;
  /** Requests for a heartbeat in a row without a message of the worker. */
  #heartbeatRequests = 0;

  constructor(
    private readonly channel: OpenedChannel,
    private readonly hooks: WorkerConnectionHooks,
  ) {
    channel.port.on('message', (bytes: Uint8Array) => this.#receive(decodeReplies(bytes)));
    channel.port.on('close', () => hooks.onClose(this.#takeCalls()));
  }

  get threadId(): number {
    return this.channel.threadId;
  }

  /** Calls that the worker has not answered. */
  get pendingCalls(): number {
    return this.#calls.size - this.#takenProbes.size;
  }

  /** Intervals for which the worker has left a request for a heartbeat unanswered. */
  get missedHeartbeats(): number {
    return Math.max(0, this.#heartbeatRequests - 1);
  }

  send(batch: readonly PendingCall[]): void {
    for (const call of batch) {
      call.position = this.#sentCalls++;
      call.id = this.#calls.add(call);
    }
    this.#post(batch);
  }

  /**
   * Is called at intervals, and requests a heartbeat of the worker by a batch without calls. Requests are counted, and
   * not time: while the whole process stands still, a worker has no time to answer.
   */
  requestHeartbeat(): void {
    if (this.#heartbeatRequests === 0) this.#post([]);
    this.#heartbeatRequests++;
  }

  /** Takes the probes, which tell how long calls wait that are sent now; their replies are ignored from now on. */
  takeProbes(): readonly PendingCall[] {
    const probes = this.#untakenCalls().filter(({ call }) => call.verb === verbs.probe.name);
    for (const { id } of probes) this.#takenProbes.add(id);
    return probes;
  }

  /** Takes all calls, and lets the worker begin no other one; its replies are ignored from now on. */
  takeUnanswered(): UnansweredCalls {
    const isBegun = closeBegunCalls(this.channel.begunCalls);
    const calls = this.#takeCalls();
    return {
      begun: calls.filter(({ position = 0 }) => isBegun(position)),
      notBegun: calls.filter(({ position = 0 }) => !isBegun(position)),
    };
  }

  #untakenCalls(): readonly PendingCall[] {
    return this.#calls.values().filter(({ id }) => !this.#takenProbes.has(id));
  }

  #takeCalls(): readonly PendingCall[] {
    const calls = this.#untakenCalls().toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
    for (const { id } of this.#calls.values()) this.#calls.take(id);
    this.#takenProbes.clear();
    return calls;
  }

  #post(batch: readonly PendingCall[]): void {
    const bytes = encodeCalls(batch);
    this.channel.port.postMessage(bytes, [bytes.buffer]);
  }

  #receive(replies: readonly Reply[]): void {
    this.#heartbeatRequests = 0;
    for (const reply of replies) {
      const call = this.#calls.take(reply.id);
      const isTaken = this.#takenProbes.size > 0 && this.#takenProbes.delete(reply.id);
      if (!isTaken) call?.onReply(reply);
    }
    this.hooks.onReplies();
  }
}

import { SlotList } from '../memory/SlotList.js';
import { closeBegunCalls } from './begunCalls.js';
import { decodeReplies, encodeCalls, type NumberedCall, type Reply } from './message.js';
import type { OpenedChannel } from './WorkerData.js';

/** What a call is answered with; replies that no worker sent have no id. */
export type CallReply = Omit<Reply, 'id'>;

export type ReplyHandler = (reply: CallReply) => void;

/** The request of a call, for the log; it does not cross to the worker. */
export interface CallOrigin {
  readonly method: string;
  /** The path of the route, without the values of its parameters. */
  readonly route: string;
}

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
  place?: number;
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
  /** Looks in a row without a message of the worker. */
  #silentLooks = 0;

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

  /** Intervals between looks for which the worker has left a question for a sign of life unanswered. */
  get silentIntervals(): number {
    return Math.max(0, this.#silentLooks - 1);
  }

  send(batch: readonly PendingCall[]): void {
    for (const call of batch) {
      call.place = this.#sentCalls++;
      call.id = this.#calls.add(call);
    }
    this.#post(batch);
  }

  /**
   * Is called at intervals, and asks the worker for a sign of life by a batch without calls. Looks are counted, and not
   * time: while the whole process stands still, a worker has no time to answer.
   */
  look(): void {
    if (this.#silentLooks === 0) this.#post([]);
    this.#silentLooks++;
  }

  /** Takes the probes, which tell how long calls wait that are sent now; their replies are ignored from now on. */
  takeProbes(): readonly PendingCall[] {
    const probes = this.#untakenCalls().filter(({ call }) => call.verb === 'probe');
    for (const { id } of probes) this.#takenProbes.add(id);
    return probes;
  }

  /** Takes all calls, and lets the worker begin no other one; its replies are ignored from now on. */
  takeUnanswered(): UnansweredCalls {
    const isBegun = closeBegunCalls(this.channel.begunCalls);
    const calls = this.#takeCalls();
    return {
      begun: calls.filter(({ place = 0 }) => isBegun(place)),
      notBegun: calls.filter(({ place = 0 }) => !isBegun(place)),
    };
  }

  #untakenCalls(): readonly PendingCall[] {
    return this.#calls.values().filter(({ id }) => !this.#takenProbes.has(id));
  }

  #takeCalls(): readonly PendingCall[] {
    const calls = this.#untakenCalls().toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
    for (const { id } of this.#calls.values()) this.#calls.take(id);
    this.#takenProbes.clear();
    return calls;
  }

  #post(batch: readonly PendingCall[]): void {
    const bytes = encodeCalls(batch);
    this.channel.port.postMessage(bytes, [bytes.buffer]);
  }

  #receive(replies: readonly Reply[]): void {
    this.#silentLooks = 0;
    for (const reply of replies) {
      const call = this.#calls.take(reply.id);
      const isTaken = this.#takenProbes.size > 0 && this.#takenProbes.delete(reply.id);
      if (!isTaken) call?.onReply(reply);
    }
    this.hooks.onReplies();
  }
}

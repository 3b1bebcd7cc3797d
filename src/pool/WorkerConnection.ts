import type { MessagePort } from 'node:worker_threads';
import { decodeReplies, encodeCalls, type NumberedCall, type Reply } from './message.js';

export type ReplyHandler = (reply: Reply) => void;

/** A call that waits for its reply. */
export interface PendingCall extends NumberedCall {
  readonly onReply: ReplyHandler;
}

export interface WorkerConnectionHooks {
  /** Replies were received. */
  readonly onReplies: () => void;
  /** The worker ended without answering these calls. */
  readonly onClose: (calls: readonly PendingCall[]) => void;
}

/**
 * The main thread's end of the channel to one worker. Replies that a worker sent before it died arrive before the
 * channel closes, so each call is answered either by its worker or by onClose.
 */
export class WorkerConnection {
  readonly #calls = new Map<number, PendingCall>();

  constructor(
    private readonly port: MessagePort,
    private readonly hooks: WorkerConnectionHooks,
  ) {
    port.on('message', (bytes: Uint8Array) => this.#receive(decodeReplies(bytes)));
    port.on('close', () => this.#close());
  }

  /** Calls that the worker has not answered. */
  get pendingCalls(): number {
    return this.#calls.size;
  }

  send(batch: readonly PendingCall[]): void {
    for (const call of batch) this.#calls.set(call.id, call);
    const bytes = encodeCalls(batch);
    this.port.postMessage(bytes, [bytes.buffer]);
  }

  #receive(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const call = this.#calls.get(reply.id);
      this.#calls.delete(reply.id);
      call?.onReply(reply);
    }
    this.hooks.onReplies();
  }

  #close(): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.hooks.onClose(calls);
  }
}

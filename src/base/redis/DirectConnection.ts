import type { Command, Redis } from 'ioredis';
import { commandTimeoutMs, connectToNode } from './connect.js';
import { limitTime } from './ioredisInternals.js';
import { NotSentError, isNotWritable, isTimedOut } from './redisErrors.js';

/** A server is away when this many attempts to reach it failed one after the other: callers stop to wait for it. */
const failuresMax = 4;

/**
 * A connection to one server that sends a command at once or not at all, and never a second time: a command that
 * waits for a connection would run after its client got an error, and a WAIT that is sent again on a new connection
 * would cover nothing.
 */
export class DirectConnection {
  readonly #client: Redis;
  readonly #waiters = new Set<(error?: NotSentError) => void>();
  #failures = 0;

  /** `onLost` is called when the connection breaks: later commands may reach another server than earlier ones. */
  constructor(node: Redis, onLost: () => void) {
    this.#client = connectToNode(node);
    this.#client.on('ready', () => {
      this.#failures = 0;
      for (const settle of this.#waiters) settle();
    });
    this.#client.on('close', () => {
      this.#failures++;
      onLost();
      if (this.#isAway) for (const settle of this.#waiters) settle(new NotSentError('the server cannot be reached'));
    });
  }

  get isReady(): boolean {
    return this.#client.status === 'ready';
  }

  /** True also for a connection that was closed, since it stays closed. */
  get #isAway(): boolean {
    return this.#failures >= failuresMax || this.#client.status === 'end';
  }

  /** Resolves when commands can be sent; rejects where that takes longer than `timeoutMs`, or the server is away. */
  async ready(timeoutMs: number): Promise<void> {
    if (this.isReady) return;
    if (this.#isAway) throw new NotSentError('the server cannot be reached');
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: NotSentError): void => {
        clearTimeout(timer);
        this.#waiters.delete(settle);
        if (error === undefined) resolve();
        else reject(error);
      };
      const timer = setTimeout(() => settle(new NotSentError(`no connection within ${timeoutMs} ms`)), timeoutMs);
      this.#waiters.add(settle);
    });
  }

  /** Rejects with a NotSentError where there is no connection at the moment. */
  async send(command: Command, timeoutMs = commandTimeoutMs): Promise<unknown> {
    if (!this.isReady) throw new NotSentError('there is no connection');
    limitTime(command, timeoutMs);
    try {
      return await this.#client.sendCommand(command);
    } catch (error) {
      if (isNotWritable(error)) throw new NotSentError('the connection has ended', { cause: error });
      // The server may run commands that follow as late as this one.
      if (isTimedOut(error)) this.#client.disconnect(true);
      throw error;
    }
  }

  close(): void {
    this.#client.disconnect();
  }
}

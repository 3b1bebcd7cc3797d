import { setTimeout } from 'node:timers/promises';
import { Command, Redis, type RedisOptions } from 'ioredis';
import { limitTime } from './ioredisInternals.js';
import { NotSentError } from './NotSentError.js';

/** What the client itself sends on a new connection, and the check whether the server is ready. */
const ownCommands: ReadonlySet<string> = new Set(['auth', 'client', 'hello', 'info', 'ping', 'readonly', 'select']);

const probePauseMs = 100;

/**
 * A client of one server. A server that left a call without an answer for the whole time limit, or refused so many
 * connections that the calls were given up, gets no further calls until it answers again: a request that makes several
 * calls would wait for each of them.
 */
export class BoundedRedis extends Redis {
  #isAway = false;
  #lostConnections = 0;
  readonly #onTimedOut = (): void => {
    if (this.#isAway) return;
    this.#isAway = true;
    void this.#probe();
  };

  constructor(...args: [url: string, options: RedisOptions] | [options: RedisOptions]) {
    super(...(args as [string, RedisOptions]));
    this.on('close', () => {
      if (++this.#lostConnections > (this.options.maxRetriesPerRequest ?? Infinity)) this.#isAway = true;
    });
    this.on('ready', () => {
      this.#lostConnections = 0;
      this.#isAway = false;
    });
  }

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    if (this.#isAway && !ownCommands.has(command.name)) {
      command.reject(new NotSentError('the server did not answer before'));
      return command.promise;
    }
    const { commandTimeout } = this.options;
    if (commandTimeout !== undefined) limitTime(command, commandTimeout, this.#onTimedOut);
    return super.sendCommand(command, stream);
  }

  async #probe(): Promise<void> {
    while (this.status !== 'end' && this.#isAway) {
      try {
        await super.sendCommand(new Command('ping'));
        this.#isAway = false;
      } catch {
        await setTimeout(probePauseMs);
      }
    }
  }
}

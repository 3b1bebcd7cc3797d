import { setTimeout } from 'node:timers/promises';
import { Cluster, Command, Redis, type RedisOptions } from 'ioredis';
import { ignoreAskingErrors, rejectWithoutRetry, limitTime } from './ioredisInternals.js';
import { addressOf } from './clusterNodes.js';
import { NotSentError, isNodeLost, isSplitAcrossNodes, isTimedOut } from './redisErrors.js';

const readsOfManyKeys: ReadonlySet<string> = new Set(['mget', 'zinter', 'zintercard']);

const probePauseMs = 100;

/**
 * A cluster client whose calls end within a time limit, even when it knows no node to send them to.
 *
 * A master that left a call without an answer for the whole limit gets no further calls until it, or the node that
 * takes over its slots, answers a probe: a request that makes several calls would wait for each of them, and calls that
 * wait would fill the limits of the process.
 */
export class BoundedCluster extends Cluster {
  #wasReady = false;
  readonly #lostMasters = new Set<string>();
  /** All nodes, by the names in the list of slots. */
  readonly #nodes = new Map<string, Redis>();

  constructor(...args: ConstructorParameters<typeof Cluster>) {
    super(...args);
    this.on('+node', (node: Redis) => {
      ignoreAskingErrors(node);
      this.#nodes.set(addressOf(node), node);
    });
    this.on('-node', (node: Redis) => this.#nodes.delete(addressOf(node)));
  }

  /**
   * Sends a command to the node of its slot. The library prepares each command to be sent again after a redirection,
   * which costs as much as a read; this one is rejected then, or where the connection broke.
   */
  async sendDirectly(command: Command): Promise<unknown> {
    const slot = command.getSlot();
    const master = this.#masterOf(slot);
    const node = this.#lostMasters.has(master) ? undefined : this.#nodes.get(master);
    if (node === undefined) return this.sendCommand(command);
    const { commandTimeout } = node.options;
    if (commandTimeout !== undefined) limitTime(command, commandTimeout);
    try {
      return await node.sendCommand(command);
    } catch (error) {
      this.#noteFailure(error, slot, command);
      throw error;
    }
  }

  override sendCommand(command: Command, stream?: Parameters<Cluster['sendCommand']>[1], node?: unknown): unknown {
    const slot = (node as { readonly slot?: number } | undefined)?.slot ?? command.getSlot();
    if (this.#lostMasters.size > 0 && this.#lostMasters.has(this.#masterOf(slot))) {
      command.reject(new NotSentError('the master did not answer before'));
      return command.promise;
    }
    return this.#send(command, slot, stream, node);
  }

  #send(command: Command, slot: number, stream?: Parameters<Cluster['sendCommand']>[1], node?: unknown): unknown {
    const { commandTimeout, connectTimeout = 0, maxRetriesPerRequest } = this.options.redisOptions ?? {};
    if (this.status === 'ready') this.#wasReady = true;
    // The discovery of the nodes takes several connections, one after another.
    if (commandTimeout !== undefined) limitTime(command, commandTimeout + (this.#wasReady ? 0 : connectTimeout));
    // The queue library waits for Redis by itself.
    if (maxRetriesPerRequest !== null)
      command.promise.catch((error: unknown) => this.#noteFailure(error, slot, command));
    const { reject } = command;
    const answer = super.sendCommand(command, stream, node);
    // The caller reads the keys one by one instead (batchReads.ts, createStore.ts); a retry would last until the
    // migration of the slot ends.
    if (readsOfManyKeys.has(command.name)) rejectWithoutRetry(command, reject, isSplitAcrossNodes);
    return answer;
  }

  /** Returns '' for a command without keys, and while no node is known. */
  #masterOf(slot: number): string {
    return this.slots[slot]?.[0] ?? '';
  }

  #noteFailure(error: unknown, slot: number, command: Command): void {
    if (this.status !== 'ready' || !(isTimedOut(error) || isNodeLost(error))) return;
    // A node that does not answer may have been replaced.
    this.refreshSlotsCache();
    const master = this.#masterOf(slot);
    const [key] = command.getKeys();
    if (master === '' || key === undefined || this.#lostMasters.has(master)) return;
    this.#lostMasters.add(master);
    void this.#probe(master, key);
  }

  /** Reads a key of the lost master again and again, until the node that serves the key answers. */
  async #probe(master: string, key: string | Buffer): Promise<void> {
    while (this.status !== 'end' && this.#lostMasters.has(master)) {
      const command = new Command('exists', [key]);
      try {
        const { commandTimeout } = this.options.redisOptions ?? {};
        if (commandTimeout !== undefined) limitTime(command, commandTimeout);
        await super.sendCommand(command);
        this.#lostMasters.delete(master);
      } catch {
        this.refreshSlotsCache();
        await setTimeout(probePauseMs);
      }
    }
  }
}

/** Commands that the client itself sends on a new connection, and to check whether the server is ready. */
const ownCommands: ReadonlySet<string> = new Set(['auth', 'client', 'hello', 'info', 'ping', 'readonly', 'select']);

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

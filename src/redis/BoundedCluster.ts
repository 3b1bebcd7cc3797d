import { Cluster } from 'ioredis';
import { ignoreAskingErrors, rejectWithoutRetry } from './ioredisInternals.js';
import { isSplitAcrossNodes } from './redisErrors.js';

const readsOfManyKeys: ReadonlySet<string> = new Set(['mget', 'zinter', 'zintercard']);

/** A cluster client whose calls end within a time limit, even when it knows no node to send them to. */
export class BoundedCluster extends Cluster {
  #wasReady = false;

  constructor(...args: ConstructorParameters<typeof Cluster>) {
    super(...args);
    this.on('+node', ignoreAskingErrors);
  }

  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    const { commandTimeout, connectTimeout = 0 } = this.options.redisOptions ?? {};
    if (this.status === 'ready') this.#wasReady = true;
    // The discovery of the nodes takes several connections, one after another.
    if (commandTimeout !== undefined) command.setTimeout(commandTimeout + (this.#wasReady ? 0 : connectTimeout));
    command.promise.catch((error: unknown) => this.#refreshSlotsAfterTimeout(error));
    const { reject } = command;
    const answer = super.sendCommand(command, ...rest);
    // The caller reads the keys one by one instead (getMany.ts, createStore.ts); a retry would last until the migration
    // of the slot ends.
    if (readsOfManyKeys.has(command.name)) rejectWithoutRetry(command, reject, isSplitAcrossNodes);
    return answer;
  }

  /** A node that does not answer may have been replaced. */
  #refreshSlotsAfterTimeout(error: unknown): void {
    if (error instanceof Error && error.message === 'Command timed out' && this.status === 'ready')
      this.refreshSlotsCache();
  }
}

import { Cluster, type Command, type Redis } from 'ioredis';
import { isSplitAcrossNodes } from './redisErrors.js';

/** What is sent before a command to the node that a slot is on its way to is awaited by nobody. */
const hush = (node: Redis): void => {
  const asking = node.asking.bind(node) as () => Promise<'OK'>;
  node.asking = (() => asking().catch(() => 'OK')) as typeof node.asking;
};

/** A command that can be taken apart is not tried again until all of its keys are on one node, but given back. */
const giveBack = (command: Command, reject: Command['reject']): void => {
  const follow = command.reject;
  command.reject = error => (isSplitAcrossNodes(error) ? reject : follow).call(command, error);
};

/** A cluster's client whose calls end after a while, also where it knows no node to send them to: then they would wait without end. */
export class BoundedCluster extends Cluster {
  #isNew = true;

  constructor(...given: ConstructorParameters<typeof Cluster>) {
    super(...given);
    this.on('+node', hush);
  }

  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    const { commandTimeout, connectTimeout = 0 } = this.options.redisOptions ?? {};
    if (this.status === 'ready') this.#isNew = false;
    // To learn about the nodes takes several connections, one after the other.
    if (commandTimeout !== undefined) command.setTimeout(commandTimeout + (this.#isNew ? connectTimeout : 0));
    command.promise.catch((error: unknown) => this.#lookWhere(error));
    const { reject } = command;
    const answer = super.sendCommand(command, ...rest);
    if (command.name === 'mget') giveBack(command, reject);
    return answer;
  }

  /** A node that says nothing may have been replaced meanwhile. */
  #lookWhere(error: unknown): void {
    if (error instanceof Error && error.message === 'Command timed out' && this.status === 'ready')
      this.refreshSlotsCache();
  }
}

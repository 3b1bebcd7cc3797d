import { Cluster } from 'ioredis';

/** A cluster's client whose calls end after a while, also where it knows no node to send them to: then they would wait without end. */
export class PromptCluster extends Cluster {
  override sendCommand(...[command, ...rest]: Parameters<Cluster['sendCommand']>): unknown {
    const timeoutMs = this.options.redisOptions?.commandTimeout;
    if (timeoutMs !== undefined) command.setTimeout(timeoutMs);
    command.promise.catch((error: unknown) => this.#lookWhere(error));
    return super.sendCommand(command, ...rest);
  }

  /** A node that says nothing may have been replaced meanwhile. */
  #lookWhere(error: unknown): void {
    if (error instanceof Error && error.message === 'Command timed out' && this.status === 'ready') this.refreshSlotsCache();
  }
}

import { Command } from 'ioredis';
import type { RedisClient } from './connect.js';

/** A command that the client knows no keys of, on its way to the node of one: in a cluster it would go anywhere. */
class RoutedCommand extends Command {
  readonly #slot: number;

  constructor(key: string, [name, ...args]: readonly (string | Buffer)[], replyEncoding: BufferEncoding | null) {
    super(String(name), args, { replyEncoding });
    this.#slot = new Command('exists', [key]).getSlot();
  }

  override getSlot(): number {
    return this.#slot;
  }
}

/** Sends a module's command to the node that holds a key; not in a pipeline with others, since it may take long. */
export const sendRouted = (client: RedisClient, key: string, command: readonly (string | Buffer)[]): Promise<unknown> =>
  client.sendCommand(new RoutedCommand(key, command, 'utf8')) as Promise<unknown>;

/** The same, with the answer in Buffers. */
export const sendRoutedBuffer = (client: RedisClient, key: string, command: readonly (string | Buffer)[]): Promise<unknown> =>
  client.sendCommand(new RoutedCommand(key, command, null)) as Promise<unknown>;

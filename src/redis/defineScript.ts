import type { RedisClient } from './connect.js';
import { loadScript } from './loadScript.js';

export interface ScriptOptions {
  /** The script writes nothing, so that a cluster may run it on a replica. */
  readonly readOnly?: boolean;
}

/** Makes lua/`name`.lua a command of the client, under the same name. */
export const defineScript = (client: RedisClient, name: string, { readOnly = false }: ScriptOptions = {}): void =>
  client.defineCommand(name, { lua: loadScript(name), readOnly });

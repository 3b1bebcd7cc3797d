import { createHash } from 'node:crypto';
import type { Command } from 'ioredis';
import { loadScript } from './loadScript.js';
import { evalCommand, ScriptCommand } from './ScriptCommand.js';

/** The keys and arguments of one run of a script. */
export interface ScriptCall {
  readonly keys: readonly string[];
  readonly args: readonly (string | Buffer)[];
}

/** A script that callers send by themselves, and not as a method of the client. */
export class Script {
  readonly #lua: string;
  readonly #sha: string;

  /** Reads lua/`name`.lua. */
  constructor(name: string) {
    this.#lua = loadScript(name);
    this.#sha = createHash('sha1').update(this.#lua).digest('hex');
  }

  /** A run by the digest of the script, which is short; a server that does not know the script gets its text. */
  command({ keys, args }: ScriptCall, isKnown: boolean): Command {
    return isKnown ? new ScriptCommand(this.#sha, keys, args) : evalCommand(this.#lua, keys, args);
  }
}

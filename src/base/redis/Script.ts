import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../config/packageFile.js';
import { required } from '../errors/ApiError.js';
import { Command } from 'ioredis';
import { allocateShortLived } from '../memory/shortLivedBytes.js';
import { createHash } from 'node:crypto';
import type { RedisClient } from './connect.js';

/** The folders of lua that have scripts; a script has one name in all of them. */
const folders = ['commit', 'search', 'tokens', 'jobs', 'audit'];

const read = (file: URL): string => readFileSync(file, 'utf8');

/** Reads a script by its name, and replaces each line `-- @include file` by the text of lua/include/`file`.lua. */
export const loadScript = (name: string): string => {
  const files = folders.map(folder => packageFile(`lua/${folder}/${name}.lua`));
  return read(required(files.find(existsSync), `the script ${name}`)).replace(
    /^-- @include (\w+)$/gm,
    (_, included: string) => read(packageFile(`lua/include/${included}.lua`)).trimEnd(),
  );
};

/*
 * The following writes a call of a script by its digest to the socket as one Buffer. The library writes each of some
 * thirty arguments of a commit by itself and measures each twice, which took a tenth of what an update costs a worker.
 */

/** A text of the command, or a Buffer that lies between two texts. */
type Part = string | Buffer;

/** The line before an argument of some length, with the end of the argument before it. */
const lengthLine = (length: number): string => lengthLines[length] ?? `\r\n$${length}\r\n`;
/** Lines for short arguments are prepared, since joining texts is most of the work. */
const lengthLines: readonly string[] = Array.from({ length: 1_024 }, (_, length) => `\r\n$${length}\r\n`);

/** Encodes the command; texts that follow each other become one part. */
const encode = (
  sha: string,
  keys: readonly string[],
  args: readonly Part[],
  lengthOf: (text: string) => number,
): Part[] => {
  const count = String(keys.length);
  const parts: Part[] = [];
  let text =
    `*${3 + keys.length + args.length}\r\n$7\r\nevalsha\r\n$${sha.length}\r\n${sha}\r\n` +
    `$${count.length}\r\n${count}`;
  for (const key of keys) text += lengthLine(lengthOf(key)) + key;
  for (const arg of args)
    if (typeof arg === 'string') text += lengthLine(lengthOf(arg)) + arg;
    else {
      parts.push(text + lengthLine(arg.length), arg);
      text = '';
    }
  parts.push(`${text}\r\n`);
  return parts;
};

const lengthInBytes = (text: string): number => Buffer.byteLength(text);

export class ScriptCommand extends Command {
  readonly #sha: string;
  readonly #keys: readonly string[];
  readonly #args: readonly Part[];
  #wasSent = false;

  constructor(sha: string, keys: readonly string[], args: readonly Part[]) {
    super('evalsha', [], { replyEncoding: 'utf8' });
    this.#sha = sha;
    this.#keys = keys;
    this.#args = args;
  }

  override getKeys(): string[] {
    return [...this.#keys];
  }

  get wasSent(): boolean {
    return this.#wasSent;
  }

  override toWritable(): Buffer {
    this.#wasSent = true;
    let parts = encode(this.#sha, this.#keys, this.#args, text => text.length);
    // Keys and values may be written in any alphabet.
    const isAscii = parts.every(part => typeof part !== 'string' || lengthInBytes(part) === part.length);
    if (!isAscii) parts = encode(this.#sha, this.#keys, this.#args, lengthInBytes);
    let bytes = 0;
    for (const part of parts) bytes += typeof part === 'string' && !isAscii ? lengthInBytes(part) : part.length;
    const target = allocateShortLived(bytes);
    let offset = 0;
    for (const part of parts)
      if (typeof part === 'string') offset += target.write(part, offset, isAscii ? 'latin1' : 'utf8');
      else {
        target.set(part, offset);
        offset += part.length;
      }
    return target;
  }
}

/** Runs a script by its text, which also makes it known to the server. A method call would take fewer arguments. */
const evalCommand = (lua: string, keys: readonly string[], args: readonly Part[]): Command =>
  new Command('eval', [lua, keys.length, ...keys, ...args], { replyEncoding: 'utf8' });

export interface ScriptCall {
  readonly keys: readonly string[];
  readonly args: readonly (string | Buffer)[];
}

/** A script that callers send by themselves, and not as a method of the client. */
export class Script {
  readonly #lua: string;
  readonly #sha: string;

  constructor(name: string) {
    this.#lua = loadScript(name);
    this.#sha = createHash('sha1').update(this.#lua).digest('hex');
  }

  /** Runs the script by its digest, which is short; a server that does not know the script gets its text. */
  command({ keys, args }: ScriptCall, isKnown: boolean): Command {
    return isKnown ? new ScriptCommand(this.#sha, keys, args) : evalCommand(this.#lua, keys, args);
  }
}

interface ScriptOptions {
  /** True if the script writes nothing, so that a cluster may run it on a replica. */
  readonly readOnly?: boolean;
}

/** Makes the script `name` in lua a command of the client, under the same name. */
export const defineScript = (client: RedisClient, name: string, { readOnly = false }: ScriptOptions = {}): void =>
  client.defineCommand(name, { lua: loadScript(name), readOnly });

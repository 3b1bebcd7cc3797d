/**
 * One run of lua/commit.lua by its digest, as it goes over the wire. The library writes each of some thirty arguments by
 * itself and measures each twice, which took a tenth of what an update costs a worker; here keys are one text.
 */
import { Command } from 'ioredis';

const slabBytes = 256 * 1024;

/** Memory for commands on their way: each with memory of its own would keep the collector busy. */
let slab = Buffer.allocUnsafeSlow(slabBytes);
let used = 0;

const take = (bytes: number): Buffer => {
  if (bytes > slabBytes / 4) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > slabBytes) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  used += bytes;
  return slab.subarray(used - bytes, used);
};

const headOf = (sha: string, keys: readonly string[], argCount: number, lengthOf: (key: string) => number): string => {
  const count = String(keys.length);
  let head = `*${3 + keys.length + argCount}\r\n$7\r\nEVALSHA\r\n$${sha.length}\r\n${sha}\r\n$${count.length}\r\n${count}\r\n`;
  for (const key of keys) head += `$${lengthOf(key)}\r\n${key}\r\n`;
  return head;
};

export class ScriptCommand extends Command {
  readonly #sha: string;
  readonly #keys: readonly string[];
  readonly #args: readonly Buffer[];

  constructor(sha: string, keys: readonly string[], args: readonly Buffer[]) {
    super('evalsha', [], { replyEncoding: 'utf8' });
    this.#sha = sha;
    this.#keys = keys;
    this.#args = args;
  }

  override getKeys(): string[] {
    return [...this.#keys];
  }

  override toWritable(): Buffer {
    let head = headOf(this.#sha, this.#keys, this.#args.length, key => key.length);
    let headBytes = Buffer.byteLength(head);
    // Keys may hold values of any alphabet.
    if (headBytes !== head.length) {
      head = headOf(this.#sha, this.#keys, this.#args.length, Buffer.byteLength);
      headBytes = Buffer.byteLength(head);
    }
    const lengths = this.#args.map(({ length }) => `$${length}\r\n`);
    const bytes = this.#args.reduce((sum, { length }, at) => sum + lengths[at]!.length + length + 2, headBytes);
    const written = take(bytes);
    let at = written.write(head, 0, headBytes === head.length ? 'latin1' : 'utf8');
    this.#args.forEach((arg, index) => {
      at += written.write(lengths[index]!, at, 'latin1');
      written.set(arg, at);
      at += arg.length;
      at += written.write('\r\n', at, 'latin1');
    });
    return written;
  }
}

/** The append-only files of the embedded Redis: whether they are there, and what a full disk leaves in them. */
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const appendOnlyFolder = 'appendonlydir';

const namesIn = (dataDir: string): string[] => {
  const folder = join(dataDir, appendOnlyFolder);
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Redis before version 7 has one file, and no folder. */
const oldFiles = ['appendonly.aof', 'dump.rdb'];

export const hasAppendOnlyFiles = (dataDir: string): boolean =>
  namesIn(dataDir).some(name => name.endsWith('.manifest')) || oldFiles.some(name => existsSync(join(dataDir, name)));

/** Tells whether all files are there that Redis needs to load its data. */
export const areFilesWhole = (dataDir: string): boolean => {
  const names = namesIn(dataDir);
  return (
    ['.manifest', '.incr.aof'].every(end => names.some(name => name.endsWith(end))) ||
    existsSync(join(dataDir, 'appendonly.aof'))
  );
};

const [star, dollar, hash, lineFeed] = [0x2a, 0x24, 0x23, 0x0a];

/**
 * Copies commands without the zero bytes between them. Each command is a line `*count`, and for each argument a line
 * `$length` with as many bytes and an end of line behind it; lines that begin with `#` are notes.
 */
export class HoleRemover {
  /** Zero bytes that were left out. */
  removed = 0;
  #isInLine = false;
  #line = '';
  /** Arguments of the command that are still to come, and bytes of the current one. */
  #argumentsLeft = 0;
  #bytesLeft = 0;

  /** The parts of a chunk that belong to commands. */
  *process(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (let at = 0; at < chunk.length; ) {
      if (this.#bytesLeft > 0) {
        const taken = Math.min(this.#bytesLeft, chunk.length - at);
        this.#bytesLeft -= taken;
        at += taken;
      } else if (chunk[at] === 0 && !this.#isInLine && this.#argumentsLeft === 0) {
        if (at > from) yield chunk.subarray(from, at);
        while (chunk[at] === 0) {
          at++;
          this.removed++;
        }
        from = at;
      } else this.#readByte(chunk[at++]!);
    }
    if (from < chunk.length) yield chunk.subarray(from);
  }

  #readByte(byte: number): void {
    this.#isInLine = byte !== lineFeed;
    if (this.#isInLine) {
      this.#line += String.fromCharCode(byte);
      return;
    }
    const [line, first] = [this.#line, this.#line.charCodeAt(0)];
    this.#line = '';
    if (first === star) this.#argumentsLeft = Number(line.slice(1));
    else if (first === dollar && this.#argumentsLeft > 0) {
      this.#argumentsLeft--;
      this.#bytesLeft = Number(line.slice(1)) + 2;
    } else if (first !== hash || this.#argumentsLeft > 0) throw new Error(`'${line.slice(0, 50)}' is no command`);
  }
}

const removeHolesOf = async (path: string): Promise<number> => {
  const remover = new HoleRemover();
  const mended = `${path}.mended`;
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield* remover.process(chunk);
    },
    createWriteStream(mended, { mode: 0o600 }),
  );
  if (remover.removed > 0) {
    renameSync(path, `${path}.damaged`);
    renameSync(mended, path);
  }
  return remover.removed;
};

/**
 * Removes holes of zero bytes between commands; resolves to the files that had one. Redis 7 opens the file that it
 * begins with a rewrite without O_APPEND: after a write that a full disk has cut off it shortens the file, and writes
 * on behind the cut. Then it acknowledges changes that it could not load any more.
 */
export const removeHoles = async (dataDir: string): Promise<string[]> => {
  const folder = join(dataDir, appendOnlyFolder);
  const mended: string[] = [];
  for (const name of namesIn(dataDir).filter(each => each.endsWith('.incr.aof')))
    if ((await removeHolesOf(join(folder, name))) > 0) mended.push(name);
  return mended;
};

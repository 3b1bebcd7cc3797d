/** Fills the file system of the append-only file, which is a small one of its own. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../Fault.js';

const sizeMiB = 192;
const fullMs = 2_000;
const chunk = Buffer.alloc(64 * 1024);

const mount = (folder: string): string | undefined => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `no file system could be mounted (${(error as Error).message.split('\n')[0]}); it needs root, for example: unshare -rm npm run test:faults`;
  }
};

/** Writes smaller and smaller pieces until no byte is left. */
const fill = (path: string): void => {
  const file = openSync(path, 'w');
  try {
    for (let length = chunk.length; length > 0; )
      try {
        writeSync(file, chunk, 0, length);
      } catch {
        length = Math.floor(length / 2);
      }
  } finally {
    closeSync(file);
  }
};

export const diskFull: Fault = {
  name: 'disk-full',
  description: `the file system of the append-only file is full for ${fullMs / 1_000} s`,
  prepare: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qs-full-'));
    const unavailable = mount(folder);
    if (unavailable !== undefined) {
      rmSync(folder, { recursive: true });
      return { unavailable };
    }
    return {
      options: { folder },
      cleanUp: async () => {
        // A process that has just ended may still hold the folder: it is detached now, and unmounted when it is free.
        execFileSync('umount', ['--lazy', folder]);
        rmSync(folder, { recursive: true });
      },
    };
  },
  inject: async (world, ledger) => {
    const path = join(world.folder, 'filler');
    const before = ledger.count(503);
    fill(path);
    try {
      await setTimeout(fullMs);
    } finally {
      unlinkSync(path);
    }
    if (ledger.count(503) === before) ledger.addFailure('no write was refused while the disk was full');
  },
};

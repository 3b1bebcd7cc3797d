/** Fills the small file system of the append-only file, also while Redis rewrites the file. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { World } from '../createWorld.js';
import type { Fault, Prepared } from '../Fault.js';
import type { Ledger } from '../Ledger.js';
import { killRedis, waitForWrites } from './endRedis.js';

const sizeMiB = 192;
const fullMs = 2_000;
const chunk = Buffer.alloc(64 * 1024);

const mount = (folder: string): string | undefined => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return (
      `no file system could be mounted (${(error as Error).message.split('\n')[0]}); it needs root, for example: ` +
      'unshare -rm npm run test:faults'
    );
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

const prepare = async (): Promise<Prepared> => {
  const folder = mkdtempSync(join(tmpdir(), 'qs-full-'));
  const unavailable = mount(folder);
  if (unavailable !== undefined) {
    rmSync(folder, { recursive: true });
    return { unavailable };
  }
  return {
    options: { folder },
    cleanUp: async () => {
      // A process that has just ended may still use the folder: it is detached now, and unmounted when it is free.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
};

/** Fills the disk for some time, during which writes must be refused. */
const fillForAWhile = async (world: World, ledger: Ledger): Promise<void> => {
  const path = join(world.folder, 'filler');
  const before = ledger.count(503);
  fill(path);
  try {
    await setTimeout(fullMs);
  } finally {
    unlinkSync(path);
  }
  if (ledger.count(503) === before) ledger.addFailure('no write was refused while the disk was full');
};

export const diskFull: Fault = {
  name: 'disk-full',
  description: `the file system of the append-only file is full for ${fullMs / 1_000} s`,
  prepare,
  inject: fillForAWhile,
};

export const diskFullRewrite: Fault = {
  name: 'disk-full-rewrite',
  description:
    `the disk is full for ${fullMs / 1_000} s from the begin of a rewrite of the append-only file; ` +
    'then SIGKILL to Redis',
  prepare,
  inject: async (world, ledger, ...rest) => {
    await world.redis(redis => redis.bgrewriteaof());
    await fillForAWhile(world, ledger);
    await waitForWrites(ledger);
    // Redis restarts and loads the files that the interrupted rewrite has left.
    await killRedis.inject(world, ledger, ...rest);
  },
};

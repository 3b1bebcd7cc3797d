/** Faults in which the folder of the append-only files cannot be written, or is missing. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { waitUntil } from '../../test/support/waitUntil.js';
import type { World } from '../createWorld.js';
import type { Fault, Prepared } from '../Fault.js';
import { fileIsSynced, killRedis, waitForWrites } from './endRedis.js';

const awayMs = 2_500;

const folderOf = ({ folder }: World): string => join(folder, 'appendonlydir');

/** Makes files immutable or mutable again: root may write despite permissions, but not to immutable files. */
const setImmutable = (path: string, isImmutable: boolean): void => {
  execFileSync('chattr', ['-R', isImmutable ? '+i' : '-i', path], { stdio: 'pipe' });
};

const prepareImmutable = async (): Promise<Prepared> => {
  const folder = mkdtempSync(join(tmpdir(), 'qs-immutable-'));
  try {
    setImmutable(folder, true);
    setImmutable(folder, false);
  } catch (error) {
    return {
      unavailable:
        `no file can be made immutable (${(error as Error).message.split('\n').join(' ')}); ` +
        'it needs root and a file system such as ext4',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { options: {}, cleanUp: async () => undefined };
};

/** Ends Redis between two syncs of its file. */
const kill = (world: World): Promise<void> =>
  world.redis(async redis => {
    await fileIsSynced(redis);
    process.kill(world.redisPid(), 'SIGKILL');
  });

/** Actions while the files cannot be written. */
const meanwhile = {
  written: async () => undefined,
  rewritten: (world: World) => world.redis(redis => redis.bgrewriteaof()).catch(() => undefined),
};

export const appendOnlyReadOnly: Fault = {
  name: 'aof-readonly',
  description: `the append-only files are immutable for ${awayMs / 1_000} s: while Redis writes, rewrites or starts`,
  prepare: prepareImmutable,
  inject: async (world, ledger, random) => {
    const pid = world.redisPid();
    const choices = ['written', 'rewritten', 'started'] as const;
    const choice = choices[Math.floor(random() * choices.length)]!;
    ledger.note = choice;
    const before = ledger.count(503);
    if (choice === 'started') await kill(world);
    setImmutable(folderOf(world), true);
    try {
      if (choice !== 'started') await meanwhile[choice](world);
      await setTimeout(awayMs);
    } finally {
      setImmutable(folderOf(world), false);
    }
    if (ledger.count(503) === before) ledger.addFailure('no write was refused while the files could not be written');
    await world.redisIsBack(choice === 'started' ? pid : undefined);
    await waitForWrites(ledger);
  },
};

/** Tells whether a rewrite is complete: it writes its list of files first, and the base file last. */
const isWritten = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some(name => name.endsWith('.base.rdb'));

export const appendOnlyVanished: Fault = {
  name: 'aof-vanished',
  description: 'the folder of the append-only files is deleted while Redis runs, or is away while Redis starts',
  inject: async (world, ledger, random, ...rest) => {
    const folder = folderOf(world);
    if (random() < 0.5) {
      ledger.note = 'deleted';
      rmSync(folder, { recursive: true });
      // Redis itself notices nothing, and would have no data after a restart.
      await waitUntil(() => isWritten(folder));
      await waitForWrites(ledger);
      await killRedis.inject(world, ledger, random, ...rest);
      return;
    }
    ledger.note = 'away';
    const pid = world.redisPid();
    await kill(world);
    renameSync(folder, `${folder}.away`);
    await setTimeout(awayMs);
    if (existsSync(folder)) throw new Error('Redis was started without its files');
    renameSync(`${folder}.away`, folder);
    await world.redisIsBack(pid);
  },
};

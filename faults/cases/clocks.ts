/** Makes the clocks of Redis and of the server jump while both run, with libfaketime. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { totalDaysMax } from '../../src/store/dailyTotals.js';
import type { Fault, Prepared } from '../Fault.js';
import type { World } from '../createWorld.js';

/** Longer than a second, after which the library reads its file again. */
const noticedMs = 1_200;
const shownMs = 1_500;

const librariesFolder = '/usr/lib';

/** Finds the library of Debian's package libfaketime for programs with threads; undefined if it is not installed. */
const findLibrary = (): string | undefined =>
  readdirSync(librariesFolder)
    .map(name => join(librariesFolder, name, 'faketime', 'libfaketimeMT.so.1'))
    .find(existsSync);

type Clock = 'redis' | 'server';

const fileOf = (folder: string, clock: Clock): string => join(folder, `${clock}.clock`);

/** Replaces the file in one step, since the library may read it at any moment. */
const setClock = (folder: string, clock: Clock, seconds: number): void => {
  const path = fileOf(folder, clock);
  writeFileSync(`${path}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  renameSync(`${path}.new`, path);
};

/**
 * Returns the variables of the wrapper. The C library's malloc comes first, because that of jemalloc asks for the time
 * while the library looks for the real function, and Redis would not start.
 */
const variables = (library: string, folder: string, clock: Clock, isMonotonicFaked: boolean) => ({
  LD_PRELOAD: clock === 'redis' ? `${library}:libc.so.6` : library,
  FAKETIME_TIMESTAMP_FILE: fileOf(folder, clock),
  FAKETIME_CACHE_DURATION: '0',
  FAKETIME_DONT_FAKE_MONOTONIC: isMonotonicFaked ? '0' : '1',
});

/** Writes a program `redis-server` that starts the real one with its own clock. */
const writeWrapper = (folder: string, environment: Readonly<Record<string, string>>): void => {
  const assignments = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  const real = (process.env.PATH ?? '').split(delimiter).map(each => join(each, 'redis-server'));
  const path = join(folder, 'redis-server');
  writeFileSync(path, `#!/bin/sh\nexec env ${assignments.join(' ')} ${real.find(existsSync)} "$@"\n`, { mode: 0o755 });
};

const prepare = (isMonotonicFaked: boolean) => async (): Promise<Prepared> => {
  const library = findLibrary();
  if (library === undefined) return { unavailable: 'libfaketime is not installed (apt-get install faketime)' };
  const folder = mkdtempSync(join(tmpdir(), 'qs-clocks-'));
  for (const clock of ['redis', 'server'] as const) setClock(folder, clock, 0);
  writeWrapper(folder, variables(library, folder, 'redis', isMonotonicFaked));
  return {
    options: {
      settings: {
        ...variables(library, folder, 'server', isMonotonicFaked),
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        CLOCKS_FOLDER: folder,
      },
    },
    cleanUp: async () => rmSync(folder, { recursive: true }),
  };
};

const day = 86_400;
const jumps = [5, 300, day, 365 * day];
const which: readonly (readonly Clock[])[] = [['redis'], ['server'], ['redis', 'server']];

const choose = <T>(values: readonly T[], random: () => number): T => values[Math.floor(random() * values.length)]!;

/** Sets clocks, and resolves when the programs have noticed it. */
const setClocks = async ({ clocksFolder }: World, clocks: readonly Clock[], seconds: number): Promise<void> => {
  for (const clock of clocks) setClock(clocksFolder!, clock, seconds);
  await setTimeout(noticedMs);
};

const jumping = (name: string, description: string, sign: 1 | -1): Fault => ({
  name,
  description,
  affects: () => true,
  prepare: prepare(false),
  inject: async (world, ledger, random) => {
    const clocks = choose(which, random);
    const seconds = sign * choose(jumps, random);
    // Redis deletes the sums of days when they expire by its clock.
    if (clocks.includes('redis') && seconds > totalDaysMax * day) ledger.mendedKinds.add('totals');
    ledger.note = `${clocks.join(' and ')} by ${seconds} s`;
    await setClocks(world, clocks, seconds);
    await setTimeout(shownMs);
    await setClocks(world, clocks, 0);
  },
});

export const clockJump = jumping(
  'clock-jump',
  'the clock of Redis, of the server or of both goes forward by 5 s to a year, and back after 3 s',
  1,
);

export const clockBack = jumping(
  'clock-back',
  'the clock of Redis, of the server or of both goes back by 5 s to a year, and forward after 3 s',
  -1,
);

const offsetOf = (folder: string, clock: Clock): number => Number(readFileSync(fileOf(folder, clock), 'utf8'));

export const clockLeap: Fault = {
  name: 'clock-leap',
  description:
    'as clock-jump by up to a day, but with the monotonic clock, and for good: as after a machine stood still',
  affects: () => true,
  prepare: prepare(true),
  inject: async (world, ledger, random) => {
    const clocks = choose(which, random);
    const seconds = choose(jumps.slice(0, -1), random);
    ledger.note = `${clocks.join(' and ')} by ${seconds} s`;
    for (const clock of clocks) setClock(world.clocksFolder!, clock, offsetOf(world.clocksFolder!, clock) + seconds);
    await setTimeout(noticedMs);
  },
};

/** Orders test files for a run, and stores the time that each took. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

const timesFile = join(root, 'dist', 'test', '.times.json');

const readTimes = () => (existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {});

/** The slowest files with their seconds, used before any run has measured them, as in a new clone. */
const slowFiles = join(root, 'test', 'slowFiles.txt');

const readSlowFiles = () =>
  new Map(
    readFileSync(slowFiles, 'utf8')
      .trim()
      .split('\n')
      .map(line => line.split(' '))
      .map(([seconds, file]) => [file, Number(seconds) * 1_000]),
  );

/** Creates a generator of numbers from 0 to 1 that a seed determines (mulberry32). */
export const createRandom = seed => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const shuffle = (files, seed) => {
  const random = createRandom(seed);
  return files
    .map(file => ({ file, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => file);
};

/** Returns a function that returns the time of a file in the last run that measured it; 0 where none is known. */
export const readKnownMs = () => {
  const times = readTimes();
  const slow = readSlowFiles();
  return file => times[file]?.ms ?? slow.get(file) ?? 0;
};

/** Puts the longest files first, so that none runs alone at the end; with a seed the order is random. */
export const orderFiles = (files, seed) => {
  if (seed !== undefined) return shuffle(files, seed);
  const msOf = readKnownMs();
  return [...files].sort((a, b) => msOf(b) - msOf(a));
};

/** Puts the files into the order in which they are named. */
export const inOrder = (files, named) => [...files].sort((a, b) => named.indexOf(a) - named.indexOf(b));

export const rememberTimes = results => {
  const measured = results.map(({ file, ms, cpuMs }) => [file, { ms: Math.round(ms), cpuMs: Math.round(cpuMs) }]);
  writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...Object.fromEntries(measured) }));
};

/** Orders test files for a run, and remembers how long each took. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';
import { needsBrowser, startsPrograms } from './neededPrograms.mjs';

const timesFile = join(root, 'dist', 'test', '.times.json');

const readTimes = () => (existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {});

/** Where no run has measured a file yet: pages take longest, then what starts servers, then long files. */
const assumedMs = file => {
  const kindMs = needsBrowser(file) ? 20_000 : startsPrograms(file) ? 10_000 : 0;
  return kindMs + statSync(join(root, file)).size / 2;
};

/** A generator of numbers from 0 to 1 that a seed determines (mulberry32). */
const createRandom = seed => {
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

/** The longest files come first, so that none is left alone at the end; with a seed the order is a random one. */
export const orderFiles = (files, seed) => {
  if (seed !== undefined) return shuffle(files, seed);
  const times = readTimes();
  const msOf = file => times[file]?.ms ?? assumedMs(file);
  return [...files].sort((a, b) => msOf(b) - msOf(a));
};

export const rememberTimes = results => {
  const measured = results.map(({ file, ms, cpuMs }) => [file, { ms: Math.round(ms), cpuMs: Math.round(cpuMs) }]);
  writeFileSync(timesFile, JSON.stringify({ ...readTimes(), ...Object.fromEntries(measured) }));
};

/**
 * Measures which lines of the sources each test file reaches, by one run of each file with the coverage of V8, and
 * keeps the result in dist/mutants/reach.json: a file of tests that has not changed since is not run again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';
import { removeFolder } from '../test/sharedParts.mjs';
import { createCoverageReader } from './readCoverage.mjs';
import { runTestFiles } from './runTestFiles.mjs';

const keptFile = join(root, 'dist', 'mutants', 'reach.json');
const timeoutMs = 600_000;

const hashOf = text => createHash('sha256').update(text).digest('base64url');

const readKept = () => (existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : { tests: {}, sets: [] });

/** Writes lines as pieces such as `3-9,12`. */
const toRanges = lines => {
  const sorted = [...lines].sort((a, b) => a - b);
  const ranges = [];
  for (const line of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
};

const includesLine = (ranges, line) =>
  ranges.split(',').some(range => {
    const [from, to = from] = range.split('-').map(Number);
    return from <= line && line <= to;
  });

/** Measures one file of tests. A file that fails without any change is of no use for mutants. */
const measureOne = async (folder, file, readCoverage) => {
  const written = mkdtempSync(join(folder, 'coverage-'));
  const failure = await runTestFiles(folder, [file], { timeoutMs, env: { NODE_V8_COVERAGE: written } });
  const lines = failure === undefined ? readCoverage(written) : new Map();
  removeFolder(written);
  return { failure, lines };
};

/** Measures the files that are new or changed, until `isStopped()`; `print` tells the progress. */
export const measureReach = async ({ folder, read }, files, { isStopped, print }) => {
  const kept = readKept();
  /** Each set of lines is kept once, with the content of the source that it belongs to. */
  const sets = new Map(kept.sets.map((text, at) => [text, at]));
  const indexOf = text => {
    if (!sets.has(text)) sets.set(text, sets.size);
    return sets.get(text);
  };
  const pending = files.filter(file => kept.tests[file]?.hash !== hashOf(read(file)));
  if (pending.length > 0) print(`${pending.length} test files are measured, each once.`);
  const readCoverage = createCoverageReader(folder);
  for (const [at, file] of pending.entries()) {
    if (isStopped()) break;
    const { failure, lines } = await measureOne(folder, file, readCoverage);
    const reached = [...lines].map(([source, each]) => [source, indexOf(`${hashOf(read(source))} ${toRanges(each)}`)]);
    kept.tests[file] = { hash: hashOf(read(file)), failure, reached: Object.fromEntries(reached) };
    print(
      `${at + 1} of ${pending.length}: ${file}${failure === undefined ? '' : ` is left out, it fails: ${failure}`}`,
    );
    mkdirSync(dirname(keptFile), { recursive: true });
    writeFileSync(keptFile, JSON.stringify({ ...kept, sets: [...sets.keys()] }));
  }
};

/**
 * Returns a function that lists the test files which reach a place. A file of tests that was not measured may reach all
 * places, and one that reached a source that has changed since may reach all of its lines.
 */
export const createReach = ({ read }, files) => {
  const { tests, sets } = readKept();
  const isReached = (file, source, line) => {
    const { failure, reached } = tests[file] ?? { reached: undefined };
    if (failure !== undefined) return false;
    if (reached === undefined) return true;
    const [hash, ranges] = sets[reached[source]]?.split(' ') ?? [];
    return ranges !== undefined && (hash !== hashOf(read(source)) || includesLine(ranges, line));
  };
  return ({ file: source, line }) => files.filter(file => isReached(file, source, line));
};

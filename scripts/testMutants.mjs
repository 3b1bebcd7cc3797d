/**
 * npm run test:mutants -- [options]: changes random places of the sources, one at a time, and tells which changes no
 * test notices. It works on a copy of the work tree and leaves nothing behind.
 *   --count N      the number of changes (20), the same from each part of the program
 *   --seed N       repeats the choice of an earlier run
 *   --only PATH    changes only sources below a path, such as src/commerce/pricing; may be repeated
 *   --measure      measures first which tests reach which lines; later runs use what an earlier one measured
 *   --files N      runs at most this many test files for a change, the likeliest first (60)
 *   --minutes N    starts no further change after this time
 *   --resume FILE  keeps results in a file, and continues from it
 *   --least N      fails if tests notice less than this percentage of the changes in any part
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { flag, integer, readCommandLine, text, texts } from './setup/commandLine.mjs';
import { runMain, setUp } from './setup.mjs';
import { interruptSignal } from './setup/interrupts.mjs';
import { chooseMutants } from './mutants/chooseMutants.mjs';
import { createMutantRun } from './mutants/runMutant.mjs';
import { createRanking } from './mutants/rankTestFiles.mjs';
import { createReach, measureReach } from './mutants/measureReach.mjs';
import { createReasons, printReport, resultLine } from './mutants/reportMutants.mjs';
import { createTypeCheck } from './mutants/createTypeCheck.mjs';
import { createWorkCopy } from './mutants/createWorkCopy.mjs';
import { needsNginx, opensPages } from './test/neededPrograms.mjs';
import { createRunFolder, removeFolder } from './test/sharedParts.mjs';
import { testFiles } from './test/testFiles.mjs';

const keyOf = ({ file, start, replacement }) => JSON.stringify([file, start, replacement]);

const readResults = file =>
  file === undefined || !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line));

const runMutants = async (folder, values) => {
  const startedMs = performance.now();
  const isStopped = () => interruptSignal() !== undefined || performance.now() - startedMs > values.minutes * 60_000;
  const print = line => console.log(line);
  const copy = createWorkCopy(folder);
  // Pages of a browser take minutes, and notice little that the other files do not.
  const files = testFiles([]).filter(file => !opensPages(file) && !needsNginx(file));
  if (values.measure) await measureReach(copy, files, { isStopped, print });
  const chosen = chooseMutants(folder, { count: values.count, seed: values.seed, only: values.only });
  const known = new Map(readResults(values.resume).map(result => [keyOf(result.mutant), result]));
  const reasonOf = createReasons(copy.read);
  const run = createMutantRun({
    copy,
    checkTypes: createTypeCheck(folder),
    reach: createReach(copy, files),
    rank: createRanking(folder, files),
    filesMax: values.files,
  });
  const results = [];
  for (const mutant of chosen) {
    const before = known.get(keyOf(mutant));
    if (before !== undefined) results.push({ ...before, reason: reasonOf(mutant) });
    if (before !== undefined || isStopped()) continue;
    const since = performance.now();
    const outcome = await run(mutant);
    // The tests of an interrupted run did not fail by themselves.
    if (interruptSignal() !== undefined) break;
    const result = { mutant, ...outcome, ms: Math.round(performance.now() - since) };
    results.push({ ...result, reason: reasonOf(mutant) });
    print(resultLine(results.at(-1)));
    if (values.resume !== undefined) appendFileSync(values.resume, `${JSON.stringify(result)}\n`);
  }
  const pending = chosen.length - results.length;
  return printReport(results, { leastPercent: values.least, pending }, print) && pending === 0;
};

const { values: given } = readCommandLine({
  options: {
    count: integer,
    seed: integer,
    only: texts('PATH'),
    measure: flag,
    files: integer,
    minutes: integer,
    resume: text('FILE'),
    least: integer,
  },
});

await runMain(async () => {
  const seed = Date.now() % 1_000_000;
  const values = { count: 20, seed, only: [], measure: false, files: 60, minutes: Infinity, least: 0, ...given };
  console.log(`The changes are those of --seed ${values.seed}.`);
  await setUp({ withConsole: false });
  const folder = createRunFolder();
  try {
    process.exitCode = (await runMutants(folder, values)) ? 0 : 1;
  } finally {
    removeFolder(folder);
  }
});

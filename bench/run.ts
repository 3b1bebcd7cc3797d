/**
 * npm run bench: measures cases and their references on one Redis, or two builds by turns; prints a table and writes
 * JSON to bench/results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureBodies } from './bodies/measureBodies.js';
import type { BenchCase } from './cases/BenchCase.js';
import { cases } from './cases/index.js';
import { logSlowScripts } from './measure/counters.js';
import { type CaseResult, measureCase } from './measure/measureCase.js';
import { runGate } from './measure/runGate.js';
import { machine, options } from './options.js';
import { findSlower, formatSlower, type SavedRun } from './report/findSlower.js';
import { formatMix } from './report/formatMix.js';
import { formatResults } from './report/formatResults.js';
import { commitOf, saveRun } from './report/saveRun.js';
import type { BenchEnvironment } from './world/BenchWorld.js';
import { createEnvironment, type EnvironmentOptions } from './world/createEnvironment.js';
import { ownRoot } from './world/processes.js';

/** The exact name of a case selects only that case; other texts select all cases that contain them. */
const isSelectedBy = (name: string, text: string): boolean =>
  cases.some(one => one.name === text) ? name === text : name.includes(text);
const isSelected = ({ name, peers }: BenchCase): boolean =>
  // A case that changes the products would make them differ from those of the peers.
  (options.peers === undefined || peers !== undefined) &&
  (options.only === undefined || options.only.some(text => isSelectedBy(name, text)));

const withEnvironment = async (
  settings: Partial<EnvironmentOptions>,
  work: (environment: BenchEnvironment) => Promise<void>,
): Promise<void> => {
  const { orders, workers, slowScripts, peers } = options;
  const environment = await createEnvironment({ orders, workers, ...settings });
  try {
    // A peer that is not installed is reported before the products are created.
    if (peers !== undefined) await environment.peers();
    if (slowScripts === true) await logSlowScripts(environment.redisNode);
    await work(environment);
  } finally {
    await environment.close();
  }
};

const measure = async (environment: BenchEnvironment, name: string, other?: BenchEnvironment): Promise<void> => {
  const { orders, rounds, seconds, compare, against, variant, masters, wide } = options;
  // The file is read first, because this run may replace it.
  const earlier = compare === undefined ? undefined : (JSON.parse(readFileSync(compare, 'utf8')) as SavedRun);
  const otherName = against ?? (variant && 'without the settings') ?? (masters === undefined ? undefined : 'one Redis');
  const results: CaseResult[] = [];
  for (const one of cases.filter(isSelected)) {
    console.error(`measuring ${one.name}: ${one.description}`);
    const result = await measureCase(environment, one, options, other);
    // Results are printed at once, because a later case may fail.
    console.error(formatResults([result], { otherName, wide }));
    results.push(result);
  }
  const conditions =
    `${orders} orders, ${rounds} rounds of ${seconds} s by turns, Node ${machine.node}, ${machine.cores} cores ` +
    'shared with the load generator';
  console.log(`\n${conditions}\n\n${formatResults(results, { otherName, wide })}`);
  for (const mix of results.map(formatMix)) if (mix !== undefined) console.log(`\n${mix}`);
  if (earlier !== undefined) console.log(`\n${formatSlower(findSlower(earlier, results), earlier)}`);
  const { save: copy, ...conditionsOfRun } = options;
  const build = commitOf(environment.build.root);
  const run = { at: new Date().toISOString(), build, machine, options: conditionsOfRun, results };
  saveRun(join(ownRoot, 'bench/results', `${name}.json`), run);
  if (copy !== undefined) saveRun(copy, run);
};

const run = async (): Promise<void> => {
  const { variant, against, masters, worstBodies, gate, gateWrite } = options;
  if (worstBodies === true) await measureBodies(options);
  else if ((gate ?? gateWrite) !== undefined)
    await withEnvironment({ root: against }, measured => runGate(measured, options));
  else if (against !== undefined)
    await withEnvironment({ root: against }, other => withEnvironment({}, own => measure(own, 'against', other)));
  else if (variant !== undefined)
    await withEnvironment({}, other => withEnvironment({ settings: variant }, own => measure(own, 'variant', other)));
  else if (masters !== undefined)
    await withEnvironment({ listensOnPort: true }, other =>
      withEnvironment({ masters }, own => measure(own, 'masters', other)),
    );
  else await withEnvironment({}, own => measure(own, 'latest'));
};

await run();

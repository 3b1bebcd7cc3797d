/**
 * npm run bench: measures all cases and their references on one Redis; prints a table and writes JSON to bench/results.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchCase } from './cases/BenchCase.js';
import { cases } from './cases/index.js';
import { generatorName } from './load/runLoad.js';
import { type CaseResult, measureCase } from './measure/measureCase.js';
import { measureWorlds, type NamedEnvironment, type WorldsResult } from './measure/measureWorlds.js';
import { logSlowScripts } from './measure/slowScripts.js';
import { durabilityVerdict, measureDurability } from './measureDurability.js';
import { formatOverload, measureOverload } from './measureOverload.js';
import { formatSlowConnections, measureSlowConnections } from './measureSlowConnections.js';
import { measureSoak } from './measureSoak.js';
import { formatNeighbours, measureNeighbours } from './neighbours/measureNeighbours.js';
import { isGiven, machine, options } from './options.js';
import { drawPictures } from './pictures/drawPictures.js';
import { findSlower, formatSlower } from './report/findSlower.js';
import { formatResults } from './report/formatResults.js';
import { formatWorlds } from './report/formatWorlds.js';
import type { SavedRun } from './report/SavedRun.js';
import { runScale, scaleParts } from './scale/runScale.js';
import type { BenchEnvironment } from './world/BenchWorld.js';
import { createEnvironment, type EnvironmentOptions, readOnlyData } from './world/createEnvironment.js';

const picturesFolder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const resultsFolder = fileURLToPath(new URL('../../bench/results/', import.meta.url));

const save = (name: string, content: object): void => {
  mkdirSync(resultsFolder, { recursive: true });
  const file = `${resultsFolder}${name}.json`;
  const run = { at: new Date().toISOString(), machine: { ...machine, generator: generatorName }, options, ...content };
  // A run that is cut while it writes leaves the earlier file.
  writeFileSync(`${file}.new`, `${JSON.stringify(run, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  console.log(`\n${file}`);
};

/** The exact name of a case selects only that case, other texts all cases that contain them. */
const isSelectedBy = (name: string, text: string): boolean =>
  cases.some(one => one.name === text) ? name === text : name.includes(text);
const isSelected = ({ name }: Pick<BenchCase, 'name'>): boolean =>
  options.only === undefined || options.only.some(text => isSelectedBy(name, text));

const conditions = `${options.orders} orders, ${options.rounds} rounds of ${options.seconds} s by turns, Node ${machine.node}, ${machine.cores} cores shared with ${generatorName}`;

const readEarlierRun = (): SavedRun | undefined =>
  options.compare === undefined ? undefined : (JSON.parse(readFileSync(options.compare, 'utf8')) as SavedRun);

const runCases = async (environment: BenchEnvironment): Promise<void> => {
  // Read first, because it may be the file that this run replaces.
  const earlier = readEarlierRun();
  const results: CaseResult[] = [];
  for (const one of cases.filter(isSelected)) {
    console.error(`measuring ${one.name}: ${one.description}`);
    const result = await measureCase(environment, one, options);
    // Printed at once, because a later case may fail.
    console.error(formatResults([result]));
    results.push(result);
  }
  console.log(`\n${conditions}\n\n${formatResults(results)}`);
  if (earlier !== undefined) console.log(`\n${formatSlower(findSlower(earlier, results), earlier)}`);
  save('latest', { results });
};

const runSoak = async (environment: BenchEnvironment, seconds: number): Promise<void> => {
  const result = await measureSoak(await environment.openWorld(readOnlyData), seconds);
  console.log(`\n${result.requests} requests in ${seconds} s, ${result.failures} failed`);
  console.log(`resident memory in MiB, every 5 s: ${result.samplesMiB.join(' ')}`);
  console.log(`growth after the warm-up: ${result.growthMiBPerMinute.toFixed(2)} MiB per minute`);
  save('soak', { result });
};

const runOverload = async (environment: BenchEnvironment, seconds: number): Promise<void> => {
  const results = await measureOverload(await environment.openWorld(readOnlyData), seconds, isSelected);
  console.log(
    `\n${options.orders} orders, ${seconds} s each, Node ${machine.node}, ${machine.cores} cores shared with the generator\n\n${formatOverload(results)}`,
  );
  save('overload', { results });
};

const runSlow = async (environment: BenchEnvironment, connections: number): Promise<void> => {
  const result = await measureSlowConnections(await environment.openWorld(readOnlyData), connections);
  console.log(`\n${formatSlowConnections(result)}`);
  save('slow', { result });
};

const runNeighbours = async (environment: BenchEnvironment, seconds: number): Promise<void> => {
  const results = await measureNeighbours(environment, seconds);
  console.log(`\n${formatNeighbours(results)}`);
  save('neighbours', { results });
};

const runOnEnvironment = async (environment: BenchEnvironment): Promise<void> => {
  if (options.slowScripts === true) await logSlowScripts(environment.redisNodes);
  if (options.overload !== undefined) await runOverload(environment, options.overload);
  else if (options.slow !== undefined) await runSlow(environment, options.slow);
  else if (options.neighbours !== undefined) await runNeighbours(environment, options.neighbours);
  else await (options.soak === undefined ? runCases(environment) : runSoak(environment, options.soak));
};

const withEnvironment = async (
  settings: EnvironmentOptions,
  work: (environment: BenchEnvironment) => Promise<void>,
): Promise<void> => {
  const environment = await createEnvironment(settings);
  try {
    await work(environment);
  } finally {
    await environment.close();
  }
};

const compareWorlds = async (environments: readonly NamedEnvironment[], file: string): Promise<void> => {
  const results: WorldsResult[] = [];
  if (options.slowScripts === true)
    for (const { environment } of environments) await logSlowScripts(environment.redisNodes);
  for (const one of cases.filter(isSelected)) {
    console.error(`measuring ${one.name}: ${one.description}`);
    results.push(await measureWorlds(environments, one, options));
    console.error(formatWorlds(results.slice(-1)));
  }
  console.log(`\n${conditions}\n\n${formatWorlds(results)}`);
  save(file, { results });
};

/** Measures two environments, the first of which is the point of comparison. */
const runTwo = (
  file: string,
  [firstName, first]: readonly [string, EnvironmentOptions],
  [secondName, second]: readonly [string, EnvironmentOptions],
): Promise<void> =>
  withEnvironment(first, one =>
    withEnvironment(second, other =>
      compareWorlds(
        [
          { name: firstName, environment: one },
          { name: secondName, environment: other },
        ],
        file,
      ),
    ),
  );

const runDurability = async (): Promise<void> => {
  const result = await measureDurability(options);
  console.log(`\n${conditions}\n\n${formatWorlds([result])}\n\n${durabilityVerdict(result)}`);
  save('durability', { results: [result] });
};

/** Orders of all projects together; a curve over orders has its own. */
const scaleOrders = 20_000;

const runCurves = (): Promise<void> => {
  const names = typeof options.scale === 'object' ? options.scale : [];
  const orders = isGiven('orders') ? options.orders : scaleOrders;
  return runScale(names, options.points, { ...options, orders }, result => save(`scale-${result.part}`, result));
};

const drawCurves = (): void => {
  const names = scaleParts.map(({ name }) => name);
  for (const file of drawPictures(resultsFolder, picturesFolder, names)) console.log(file);
};

const run = async (): Promise<void> => {
  const { orders, workers, variant, against } = options;
  if (options.draw === true) drawCurves();
  else if (options.scale !== undefined) await runCurves();
  else if (options.durability === true) await runDurability();
  else if (variant !== undefined)
    await runTwo('variant', ['default', { orders, workers }], ['variant', { orders, workers, settings: variant }]);
  else if (against !== undefined)
    await runTwo('against', [against, { orders, workers, root: against }], ['this build', { orders, workers }]);
  else await withEnvironment({ orders, workers }, runOnEnvironment);
};

await run();

/**
 * npm run bench: measures all cases and their references on one Redis; prints a table and writes JSON to bench/results.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import type { BenchCase } from './cases/BenchCase.js';
import { cases } from './cases/index.js';
import { generatorName } from './load/runLoad.js';
import { measureDurability } from './measureDurability.js';
import { measureCase, type CaseResult } from './measureCase.js';
import { measureOverload, formatOverload } from './measureOverload.js';
import { measureSlowConnections, formatSlowConnections } from './measureSlowConnections.js';
import { measureSoak } from './measureSoak.js';
import { formatResults } from './formatResults.js';
import { compareVariants, formatComparison } from './compareVariants.js';
import { createBenchWorld, type BenchWorld } from './BenchWorld.js';

interface Options {
  readonly durability?: boolean;
  readonly orders: number;
  readonly seconds: number;
  readonly only?: readonly string[];
  readonly workers?: string;
  readonly overload?: number;
  readonly slow?: number;
  readonly soak?: number;
  readonly variant?: Readonly<Record<string, string>>;
}

const integer = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a positive integer');
  return Number(text);
};

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(',').map(each => each.split('=') as [string, string]));

const options = new Command('bench')
  .description('Measures the built server and bare references on the same Redis.')
  .option('--orders <count>', 'number of orders in the project', integer, 100_000)
  .option('--seconds <count>', 'length of one measurement in seconds', integer, 8)
  .option('--only <text...>', 'only cases with these names, or whose names contain one of the texts')
  .option('--workers <count>', 'number of worker threads of the server')
  .option(
    '--variant <settings>',
    'compare the server with itself under other settings instead, such as METRICS_PORT=9464,LOG_LEVEL=info',
    settingsOf,
  )
  .option(
    '--durability',
    'measure the update with one action under each DURABILITY instead, with a replica on this machine',
  )
  .option(
    '--overload <seconds>',
    'send ten times the load that the server can serve for so many seconds instead',
    integer,
  )
  .option('--slow <connections>', 'open so many connections that send or receive a byte per second instead', integer)
  .option('--soak <seconds>', 'read and update for so many seconds instead, and sample the memory', integer)
  .parse()
  .opts<Options>();

const resultsFolder = fileURLToPath(new URL('../../bench/results/', import.meta.url));

const save = (name: string, content: unknown): void => {
  mkdirSync(resultsFolder, { recursive: true });
  const file = `${resultsFolder}${name}.json`;
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`\n${file}`);
};

/** The exact name of a case selects only that case, other texts all cases that contain them. */
const isSelectedBy = (name: string, text: string): boolean =>
  cases.some(one => one.name === text) ? name === text : name.includes(text);
const isSelected = ({ name }: Pick<BenchCase, 'name'>): boolean =>
  options.only === undefined || options.only.some(text => isSelectedBy(name, text));

const machine = { node: process.version, cores: availableParallelism(), generator: generatorName };

const runCases = async (world: BenchWorld): Promise<void> => {
  const results: CaseResult[] = [];
  for (const one of cases.filter(isSelected)) {
    console.error(`measuring ${one.name}: ${one.description}`);
    const result = await measureCase(world, one, options.seconds);
    // Printed at once, because a later case may fail.
    console.error(formatResults([result]));
    results.push(result);
  }
  console.log(
    `\n${options.orders} orders, ${options.seconds} s each, Node ${machine.node}, ${machine.cores} cores shared with ${machine.generator}\n`,
  );
  console.log(formatResults(results));
  save('latest', { at: new Date().toISOString(), machine, options, results });
};

const runVariants = async (world: BenchWorld): Promise<void> => {
  const results = [];
  for (const one of cases.filter(each => isSelected(each) && each.once !== true))
    results.push(await compareVariants(world, one, options.seconds));
  console.log(
    `\n${JSON.stringify(options.variant)}, ${options.seconds} s each, alternately\n\n${results.map(formatComparison).join('\n')}`,
  );
  save('variant', { at: new Date().toISOString(), machine, options, results });
};

const runSoak = async (world: BenchWorld, seconds: number): Promise<void> => {
  const result = await measureSoak(world, seconds);
  console.log(`\n${result.requests} requests in ${seconds} s, ${result.failures} failed`);
  console.log(`resident memory in MiB, every 5 s: ${result.samplesMiB.join(' ')}`);
  console.log(`growth after the warm-up: ${result.growthMiBPerMinute.toFixed(2)} MiB per minute`);
  save('soak', { at: new Date().toISOString(), machine, options, result });
};

const runOverload = async (world: BenchWorld, seconds: number): Promise<void> => {
  const results = await measureOverload(world, seconds, isSelected);
  console.log(
    `\n${options.orders} orders, ${seconds} s each, Node ${machine.node}, ${machine.cores} cores shared with the generator\n\n${formatOverload(results)}`,
  );
  save('overload', { at: new Date().toISOString(), machine, options, results });
};

const runSlow = async (world: BenchWorld, connections: number): Promise<void> => {
  const result = await measureSlowConnections(world, connections);
  console.log(`\n${formatSlowConnections(result)}`);
  save('slow', { at: new Date().toISOString(), machine, options, result });
};

const runDurability = async (): Promise<void> => {
  const results = await measureDurability(options);
  console.log(`\n${formatResults(results)}`);
  save('durability', { at: new Date().toISOString(), machine, options, results });
};

const runWorld = async (): Promise<void> => {
  const world = await createBenchWorld(options);
  try {
    if (options.variant !== undefined) await runVariants(world);
    else if (options.overload !== undefined) await runOverload(world, options.overload);
    else if (options.slow !== undefined) await runSlow(world, options.slow);
    else await (options.soak === undefined ? runCases(world) : runSoak(world, options.soak));
  } finally {
    await world.close();
  }
};

await (options.durability === true ? runDurability() : runWorld());

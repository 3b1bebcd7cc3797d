/** npm run bench: every case beside its reference on one Redis, as a table and as JSON under bench/results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import type { Case } from './cases/case.js';
import { cases } from './cases/index.js';
import { generatorName } from './load/run.js';
import { durability } from './durability.js';
import { measure, type Measured } from './measure.js';
import { overload, overloadTable } from './overload.js';
import { slow, slowTable } from './slow.js';
import { soak } from './soak.js';
import { tableOf } from './table.js';
import { compare, comparisonOf } from './variants.js';
import { createWorld, type World } from './world.js';

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
  .description('Measures the built server beside bare references on the same Redis.')
  .option('--orders <count>', 'orders in the project', integer, 100_000)
  .option('--seconds <count>', 'length of one measurement', integer, 8)
  .option('--only <text...>', 'cases of these names, or whose names contain one of the texts')
  .option('--workers <count>', 'worker threads of the server')
  .option(
    '--variant <settings>',
    'instead: compares the server with itself under other settings, such as METRICS_PORT=9464,LOG_LEVEL=info',
    settingsOf,
  )
  .option('--durability', 'instead: the one-action update under each DURABILITY, with a replica on this machine')
  .option('--overload <seconds>', 'instead: ten times the load that it can serve, for so long', integer)
  .option('--slow <connections>', 'instead: so many connections that send or take a byte a second', integer)
  .option('--soak <seconds>', 'instead: reads and updates for so long, watching the memory', integer)
  .parse()
  .opts<Options>();

const resultsFolder = fileURLToPath(new URL('../../bench/results/', import.meta.url));

const save = (name: string, content: unknown): void => {
  mkdirSync(resultsFolder, { recursive: true });
  const file = `${resultsFolder}${name}.json`;
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`\n${file}`);
};

/** A whole name means that case alone, not all that begin with it. */
const isMeant = (name: string, text: string): boolean =>
  cases.some(one => one.name === text) ? name === text : name.includes(text);
const isWanted = ({ name }: Pick<Case, 'name'>): boolean =>
  options.only === undefined || options.only.some(text => isMeant(name, text));

const machine = { node: process.version, cores: availableParallelism(), generator: generatorName };

const runCases = async (world: World): Promise<void> => {
  const results: Measured[] = [];
  for (const one of cases.filter(isWanted)) {
    console.error(`measuring ${one.name}: ${one.about}`);
    const result = await measure(world, one, options.seconds);
    // A later case may fail.
    console.error(tableOf([result]));
    results.push(result);
  }
  console.log(
    `\n${options.orders} orders, ${options.seconds} s each, Node ${machine.node}, ${machine.cores} cores shared with ${machine.generator}\n`,
  );
  console.log(tableOf(results));
  save('latest', { at: new Date().toISOString(), machine, options, results });
};

const runVariants = async (world: World): Promise<void> => {
  const results = [];
  for (const one of cases.filter(one => isWanted(one) && one.once !== true))
    results.push(await compare(world, one, options.seconds));
  console.log(
    `\n${JSON.stringify(options.variant)}, ${options.seconds} s each, by turns\n\n${results.map(comparisonOf).join('\n')}`,
  );
  save('variant', { at: new Date().toISOString(), machine, options, results });
};

const runSoak = async (world: World, seconds: number): Promise<void> => {
  const result = await soak(world, seconds);
  console.log(`\n${result.requests} requests in ${seconds} s, ${result.failures} failed`);
  console.log(`resident memory in MiB, every 5 s: ${result.samplesMiB.join(' ')}`);
  console.log(`growth once warm: ${result.growthMiBPerMinute.toFixed(2)} MiB a minute`);
  save('soak', { at: new Date().toISOString(), machine, options, result });
};

const runOverload = async (world: World, seconds: number): Promise<void> => {
  const results = await overload(world, seconds, isWanted);
  console.log(
    `\n${options.orders} orders, ${seconds} s each, Node ${machine.node}, ${machine.cores} cores shared with the generator\n\n${overloadTable(results)}`,
  );
  save('overload', { at: new Date().toISOString(), machine, options, results });
};

const runSlow = async (world: World, connections: number): Promise<void> => {
  const result = await slow(world, connections);
  console.log(`\n${slowTable(result)}`);
  save('slow', { at: new Date().toISOString(), machine, options, result });
};

const runDurability = async (): Promise<void> => {
  const results = await durability(options);
  console.log(`\n${tableOf(results)}`);
  save('durability', { at: new Date().toISOString(), machine, options, results });
};

const runWorld = async (): Promise<void> => {
  const world = await createWorld(options);
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

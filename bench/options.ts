import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';

export interface Options {
  readonly orders: number;
  /** Number of products in the project of product search. */
  readonly products: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly only?: readonly string[];
  readonly short?: boolean;
  readonly workers?: string;
  readonly connections?: number;
  readonly mix?: boolean;
  readonly worstBodies?: boolean;
  readonly wide?: boolean;
  readonly slowScripts?: boolean;
  readonly compare?: string;
  readonly variant?: Readonly<Record<string, string>>;
  readonly against?: string;
  readonly masters?: number;
  readonly save?: string;
  /** The subject whose peers are measured. */
  readonly peers?: 'search';
  readonly gate?: string;
  readonly gateWrite?: string;
  /** Percent by which a figure of the gate may be worse. */
  readonly tolerance: number;
}

const integer = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a positive integer');
  return Number(text);
};

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(',').map(each => each.split('=') as [string, string]));

/** The selection that `--short` measures; an option that is given replaces its part of it. */
const shortSelection = {
  orders: 20_000,
  seconds: 2,
  only: [
    'order by id',
    'order update',
    'query by orderNumber',
    'query by customerId',
    'graphql, 20 customers',
    'order import',
    'order from cart',
    'big order, read',
  ],
};

/** The conditions of `--gate` and `--gate-write`; an option that is given replaces its part of them. */
const gateConditions = { orders: 10_000, seconds: 4, rounds: 5, workers: '1' };

const command = new Command('bench')
  .description('Measures the built server and bare references on the same Redis.')
  .option('--orders <count>', 'number of orders in the project', integer, 100_000)
  .option('--products <count>', 'number of products of the cases of product search', integer, 2_000)
  .option('--seconds <count>', 'length of one measurement in seconds', integer, 4)
  .option('--rounds <count>', 'how often a case and its references are measured by turns', integer, 3)
  .option('--only <text...>', 'only cases with these names, or whose names contain one of the texts')
  .option('--short', 'a selection of cases with 20,000 orders, in five minutes')
  .option('--mix', 'only the traffic of a shop, with the times of each kind of request')
  .option(
    '--worst-bodies',
    'send every kind of body at its limits, print the worst ten, and what others wait (bench/bodies); ' +
      '--only, --workers and --against select bodies, threads and another build',
  )
  .option('--wide', 'show all columns, each with the least and the most of the rounds')
  .option('--workers <count>', 'number of worker threads of the server')
  .option('--connections <count>', 'concurrent connections, instead of those of each case', integer)
  .option('--slow-scripts', 'count the scripts that hold Redis for longer than a millisecond')
  .option('--compare <file>', 'mark what became slower than in these results by more than the spread')
  .option('--against <folder>', 'compare the build with that of another checkout, by turns')
  .option(
    '--variant <settings>',
    'compare the build with itself under these settings, by turns, such as SERVER_PROCESSES=2,LOG_LEVEL=info',
    settingsOf,
  )
  .option('--masters <count>', 'compare so many masters with one Redis that has the same projects, by turns', integer)
  .option('--save <file>', 'write the results to this file as well')
  .addOption(
    new Option('--peers <subject>', 'measure PostgreSQL and libraries with the same products by turns').choices([
      'search',
    ]),
  )
  .option('--gate <file>', 'fail if a hot path became slower than in this file, as a multiple of a bare reference')
  .option('--gate-write <file>', 'write the file for --gate; with both options --against names the measured checkout')
  .option('--tolerance <percent>', 'by how much a figure of the gate may be worse', integer, 5)
  .parse();

const readOptions = (): Options => {
  const { mix, ...others } = command.opts<Options>();
  const given: Options = mix === true ? { ...others, only: ['shop mix'] } : others;
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const isGate = (given.gate ?? given.gateWrite) !== undefined;
  const selection = isGate ? gateConditions : given.short === true ? shortSelection : {};
  const chosen = Object.entries(selection).filter(([name]) => !isGiven(name));
  return { ...given, ...Object.fromEntries(chosen) };
};

export const options = readOptions();

export const machine = { node: process.version, cores: availableParallelism() };

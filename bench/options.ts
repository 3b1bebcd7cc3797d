import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';

export interface Options {
  readonly orders: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly only?: readonly string[];
  readonly short?: boolean;
  readonly workers?: string;
  readonly slowScripts?: boolean;
  readonly compare?: string;
  readonly variant?: Readonly<Record<string, string>>;
  readonly against?: string;
  readonly durability?: boolean;
  readonly overload?: number;
  readonly slow?: number;
  readonly neighbours?: number;
  readonly soak?: number;
  readonly scale?: readonly string[] | true;
  readonly points?: readonly number[];
  readonly draw?: boolean;
}

const integer = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a positive integer');
  return Number(text);
};

const integers = (text: string): number[] => text.split(',').map(integer);

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(',').map(each => each.split('=') as [string, string]));

/** What `--short` measures; a case that is named by `--only` replaces this selection. */
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

const command = new Command('bench')
  .description('Measures the built server and bare references on the same Redis.')
  .option('--orders <count>', 'number of orders in the project', integer, 100_000)
  .option('--seconds <count>', 'length of one measurement in seconds', integer, 4)
  .option('--rounds <count>', 'how often a case and its references are measured by turns', integer, 3)
  .option('--only <text...>', 'only cases with these names, or whose names contain one of the texts')
  .option('--short', 'a selection of cases with 20,000 orders, in five minutes')
  .option('--workers <count>', 'number of worker threads of the server')
  .option('--slow-scripts', 'count the scripts that hold Redis for longer than a millisecond')
  .option('--compare <file>', 'mark what became slower than in these results by more than the spread')
  .option(
    '--variant <settings>',
    'compare the server with itself under other settings instead, such as METRICS_PORT=9464,LOG_LEVEL=info',
    settingsOf,
  )
  .option('--against <folder>', 'compare the build with that of another checkout instead')
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
  .option(
    '--neighbours <seconds>',
    'measure the requests of one project for so many seconds beside each kind of heavy request of another instead',
    integer,
  )
  .option('--soak <seconds>', 'read and update for so many seconds instead, and sample the memory', integer)
  .option(
    '--scale [part...]',
    'measure curves instead: orders, projects, connections, processes, cluster; all by default',
  )
  .option('--points <counts>', 'the points of a curve, such as 1000,2000', integers)
  .option('--draw', 'draw the curves that were measured as pictures of the documentation instead')
  .parse();

/** Whether an option is on the command line, not its default. */
export const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';

const readOptions = (): Options => {
  const given = command.opts<Options>();
  if (given.short !== true) return given;
  const chosen = Object.entries(shortSelection).filter(([name]) => !isGiven(name));
  return { ...given, ...Object.fromEntries(chosen) };
};

export const options = readOptions();

export const machine = { node: process.version, cores: availableParallelism() };

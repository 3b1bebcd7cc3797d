/**
 * npm run test:faults: runs rounds of every fault, prints a line for each and a table, and exits with code 1 after a
 * failure.
 */
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { Shutdown } from '../src/server/lifecycle/Shutdown.js';
import { startCluster } from '../test/support/startCluster.js';
import { clusterFaults, faults } from './cases/index.js';
import type { Fault } from './Fault.js';
import { type RoundResult, runRound, warmUp } from './runRound.js';
import { errorTable, type FaultRow, markdownTable } from './markdownTable.js';
import { waitMsMax } from './RequestLog.js';
import { createWorld } from './createWorld.js';
import { startReplicaPair } from './startReplicaPair.js';

interface Options {
  readonly rounds: number;
  readonly only?: string;
  readonly writers: number;
  readonly readers: number;
  readonly loadMs: number;
  readonly answerMsMax?: number;
  readonly backMsMax?: number;
  readonly seed: number;
  readonly search: boolean;
  readonly cluster: boolean;
  readonly durability: string;
  readonly processes?: number;
}

const integer = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('expected a positive integer');
  return Number(text);
};

const namesOf = (list: readonly Fault[]): string => list.map(({ name }) => name).join(', ');

const options = new Command('test:faults')
  .description('Causes faults in a running service under write load, and checks that no acknowledged change is lost.')
  .option('--rounds <count>', 'total number of rounds, divided among the faults', integer, 40)
  .option('--only <names>', `comma-separated: ${namesOf(faults)}; with --cluster ${namesOf(clusterFaults)}`)
  .option('--writers <count>', 'number of concurrent writers', integer, 16)
  .option('--readers <count>', 'number of concurrent readers of each project, with --cluster', integer, 96)
  .option('--load-ms <ms>', 'how long the writers run before and after the fault', integer, 800)
  .option(
    '--answer-ms-max <ms>',
    'longest time for an answer during a fault; raise it on a busy machine ' +
      `(default: 5500, with --cluster ${waitMsMax})`,
    integer,
  )
  .option(
    '--back-ms-max <ms>',
    'longest time until the service is back, likewise (default: that of the fault)',
    integer,
  )
  .option('--seed <number>', 'seed of the first round; each round prints its own', integer, Date.now() % 1_000_000)
  .option('--no-search', 'leaves order search out')
  .option('--cluster', 'uses a cluster of three masters and three replicas instead of the embedded Redis', false)
  .option('--processes <count>', 'number of processes that serve requests; each is searched after a round', integer)
  .option('--durability <setting>', 'DURABILITY where Redis has replicas', 'replicas')
  .parse()
  .opts<Options>();
const answerMsMax = options.answerMsMax ?? (options.cluster ? waitMsMax : undefined);
/** On a cluster no request may be refused because of overload, so the writers leave time to the readers. */
const restMs = options.cluster ? 20 : undefined;
/** Longer than requests wait on a busy machine, and shorter than they wait for an unavailable master. */
const queueWaitMs = 500;

/** Rounds leave their projects in the store, so a new store is used after this many rounds. */
const roundsPerWorld = 4;

/** Time for a server to stop. */
const stopTimeoutMs = 30_000;

/** `replicas-disk` expects servers that force each change to the disk. */
const pairArguments = options.durability === 'replicas-disk' ? ['--appendfsync', 'always'] : [];

let shutdown = new Shutdown(pino());

let isInterrupted = false;
/** True if a service could not be compared at all; then no further round of that fault is run. */
let hasBroken = false;

// An interrupted run finishes its round and prints its table; a second interrupt ends it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isInterrupted) void shutdown.run().then(() => process.exit(1));
    isInterrupted = true;
  });

const runRounds = async (fault: Fault, count: number, firstSeed: number): Promise<RoundResult[]> => {
  const prepared = await fault.prepare?.();
  if (prepared !== undefined && 'unavailable' in prepared) {
    console.log(`${fault.name}: left out, ${prepared.unavailable}`);
    return [];
  }
  shutdown = new Shutdown(pino());
  shutdown.add(() => prepared?.cleanUp(), { deadlineMs: stopTimeoutMs });
  const cluster = options.cluster ? await startCluster({ masters: 3, replicas: 3 }) : undefined;
  shutdown.add(() => cluster?.stop(), { deadlineMs: stopTimeoutMs });
  const pair = fault.redis === 'pair' && cluster === undefined ? await startReplicaPair(pairArguments) : undefined;
  shutdown.add(() => pair?.stop(), { deadlineMs: stopTimeoutMs });
  const settings = {
    ...((cluster ?? pair) !== undefined && { DURABILITY: options.durability }),
    ...(cluster !== undefined && { QUEUE_WAIT_MS: String(queueWaitMs) }),
    ...(options.processes !== undefined && { SERVER_PROCESSES: String(options.processes) }),
  };
  const results: RoundResult[] = [];
  try {
    const world = await createWorld({
      ...prepared?.options,
      cluster,
      pair,
      settings: { ...prepared?.options.settings, ...settings },
    });
    shutdown.add(() => world.close(), { deadlineMs: stopTimeoutMs });
    await warmUp(world, { ...options, seed: firstSeed });
    for (let at = 0; at < count && !isInterrupted; at++) {
      const result = await runRound(world, fault, { ...options, answerMsMax, restMs, seed: firstSeed + at });
      results.push(result);
      console.log(
        `${fault.name}${result.note && ` (${result.note})`} seed ${result.seed}: ` +
          `${result.acknowledged} acknowledged, ${result.open} open, ` +
          `${result.renewedTokens > 0 ? `${result.renewedTokens} tokens renewed, ` : ''}slowest answer ` +
          `${Math.round(result.slowestMs)} ms, recovered after ${Math.round(result.recoveryMs)} ` +
          `ms${result.failures.length === 0 ? '' : ' FAILED'}`,
      );
      for (const text of result.failures) console.log(`  ${text}`);
      // The nodes may be in a state from which no further round can start.
      if (!Number.isFinite(result.recoveryMs)) break;
    }
  } finally {
    await shutdown.run();
  }
  return results;
};

const chosen = (options.cluster ? clusterFaults : faults).filter(
  ({ name, needsReplicas }) =>
    (options.only === undefined || options.only.split(',').includes(name)) &&
    !(needsReplicas && !options.durability.startsWith('replicas')),
);
if (chosen.length === 0) throw new Error(`no fault is named ${options.only}`);
/** Each fault with its remaining rounds. */
const planned = chosen.map((fault, at) => ({
  fault,
  left: Math.floor((options.rounds + chosen.length - 1 - at) / chosen.length),
  results: [] as RoundResult[],
}));
let seed = options.seed;
// Faults take turns, so that an interrupted run has rounds of every fault.
while (planned.some(({ left }) => left > 0) && !isInterrupted)
  for (const plan of planned) {
    if (plan.left === 0 || isInterrupted) continue;
    const found = await runRounds(plan.fault, Math.min(plan.left, roundsPerWorld), seed).catch((error: unknown) => {
      console.log(`${plan.fault.name} from seed ${seed} on: ${(error as Error).message} FAILED`);
      hasBroken = true;
      return [];
    });
    plan.left = found.length === 0 ? 0 : plan.left - found.length;
    seed += found.length;
    plan.results.push(...found);
  }
const rows: FaultRow[] = planned.map(({ fault: { name }, results }) => ({ name, results }));
console.log(`\n${markdownTable(rows, options.cluster)}`);
if (options.cluster) console.log(`\n${errorTable(rows)}`);
const hasFailed = rows.some(({ results }) => results.some(result => result.failures.length > 0));
process.exitCode = hasFailed || hasBroken ? 1 : 0;

/** Runs one round: load, a fault, recovery, and a comparison of the store with the ledger. */
import { setTimeout } from 'node:timers/promises';
import { required } from '../src/base/errors/ApiError.js';
import { waitUntilAnswered } from '../test/support/waitUntil.js';
import { checkRound } from './checkRound.js';
import { type Client, createClient } from './createClient.js';
import type { Fault } from './Fault.js';
import { Ledger } from './Ledger.js';
import { type LoadedProject, openProjects } from './openProjects.js';
import { type Group, RequestLog } from './RequestLog.js';
import { startLoad } from './startLoad.js';
import { Random } from '../examples/sample-shop/choices.js';
import type { World } from './createWorld.js';

export interface RoundOptions {
  readonly seed: number;
  readonly writers: number;
  /** Readers of each project on a cluster. */
  readonly readers?: number;
  /** Opens one project on each master of a cluster instead of two, of which a rebalance moves one. */
  readonly isOnePerMaster?: boolean;
  readonly loadMs: number;
  readonly search: boolean;
  readonly answerMsMax?: number;
  readonly backMsMax?: number;
  readonly restMs?: number;
}

export interface RoundResult {
  readonly seed: number;
  readonly note: string;
  readonly renewedTokens: number;
  readonly acknowledged: number;
  readonly open: number;
  readonly lost: number;
  readonly slowestMs: number;
  readonly recoveryMs: number;
  readonly differences: number;
  readonly log: RequestLog;
  /** The ages of lost changes that `DURABILITY` allows a takeover to lose. */
  readonly allowedLossesMs: readonly number[];
  readonly failures: readonly string[];
}

const recoveryMsMax = 30_000;
/** With `everysec` a takeover may lose what a replica did not receive yet (docs/decisions/durability.md). */
const lossWindowMs = 1_000;
const backMsMaxDefault = 3_000;
const pollMs = 5;
const fewReaders = { count: 2, pauseMs: 100 };
/** Many readers wait for a dead master at once, but cause little load otherwise. */
const manyReadersPauseMs = 1_500;

/** The system spreads connections: of twelve, one of two processes has none once in 2,000 checks. */
const connectionsPerProcess = 6;

interface RunningProject {
  readonly project: LoadedProject;
  readonly group: Group;
  readonly ledger: Ledger;
  readonly client: Client;
  readonly stop: () => Promise<void>;
}

interface Observation {
  readonly allowed?: readonly number[];
  readonly log?: RequestLog;
  readonly group?: Group;
}

/** Starts the load of one of `count` projects. */
const loadProject = (
  { address, cluster }: World,
  project: LoadedProject,
  { seed, writers, readers = 0, search, answerMsMax, restMs }: RoundOptions,
  count: number,
  { allowed = [503], log, group = 'affected' }: Observation = {},
): RunningProject => {
  const { projectKey, token, authorization, shop } = project;
  const ledger = new Ledger();
  const client = createClient({ address, token, authorization, ledger, allowed, answerMsMax, log, group });
  const reading = cluster === undefined ? fewReaders : { count: readers, pauseMs: manyReadersPauseMs };
  const load = startLoad({
    client,
    projectKey,
    shop,
    ledger,
    writers: Math.ceil(writers / count),
    random: new Random(seed).next,
    restMs,
    readers: { ...reading, authorization, search },
  });
  return { project, group, ledger, client, stop: () => load.stop() };
};

/** Chooses the first project: on a cluster any master may be the faulty one. */
const chooseFirst = (projects: readonly LoadedProject[], random: () => number): LoadedProject =>
  projects[Math.floor(random() * projects.length)]!;

/** Waits until the next change is acknowledged; resolves to the milliseconds. */
const waitForRecovery = async (ledger: Ledger): Promise<number> => {
  const startMs = performance.now();
  ledger.startRecovery();
  while (ledger.recoveredMs === undefined) {
    if (performance.now() - startMs > recoveryMsMax)
      throw new Error(`no change was acknowledged for ${recoveryMsMax} ms`);
    await setTimeout(pollMs);
  }
  return ledger.recoveredMs - startMs;
};

/** Runs the load once without a fault, since first runs are slow. */
export const warmUp = async (world: World, options: RoundOptions): Promise<void> => {
  const running = (await openProjects(world, false)).map(project =>
    loadProject(world, project, { ...options, search: false, answerMsMax: Number.POSITIVE_INFINITY }, 1),
  );
  await setTimeout(options.loadMs);
  await Promise.all(running.map(({ stop, client }) => stop().then(() => client.close())));
};

/** Runs the fault under load; resolves to the time until the next change was acknowledged after it. */
const causeFault = async (
  world: World,
  fault: Fault,
  { loadMs }: RoundOptions,
  random: () => number,
  { project, ledger }: RunningProject,
  log: RequestLog,
): Promise<number> => {
  await setTimeout(loadMs * (0.5 + random()));
  log.startFault();
  await fault.inject(world, ledger, random, project.projectKey, fault.backMsMax ?? backMsMaxDefault);
  const recoveryMs = await waitForRecovery(ledger);
  await setTimeout(loadMs / 2);
  return recoveryMs;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Returns the limits that the responses of all projects have exceeded. */
const failuresOf = ({ errors, slow }: RequestLog): string[] => [
  ...errors.flatMap(({ group, kind, status, reason, count }) =>
    group === 'other' ? [`REFUSED: ${count} × ${kind} of other projects: ${status} ${reason}`] : [],
  ),
  ...slow.map(
    ({ group, kind, count, slowestMs }) =>
      `SLOW: ${count} × ${kind} of ${group} projects took up to ${Math.round(slowestMs)} ms`,
  ),
];

/** Compares the store with the ledgers of all projects; resolves to the number of differences. */
const checkProjects = async (
  { services, durability, processes }: World,
  running: readonly RunningProject[],
  killedMs: number | undefined,
  search: boolean,
): Promise<number> => {
  let differences = 0;
  // The client of this process reconnects after its own delays, not after those of the server.
  await waitUntilAnswered(services.redis, recoveryMsMax);
  for (const { project, group, ledger, client } of running) {
    if (group === 'affected') ledger.killedMs = killedMs;
    ledger.lossWindowMs = durability === 'everysec' ? lossWindowMs : 0;
    const connections = processes === 1 ? 1 : processes * connectionsPerProcess;
    differences += await checkRound({ services, client, ...project }, ledger, { search, connections });
    client.close();
  }
  return differences;
};

/** Starts the load of all projects; the fault concerns the first of them. */
const startProjects = (
  world: World,
  fault: Fault,
  options: RoundOptions,
  projects: readonly LoadedProject[],
  first: LoadedProject,
  log: RequestLog,
): RunningProject[] => {
  const affects = fault.affects ?? (({ master }: LoadedProject) => master === first.master);
  const limits = [fault.answerMsMax, options.answerMsMax].filter(each => each !== undefined);
  const limited = { ...options, answerMsMax: limits.length === 0 ? undefined : Math.max(...limits) };
  return [first, ...projects.filter(project => project !== first)].map(project =>
    loadProject(world, project, limited, projects.length, {
      allowed: fault.allowedStatuses,
      log,
      group: affects(project, first) ? 'affected' : 'other',
    }),
  );
};

export const runRound = async (world: World, fault: Fault, options: RoundOptions): Promise<RoundResult> => {
  const random = new Random(options.seed).next;
  const log = new RequestLog();
  const projects = await openProjects(world, options.search, options.isOnePerMaster);
  const running = startProjects(world, fault, options, projects, chooseFirst(projects, random), log);
  const first = required(running[0], 'a project');
  const { ledger } = first;
  const recoveryMs = await causeFault(world, fault, options, random, first, log).catch((error: unknown) => {
    ledger.addFailure((error as Error).message);
    return Number.POSITIVE_INFINITY;
  });
  await Promise.all(running.map(({ stop }) => stop()));
  const backMsMax = options.backMsMax ?? fault.backMsMax ?? backMsMaxDefault;
  if (recoveryMs > backMsMax)
    ledger.addFailure(`the service recovered after ${Math.round(recoveryMs)} ms; at most ${backMsMax} ms are allowed`);
  const differences = await checkProjects(world, running, ledger.killedMs, options.search);
  const ledgers = running.map(each => each.ledger);
  return {
    seed: options.seed,
    note: ledger.note,
    renewedTokens: sum(ledgers.map(each => each.renewedTokens)),
    acknowledged: sum(ledgers.map(each => each.acknowledged)),
    open: sum(ledgers.map(each => each.open)),
    lost: sum(ledgers.map(each => each.lost)),
    slowestMs: Math.max(...ledgers.map(each => each.slowestMs)),
    recoveryMs,
    differences,
    log,
    allowedLossesMs: ledgers.flatMap(each => each.allowedLossesMs),
    failures: [
      ...failuresOf(log),
      ...running.flatMap(each =>
        each.ledger.failures.map(text => (each.group === 'other' ? `other project: ${text}` : text)),
      ),
    ],
  };
};

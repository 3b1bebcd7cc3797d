/**
 * Measures a case and its reference, or two builds, in alternated rounds, so that they run under the same conditions.
 */
import { type BenchCase, verdictOf } from '../cases/BenchCase.js';
import { orderById } from '../cases/orders.js';
import { runCalls } from '../load/runLoad.js';
import { bareMessagesKey } from '../reference/bare.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import { readOnlyData } from '../world/createEnvironment.js';
import { observeShedRequests } from './counters.js';
import { type Figures, type Range, ratiosOf } from './figures.js';
import { headersOf, measureSubject, overHttp, type Subject } from './measureSubject.js';

export interface CaseResult {
  readonly name: string;
  readonly description: string;
  /** True if a request is a whole chain (BenchCase). */
  readonly chain?: boolean;
  /** The figures, one element a round. */
  readonly figures: readonly Figures[];
  readonly reference?: readonly Figures[];
  /** The figures of another build, or of the same one with other settings. */
  readonly other?: readonly Figures[];
  /** The figures of other programs for the same work, by their names. */
  readonly peers?: Readonly<Record<string, readonly Figures[]>>;
  /** Requests per second as a share of those of the reference in the same round. */
  readonly share?: Range;
  /** Node's time as a multiple of that of the compared read in the same round. */
  readonly timesOfRead?: Range;
  /** Redis' time as a multiple of that of the compared read in the same round. */
  readonly redisTimesOfRead?: Range;
  /** Requests per processor time of the busiest master, as a multiple of that of the single Redis in the same round. */
  readonly capacity?: Range;
  readonly remark?: string;
  readonly verdict: string;
}

export interface MeasuringOptions {
  readonly seconds: number;
  readonly rounds: number;
  /** Concurrent connections, instead of those of the case. */
  readonly connections?: number;
  readonly slowScripts?: boolean;
  /** Measures other programs with the cases that have the same work for them. */
  readonly peers?: string;
}

/** Names what is measured by turns; `read` is the read of which a case may cost a multiple. */
type Role = 'other' | 'reference' | 'read' | 'figures';

const defaultConnections = 64;
/** Compiled code and caches stay warm between rounds. */
const [firstWarmUpSeconds, warmUpSeconds] = [2, 1];

/** Requests that are sent once need new data for a warm-up as well. */
const warmUpOf = ({ once }: BenchCase, round: number): number => {
  if (round === 0) return firstWarmUpSeconds;
  return once === true ? 0 : warmUpSeconds;
};

const subjectOf = (world: BenchWorld, one: BenchCase): Subject => {
  const { credentials, once, mix, chain, perSecond, observe, runAlongside } = one;
  const { connections: given = defaultConnections, areConnectionsOfMaster } = one;
  const connections = areConnectionsOfMaster === true ? given * world.masters.length : given;
  const headers = headersOf(world, credentials);
  return {
    ...overHttp(world, world.server, {
      headers,
      once,
      mix,
      chain,
      perSecond,
      connections,
      requests: () => one.requests(world),
    }),
    observe: observe && (() => observe(world)),
    runAlongside: runAlongside && (seconds => runAlongside(world, seconds)),
  };
};

const bareSubject = async (
  world: BenchWorld,
  name: 'bareRead' | 'bareWrite',
  connections: number,
): Promise<Subject> => {
  const references = await world.references();
  const [method, body] = name === 'bareRead' ? (['GET', undefined] as const) : (['POST', '{}'] as const);
  return overHttp(world, references[name], {
    headers: headersOf(world),
    connections,
    requests: async () => {
      // Otherwise the messages of all references would fill the memory.
      await world.redisNode.redis.unlink(bareMessagesKey);
      return references.ids.map(id => ({ method, path: `/orders/${id}`, body }));
    },
  });
};

const referenceOf = async (
  world: BenchWorld,
  { reference, connections = defaultConnections }: BenchCase,
): Promise<Subject | undefined> => {
  if (reference === undefined) return undefined;
  if (typeof reference === 'string') return bareSubject(world, reference, connections);
  const prepareLoad = async () => {
    const calls = await reference(world);
    return (seconds: number) => runCalls(calls, connections, seconds);
  };
  return { environment: world, pid: process.pid, prepareLoad };
};

const readOf = async (world: BenchWorld, { comparedRead, connections }: BenchCase): Promise<Subject> => {
  if (comparedRead === undefined) return subjectOf(await world.openWorld(readOnlyData), { ...orderById, connections });
  return subjectOf(world, { ...orderById, ...comparedRead, connections });
};

const openFor = async (environment: BenchEnvironment, one: BenchCase) => {
  const world = await environment.openWorld(one.data ?? readOnlyData);
  return { world, prepared: await one.setup?.(world) };
};

/**
 * Returns what is measured by turns for a case. Two builds get the same load and nothing else: a build that also
 * answers the read, and holds its orders, has more memory, other caches and other compiled code, and is slower.
 */
export const rolesOf = (
  {
    reference,
    timesOfReadMax,
    redisTimesOfReadMax,
  }: Pick<BenchCase, 'reference' | 'timesOfReadMax' | 'redisTimesOfReadMax'>,
  hasOther: boolean,
): readonly Role[] => {
  if (hasOther) return ['other', 'figures'];
  const compared: readonly Role[] = reference === undefined ? [] : ['reference'];
  const isCompared = timesOfReadMax !== undefined || redisTimesOfReadMax !== undefined;
  return [...compared, ...(isCompared ? (['read'] as const) : []), 'figures'];
};

/** Returns the peers of a case, and how their first responses differ. */
const peersOf = async (world: BenchWorld, { peers, connections = defaultConnections }: BenchCase) => {
  const problems: string[] = [];
  const subjects: [name: string, Subject][] = [];
  if (peers === undefined) return { subjects, problems };
  const { requests, findDifference } = peers;
  for (const { name, service, storePids } of await world.peers()) {
    const difference = await findDifference(world, service.address);
    if (difference !== undefined) problems.push(`${name} ${difference}`);
    const load = { headers: {}, connections, requests: async () => requests };
    subjects.push([name, { ...overHttp(world, service, load), storePids }]);
  }
  return { subjects, problems };
};

const subjectsOf = async (world: BenchWorld, one: BenchCase, other?: BenchEnvironment): Promise<[Role, Subject][]> => {
  const create: Readonly<Record<Role, () => Promise<Subject | undefined>>> = {
    reference: () => referenceOf(world, one),
    read: () => readOf(world, one),
    other: async () => other && subjectOf((await openFor(other, one)).world, one),
    figures: async () => subjectOf(world, one),
  };
  const found: [Role, Subject][] = [];
  for (const role of rolesOf(one, other !== undefined)) {
    const subject = await create[role]();
    if (subject !== undefined) found.push([role, subject]);
  }
  return found;
};

export const measureCase = async (
  environment: BenchEnvironment,
  given: BenchCase,
  { connections = given.connections, rounds, slowScripts, ...options }: MeasuringOptions,
  other?: BenchEnvironment,
): Promise<CaseResult> => {
  const one = { ...given, connections };
  const { seconds = options.seconds } = one;
  const { world, prepared } = await openFor(environment, one);
  const peers = await peersOf(world, options.peers === undefined ? { ...one, peers: undefined } : one);
  const problems = [await one.checkResult?.(world), ...peers.problems].filter(each => each !== undefined);
  const found: Record<Role, Figures[]> = { other: [], reference: [], read: [], figures: [] };
  const foundPeers = Object.fromEntries(peers.subjects.map(([name]) => [name, [] as Figures[]]));
  const own = (await subjectsOf(world, one, other)).map(([role, subject]) => ({ role, subject, to: found[role] }));
  const others = peers.subjects.map(([name, subject]) => ({ role: name, subject, to: foundPeers[name] }));
  const subjects = [...others, ...own];
  const observations: (string | undefined)[] = [];
  const readShedRequests = await observeShedRequests(environment);
  for (let round = 0; round < rounds; round++)
    for (const { role, subject, to } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const timing = { seconds, warmUpSeconds: warmUpOf(one, round) };
      const [{ figures, observation }, alongside] = await Promise.all([
        measureSubject(subject, timing, slowScripts),
        subject.runAlongside?.(seconds + timing.warmUpSeconds),
      ]);
      to?.push(figures);
      if (role !== 'other') observations.push(alongside, observation);
    }
  const { figures, reference, read } = found;
  const share = ratiosOf(figures, reference, each => each.perSecond);
  const timesOfRead = ratiosOf(figures, read, each => each.nodeMicros);
  const redisTimesOfRead = ratiosOf(figures, read, each => each.redisMicros);
  const capacity =
    environment.masters.length === 1 ? undefined : ratiosOf(found.other, figures, each => each.busiestMicros);
  const remarks = [prepared, ...observations, await readShedRequests(), one.remark?.(figures, world)];
  const unlessEmpty = (list: readonly Figures[]) => (list.length === 0 ? undefined : list);
  return {
    name: one.name,
    description: one.description,
    chain: one.chain,
    figures,
    reference: unlessEmpty(reference),
    other: unlessEmpty(found.other),
    peers: peers.subjects.length === 0 ? undefined : foundPeers,
    share,
    timesOfRead,
    redisTimesOfRead,
    capacity,
    remark: remarks.filter(part => part !== undefined).join('; '),
    verdict:
      problems.length === 0
        ? verdictOf(one, figures, { reference, share, timesOfRead, redisTimesOfRead, capacity })
        : `FAILED: ${problems.join('; ')}`,
  };
};

/** Measures a case and its references in alternated rounds, so that they run under the same conditions. */
import type { BenchCase } from '../cases/BenchCase.js';
import { orderById } from '../cases/orderById.js';
import { runCalls } from '../load/runCalls.js';
import { bareMessagesKey } from '../reference/bareKeys.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import { readOnlyData } from '../world/createEnvironment.js';
import type { Measurements } from './Measurements.js';
import { headersOf, measureSubject, overHttp, type Subject } from './measureSubject.js';
import type { Range } from './Range.js';
import { ratiosOf } from './ratiosOf.js';
import { observeShedRequests } from './shedRequests.js';
import { verdictOf } from './verdictOf.js';

export interface CaseResult {
  readonly name: string;
  readonly description: string;
  /** One element a round. */
  readonly figures: readonly Measurements[];
  readonly reference?: readonly Measurements[];
  /** Requests per second as a share of those of the reference in the same round. */
  readonly share?: Range;
  /** Node's time as a multiple of that of the compared read in the same round. */
  readonly timesOfRead?: Range;
  readonly remark?: string;
  readonly verdict: string;
}

export interface MeasuringOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly slowScripts?: boolean;
}

const defaultConnections = 64;
/** Compiled code and caches stay warm between rounds. */
const [firstWarmUpSeconds, warmUpSeconds] = [2, 1];

/** Requests that are sent once need new data for a warm-up as well. */
export const warmUpOf = ({ once }: BenchCase, round: number): number => {
  if (round === 0) return firstWarmUpSeconds;
  return once === true ? 0 : warmUpSeconds;
};

export const subjectOf = (world: BenchWorld, one: BenchCase): Subject => {
  const { credentials, once, perSecond, observe, connections = defaultConnections } = one;
  return {
    ...overHttp(world.server, {
      headers: headersOf(world, credentials),
      once,
      perSecond,
      connections,
      requests: () => one.requests(world),
    }),
    observe: observe && (() => observe(world)),
  };
};

const bareSubject = async (
  world: BenchWorld,
  name: 'bareRead' | 'bareWrite',
  connections: number,
): Promise<Subject> => {
  const references = await world.references();
  const method = name === 'bareRead' ? 'GET' : 'POST';
  return overHttp(references[name], {
    headers: headersOf(world),
    connections,
    requests: async () => {
      // Otherwise the messages of all references would fill the memory.
      await world.redisNodes[0]?.redis.unlink(bareMessagesKey);
      return references.ids.map(id => ({ method, path: `/orders/${id}`, body: method === 'POST' ? '{}' : undefined }));
    },
  });
};

export const referenceOf = async (
  world: BenchWorld,
  { reference, connections = defaultConnections }: BenchCase,
): Promise<Subject | undefined> => {
  if (typeof reference === 'string') return bareSubject(world, reference, connections);
  return (
    reference && {
      pid: process.pid,
      prepareLoad: async () => {
        const calls = await reference(world);
        return seconds => runCalls(calls, connections, seconds);
      },
    }
  );
};

/** What is measured by turns; `read` is the read of which a case may cost a multiple. */
type Role = 'reference' | 'read' | 'figures';

const readOf = async (
  world: BenchWorld,
  { timesOfReadMax, comparedRead, connections }: BenchCase,
): Promise<Subject | undefined> => {
  if (timesOfReadMax === undefined) return undefined;
  if (comparedRead === undefined) return subjectOf(await world.openWorld(readOnlyData), { ...orderById, connections });
  return subjectOf(world, { ...orderById, ...comparedRead, connections });
};

const subjectsOf = async (world: BenchWorld, one: BenchCase): Promise<[Role, Subject][]> => {
  const reference = await referenceOf(world, one);
  const read = await readOf(world, one);
  return [
    ...(reference === undefined ? [] : [['reference', reference] as [Role, Subject]]),
    ...(read === undefined ? [] : [['read', read] as [Role, Subject]]),
    ['figures', subjectOf(world, one)],
  ];
};

export const measureCase = async (
  environment: BenchEnvironment,
  one: BenchCase,
  { seconds: secondsByDefault, rounds, slowScripts }: MeasuringOptions,
): Promise<CaseResult> => {
  const { seconds = secondsByDefault } = one;
  const world = await environment.openWorld(one.data ?? readOnlyData);
  const prepared = await one.setup?.(world);
  const problem = await one.checkResult?.(world);
  const subjects = await subjectsOf(world, one);
  const found: Record<Role, Measurements[]> = { reference: [], read: [], figures: [] };
  const observations: (string | undefined)[] = [];
  const readShedRequests = await observeShedRequests(environment);
  for (let round = 0; round < rounds; round++)
    for (const [role, subject] of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const warmUp = warmUpOf(one, round);
      const [{ figures, observation }, alongside] = await Promise.all([
        measureSubject(environment, subject, { seconds, warmUpSeconds: warmUp }, slowScripts),
        role === 'figures' ? one.runAlongside?.(world, seconds + warmUp) : undefined,
      ]);
      found[role].push(figures);
      observations.push(alongside, observation);
    }
  const { figures, reference, read } = found;
  const share = ratiosOf(figures, reference, each => each.perSecond);
  const timesOfRead = ratiosOf(figures, read, each => each.nodeMicros);
  const remarks = [prepared, ...observations, await readShedRequests(), one.remark?.(figures, world)].filter(
    part => part !== undefined,
  );
  return {
    name: one.name,
    description: one.description,
    figures,
    reference: reference.length === 0 ? undefined : reference,
    share,
    timesOfRead,
    remark: remarks.join('; '),
    verdict: problem === undefined ? verdictOf(one, figures, share, timesOfRead) : `FAILED: ${problem}`,
  };
};

/** Measures the same case in several environments by turns, such as two builds or two settings. */
import type { BenchCase } from '../cases/BenchCase.js';
import type { BenchEnvironment } from '../world/BenchWorld.js';
import { readOnlyData } from '../world/createEnvironment.js';
import { type MeasuringOptions, referenceOf, subjectOf, warmUpOf } from './measureCase.js';
import type { Measurements } from './Measurements.js';
import { measureSubject, type Subject } from './measureSubject.js';

/** An environment with the name that it has in the table. */
export interface NamedEnvironment {
  readonly name: string;
  readonly environment: BenchEnvironment;
}

export interface WorldResult {
  readonly world: string;
  /** One element a round. */
  readonly figures: readonly Measurements[];
}

export interface WorldsResult {
  readonly name: string;
  /** The reference of the case, measured by turns with all environments on the Redis of the first one. */
  readonly reference?: readonly Measurements[];
  readonly worlds: readonly WorldResult[];
}

interface MeasuredSubject {
  /** Undefined for the reference. */
  readonly name?: string;
  readonly environment: BenchEnvironment;
  readonly subject: Subject;
  readonly figures: Measurements[];
}

export const measureWorlds = async (
  environments: readonly NamedEnvironment[],
  one: BenchCase,
  { seconds: secondsByDefault, rounds, slowScripts }: MeasuringOptions,
): Promise<WorldsResult> => {
  const { seconds = secondsByDefault } = one;
  const subjects: MeasuredSubject[] = [];
  let reference: Measurements[] | undefined;
  for (const { name, environment } of environments) {
    const world = await environment.openWorld(one.data ?? readOnlyData);
    await one.setup?.(world);
    const bare = subjects.length === 0 ? await referenceOf(world, one) : undefined;
    if (bare !== undefined) {
      reference = [];
      subjects.push({ environment, subject: bare, figures: reference });
    }
    subjects.push({ name, environment, subject: subjectOf(world, one), figures: [] as Measurements[] });
  }
  for (let round = 0; round < rounds; round++)
    for (const { environment, subject, figures } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const timing = { seconds, warmUpSeconds: warmUpOf(one, round) };
      figures.push((await measureSubject(environment, subject, timing, slowScripts)).figures);
    }
  const worlds = subjects.flatMap(({ name, figures }) => (name === undefined ? [] : [{ world: name, figures }]));
  return { name: one.name, reference, worlds };
};

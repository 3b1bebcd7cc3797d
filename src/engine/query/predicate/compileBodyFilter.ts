import { boundedWork } from '../../../shedding/boundedWork.js';
import { compilePredicate } from './compilePredicate.js';
import type { Predicate } from './Predicate.js';
import { requiredBytes } from './requiredBytes.js';
import { topLevelMembers } from './topLevelMembers.js';

/**
 * The members of a stored body that were read to decide about it, if it matches: those of the predicate, and others
 * that the caller wants.
 */
export type BodyFilter = (body: Buffer) => Readonly<Record<string, unknown>> | undefined;

/** Tells what a query sees of a stored body. */
export interface MemberReader {
  /** Returns a function that reads some top-level members of a body. */
  readonly read: (names: ReadonlySet<string>) => (body: Buffer) => Readonly<Record<string, unknown>>;
  /** Whether a field follows from another member, so that its value does not stand in the body. */
  readonly isDerived: (name: string) => boolean;
}

/**
 * Compiles a predicate into a filter of stored bodies. A body without the bytes that the predicate requires is not
 * parsed, and of another one only the members that are named. One body holds the thread no longer than boundedWork allows.
 */
export const compileBodyFilter = (
  predicate: Predicate | undefined,
  { read, isDerived }: MemberReader,
  wanted: Iterable<string> = [],
): BodyFilter => {
  const names = new Set(wanted);
  if (predicate === undefined) return read(names);
  topLevelMembers(predicate, names);
  const readNamed = read(names);
  const mayMatch = [...names].some(isDerived) ? undefined : requiredBytes(predicate);
  const matches = compilePredicate(predicate);
  const filter: BodyFilter = body => {
    if (mayMatch?.(body) === false) return undefined;
    const members = readNamed(body);
    return matches(members) ? members : undefined;
  };
  return body => boundedWork('query', () => filter(body));
};

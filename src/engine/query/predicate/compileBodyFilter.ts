import { readMembers } from '../../document/readMembers.js';
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

/**
 * Compiles a predicate into a filter of stored bodies. A body without the bytes that the predicate requires is not
 * parsed, and of another one only the members that are named. One body holds the thread no longer than boundedWork allows.
 */
export const compileBodyFilter = (predicate: Predicate | undefined, wanted: Iterable<string> = []): BodyFilter => {
  const names = new Set(wanted);
  if (predicate === undefined) return body => readMembers(body, names);
  const mayMatch = requiredBytes(predicate);
  const matches = compilePredicate(predicate);
  topLevelMembers(predicate, names);
  const filter: BodyFilter = body => {
    if (mayMatch?.(body) === false) return undefined;
    const members = readMembers(body, names);
    return matches(members) ? members : undefined;
  };
  return body => boundedWork('query', () => filter(body));
};

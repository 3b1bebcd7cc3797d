import type { Predicate } from './Predicate.js';

/** The top-level members of a resource that a predicate reads. */
export const topLevelMembers = (predicate: Predicate, members = new Set<string>()): Set<string> => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      for (const part of predicate.parts) topLevelMembers(part, members);
      return members;
    case 'not':
      return topLevelMembers(predicate.part, members);
    default:
      return members.add(predicate.field);
  }
};

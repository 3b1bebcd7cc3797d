import type { ChangeSet } from './ChangeSet.js';

/** Joins several change sets to one commit: the first gives id and project, its writes come first. */
export const mergeChangeSets = (first: ChangeSet, others: readonly ChangeSet[]): ChangeSet => {
  const references = new Map(first.references);
  for (const other of others)
    for (const [target, delta] of other.references) references.set(target, (references.get(target) ?? 0) + delta);
  const all = [first, ...others];
  return {
    ...first,
    writes: all.flatMap(({ writes }) => writes),
    references,
    counts: all.flatMap(({ counts = [] }) => counts),
    versionChecks: all.flatMap(({ versionChecks = [] }) => versionChecks),
    revokedTokenSubjects: all.flatMap(({ revokedTokenSubjects = [] }) => revokedTokenSubjects),
  };
};

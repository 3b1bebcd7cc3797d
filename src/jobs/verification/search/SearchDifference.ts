import type { Difference, Finding } from '../DifferenceReport.js';

/** Kinds of differences between resources and their search index. */
export const differenceKinds = {
  missing: 'resources without a document',
  orphan: 'documents without a resource',
  outdated: 'documents of an older version than their resource',
  ahead: 'documents of a newer version than their resource',
  content: 'documents with other values than their resource',
  unfound: 'documents that a search for their own values does not find',
  ghost: 'hits without a document',
  left: 'keys that belong to nothing',
  total: 'totals that differ from the number of resources',
} as const;

export type SearchDifferenceKind = keyof typeof differenceKinds;

export type SearchDifference = Difference<SearchDifferenceKind>;

/** `source` is the id of a resource, whose dirty mark says that its index entry is still to change. */
export type SearchFinding = Finding<string, SearchDifferenceKind>;

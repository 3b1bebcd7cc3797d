/** Kinds of differences between orders and their search index. */
export const differenceKinds = {
  missing: 'orders without a document',
  orphan: 'documents without an order',
  outdated: 'documents of an older version than their order',
  ahead: 'documents of a newer version than their order',
  content: 'documents with other values than their order',
  unfound: 'documents that a search for their own values does not find',
  ghost: 'hits without a document',
  left: 'keys that belong to nothing',
  total: 'totals that differ from the number of orders',
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export interface Difference {
  readonly kind: DifferenceKind;
  /** Id of the order, or the key in Redis, when the difference concerns a single one. */
  readonly id?: string;
  readonly detail: string;
}

/** A possible difference, which may have arisen because something changed between two reads. */
export interface Suspicion extends Difference {
  readonly id: string;
  /** Whether the order has a dirty mark, so that the index will be updated. */
  readonly isPending: boolean;
}

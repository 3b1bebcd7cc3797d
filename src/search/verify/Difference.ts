/** What may be wrong between orders and their index. */
export const differenceKinds = {
  missing: 'orders without a document',
  orphan: 'documents without an order',
  outdated: 'documents of an older version than their order',
  ahead: 'documents of a newer version than their order',
  content: 'documents that hold something else than their order yields',
  unfound: 'documents that the module does not find by what they hold',
  ghost: 'hits without a document',
  total: 'totals that are not the number of orders',
} as const;

export type DifferenceKind = keyof typeof differenceKinds;

export interface Difference {
  readonly kind: DifferenceKind;
  /** Of the order, where it is one's. */
  readonly id?: string;
  readonly detail: string;
}

/** A difference that may be one only because something changed between two reads. */
export interface Suspicion extends Difference {
  readonly id: string;
  /** The order is marked: the index has yet to follow. */
  readonly isPending: boolean;
}

/** Two stored facts that contradict each other. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The resource as `order/<id>`, or another name of what differs. */
  readonly subject: string;
  readonly detail: string;
}

export type DifferenceKind =
  | 'list'
  | 'unique'
  | 'index'
  | 'holder'
  | 'references'
  | 'messages'
  | 'hidden'
  | 'body'
  | 'left'
  | 'search';

/** Counts all differences, and lists the first ones. */
export class DifferenceReport {
  readonly counts: Partial<Record<DifferenceKind, number>> = {};
  readonly differences: Difference[] = [];

  constructor(private readonly listedMax: number) {}

  add(difference: Difference): void {
    this.count(difference.kind, 1);
    this.list(difference);
  }

  count(kind: DifferenceKind, count: number): void {
    if (count > 0) this.counts[kind] = (this.counts[kind] ?? 0) + count;
  }

  list({ kind, subject, detail }: Difference): void {
    if (this.differences.length < this.listedMax) this.differences.push({ kind, subject, detail });
  }
}

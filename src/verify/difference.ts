/** One thing that does not agree with another. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** `order/<id>`, or what else it is about. */
  readonly subject: string;
  readonly detail: string;
}

export type DifferenceKind = 'list' | 'unique' | 'index' | 'holder' | 'references' | 'messages' | 'hidden' | 'body' | 'search';

/** Counts all differences and lists the first. */
export class Report {
  readonly counts: Partial<Record<DifferenceKind, number>> = {};
  readonly differences: Difference[] = [];

  constructor(private readonly listedMax: number) {}

  add({ kind, subject, detail }: Difference): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.differences.length < this.listedMax) this.differences.push({ kind, subject, detail });
  }
}

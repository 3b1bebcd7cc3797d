import { setTimeout } from 'node:timers/promises';

/** Kinds of differences between the stored data of a project. */
export type StoredDifferenceKind =
  | 'list'
  | 'unique'
  | 'index'
  | 'holder'
  | 'references'
  | 'totals'
  | 'messages'
  | 'hidden'
  | 'body'
  | 'definition'
  | 'left'
  | 'search';

/** Two stored facts that contradict each other. */
export interface Difference<Kind extends string = StoredDifferenceKind> {
  readonly kind: Kind;
  /** The resource as `order/<id>`, or another name of the subject; empty where there is no single one. */
  readonly subject: string;
  readonly detail: string;
}

/** A possible difference: a commit may have run between two reads. */
export interface Finding<T, Kind extends string = StoredDifferenceKind> extends Difference<Kind> {
  /** The subject that is examined again. */
  readonly source: T;
  /** True if the subject is still to change, such as an order that waits to be indexed. */
  readonly isPending?: boolean;
  /** Mends the difference; false where something has changed meanwhile. Absent where nothing can mend it. */
  readonly mend?: () => Promise<boolean>;
}

/** The number of mended differences by kind, and by the resource type that they concern. */
export type RepairCounts<Kind extends string = StoredDifferenceKind> = Partial<Record<Kind, Record<string, number>>>;

/** Collects the changes of all passes of a repair. */
export class Repairs {
  readonly counts: RepairCounts = {};
  readonly changes: Difference[] = [];
  total = 0;

  constructor(private readonly listedMax: number) {}

  add({ kind, subject, detail }: Difference, typeId: string): void {
    const ofKind = (this.counts[kind] ??= {});
    ofKind[typeId] = (ofKind[typeId] ?? 0) + 1;
    this.total++;
    if (this.changes.length < this.listedMax) this.changes.push({ kind, subject, detail });
  }
}

/** The part of a subject before the slash; `keys` where it is the name of a key. */
const concernedType = ({ kind, subject }: Difference): string => {
  if (kind === 'left') return 'keys';
  const slash = subject.indexOf('/');
  return slash < 0 ? subject : subject.slice(0, slash);
};

interface ConfirmedDifferences<T, Kind extends string> {
  readonly differences: readonly Finding<T, Kind>[];
  /** Findings that changed or were still to change when the time was used up. */
  readonly pending: readonly Finding<T, Kind>[];
}

/** Counts all differences, and lists the first ones. */
export class DifferenceReport<Kind extends string = StoredDifferenceKind> {
  readonly counts: Partial<Record<Kind, number>> = {};
  readonly differences: Difference<Kind>[] = [];
  /** Subjects that were still to change at the end of the wait; they are not compared. */
  pending = 0;

  constructor(
    private readonly listedMax: number,
    /** Where given, differences are mended as they are added. */
    readonly repairs?: Repairs,
  ) {
    this.#mendedBefore = repairs?.total ?? 0;
  }

  readonly #mendedBefore: number;

  /** True if a difference of this report was mended. */
  get hasMended(): boolean {
    return (this.repairs?.total ?? 0) > this.#mendedBefore;
  }

  add(difference: Difference<Kind>, count = 1): void {
    this.count(difference.kind, count);
    this.list(difference);
  }

  async addConfirmed({ differences, pending }: ConfirmedDifferences<unknown, Kind>): Promise<void> {
    for (const difference of differences) await this.addMendable(difference);
    this.pending += new Set(pending.map(({ source }) => source)).size;
  }

  /** Adds a difference, and mends it in a repair. */
  async addMendable({ mend, ...difference }: Omit<Finding<unknown, Kind>, 'source'>): Promise<void> {
    this.add(difference);
    if (this.repairs === undefined || mend === undefined || !(await mend())) return;
    const mended = difference as Difference;
    this.repairs.add(mended, concernedType(mended));
  }

  count(kind: Kind, count: number): void {
    if (count > 0) this.counts[kind] = (this.counts[kind] ?? 0) + count;
  }

  list({ kind, subject, detail }: Difference<Kind>): void {
    if (this.differences.length < this.listedMax) this.differences.push({ kind, subject, detail });
  }

  get isEmpty(): boolean {
    return Object.keys(this.counts).length === 0;
  }
}

/** Pauses before subjects are examined again. A commit that ran between two reads is finished long before. */
const pausesMs = [30, 200];
const waitMs = 100;

/** The time that a verification may wait for subjects that change. */
export class WaitBudget {
  #leftMs: number;

  constructor(totalMs: number) {
    this.#leftMs = totalMs;
  }

  /** Waits a moment; false when the time is used up. */
  async pause(): Promise<boolean> {
    if (this.#leftMs <= 0) return false;
    this.#leftMs -= waitMs;
    await setTimeout(waitMs);
    return true;
  }
}

const textOf = ({ kind, subject, detail }: Difference<string>): string => `${kind} ${subject} ${detail}`;

/**
 * Examines subjects, and returns the differences that stay the same whenever their subjects are examined again: others
 * come from a commit that ran in the meantime. Subjects that change are examined anew as long as there is time.
 */
export const confirmDifferences = async <T, Kind extends string>(
  subjects: readonly T[],
  examine: (subjects: readonly T[]) => Promise<readonly Finding<T, Kind>[]>,
  waitBudget = new WaitBudget(0),
): Promise<ConfirmedDifferences<T, Kind>> => {
  const differences = new Map<string, Finding<T, Kind>>();
  for (let sources = subjects; ; ) {
    let same = (await examine(sources)).filter(finding => !differences.has(textOf(finding)));
    const open = same.filter(({ isPending }) => isPending === true);
    same = same.filter(({ isPending }) => isPending !== true);
    for (const pauseMs of pausesMs) {
      if (same.length === 0) break;
      await setTimeout(pauseMs);
      const texts = new Set(same.map(textOf));
      const isSame = (finding: Finding<T, Kind>): boolean => finding.isPending !== true && texts.has(textOf(finding));
      const found = await examine([...new Set(same.map(({ source }) => source))]);
      open.push(...found.filter(finding => !isSame(finding) && !differences.has(textOf(finding))));
      same = found.filter(isSame);
    }
    for (const finding of same) differences.set(textOf(finding), finding);
    const pending = open.filter(finding => !differences.has(textOf(finding)));
    if (pending.length === 0 || !(await waitBudget.pause())) return { differences: [...differences.values()], pending };
    sources = [...new Set(pending.map(({ source }) => source))];
  }
};

import type { CommitCheck } from './CommitCheck.js';
import { keys } from './keys.js';

/** The kinds of checks, in the order of their sections in lua/commit.lua. */
export const checkNames = ['version', 'absent', 'exists', 'unique', 'unreferenced', 'below'] as const;
export type CheckName = (typeof checkNames)[number];

export interface PlannedCheck {
  readonly name: CheckName;
  /** Absent where the check reads a key that all commits share: the counts of references or of uses. */
  readonly key?: string;
  /** What the check reads, as `Uses` names it: a key, or one count of references or of uses. */
  readonly subject: string;
  readonly args: readonly string[];
  /** What the check is about, for the text of an error. */
  readonly check: CommitCheck;
}

/** How a commit uses something that another commit may use too. */
enum Use {
  /** A check reads it. */
  Read = 1,
  /** A write replaces it. */
  Write = 2,
  /** A write adds to it, in any order with other additions. */
  Add = 4,
}

const conflictingUses = new Map<Use, number>([
  [Use.Read, Use.Write | Use.Add],
  [Use.Write, Use.Read | Use.Write | Use.Add],
  [Use.Add, Use.Read | Use.Write],
]);

/** What several commits use, and how: keys, counts of references, and counts of uses. */
export class Uses {
  readonly #uses = new Map<string, number>();

  add(name: string, use: number): void {
    this.#uses.set(name, (this.#uses.get(name) ?? 0) | use);
  }

  addAll(other: Uses): void {
    for (const [name, use] of other.#uses) this.add(name, use);
  }

  conflictWith(other: Uses): boolean {
    for (const [name, use] of other.#uses) {
      const known = this.#uses.get(name);
      if (known !== undefined && isConflict(known, use)) return true;
    }
    return false;
  }
}

const isConflict = (known: number, added: number): boolean => {
  for (const [use, conflicting] of conflictingUses) if ((added & use) !== 0 && (known & conflicting) !== 0) return true;
  return false;
};

/** A member that a write adds to a sorted set. */
export interface ScoredMember {
  readonly key: string;
  readonly score: string;
  readonly member: string;
}

/** Adds a member to an index of a custom field where the project has the index; without a score it is removed. */
export interface FieldIndexWrite extends Omit<ScoredMember, 'score'> {
  readonly index: string;
  readonly score?: string;
}

/** The checks and writes of one change set, before they are merged with those of other commits (CommitLot.ts). */
export class CommitPlan {
  readonly checks: PlannedCheck[] = [];
  readonly uses = new Uses();
  /** The new content of string keys; null deletes the key. */
  readonly values = new Map<string, Buffer | string | null>();
  /** New first bytes of string keys, whose other bytes and length stay. */
  readonly patches = new Map<string, Buffer>();
  readonly added: ScoredMember[] = [];
  readonly removed: Omit<ScoredMember, 'score'>[] = [];
  readonly fields: FieldIndexWrite[] = [];
  readonly references: (readonly [target: string, delta: number])[] = [];
  readonly counted: string[] = [];
  /** Resources to be marked for indexing. */
  readonly marks: { readonly typeId: string; readonly id: string }[] = [];
  /** Keys of times of revocation. */
  readonly revoked: string[] = [];
  /** Bytes of all values. */
  bytes = 0;

  constructor(
    readonly commitId: string,
    readonly projectKey: string,
  ) {}

  /** The number of checks and writes: a measure of what the commit costs Redis. */
  get steps(): number {
    const { checks, values, patches, added, removed, fields, references, counted, marks, revoked } = this;
    return (
      checks.length +
      values.size +
      patches.size +
      added.length +
      removed.length +
      fields.length +
      references.length +
      counted.length +
      marks.length +
      revoked.length
    );
  }

  check(name: CheckName, key: string, check: CommitCheck, ...args: readonly string[]): void {
    this.checks.push({ name, key, subject: key, args, check });
    this.uses.add(key, Use.Read);
  }

  checkUnreferenced(target: string, check: CommitCheck): void {
    const subject = this.#referenceCount(target);
    this.checks.push({ name: 'unreferenced', subject, args: [target], check });
    this.uses.add(subject, Use.Read);
  }

  checkBelow(name: string, max: number, check: CommitCheck): void {
    const subject = this.#usageCount(name);
    this.checks.push({ name: 'below', subject, args: [name, String(max)], check });
    this.uses.add(subject, Use.Read);
  }

  set(key: string, value: Buffer | string): void {
    this.values.set(key, value);
    this.bytes += value.length;
    this.uses.add(key, Use.Write);
  }

  patch(key: string, bytes: Buffer): void {
    this.patches.set(key, bytes);
    this.bytes += bytes.length;
    this.uses.add(key, Use.Write);
  }

  delete(key: string): void {
    this.values.set(key, null);
    this.uses.add(key, Use.Write);
  }

  refer(target: string, delta: number): void {
    this.references.push([target, delta]);
    this.uses.add(this.#referenceCount(target), Use.Add);
  }

  count(name: string): void {
    this.counted.push(name);
    this.uses.add(this.#usageCount(name), Use.Add);
  }

  #referenceCount(target: string): string {
    return `${keys.references(this.projectKey)}/${target}`;
  }

  #usageCount(name: string): string {
    return `${keys.usageCounts(this.projectKey)}/${name}`;
  }
}

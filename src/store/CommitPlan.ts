import type { Total } from './ChangeSet.js';
import type { CommitCheck } from './CommitCheck.js';
import { CommitTimes, type ScoredMember } from './CommitTimes.js';
import { keys } from './keys.js';

/** The kinds of checks, in the order of their sections in lua/commit/commit.lua. */
export const checkNames = ['version', 'absent', 'exists', 'unique', 'unreferenced', 'usageLimit'] as const;
export type CheckName = (typeof checkNames)[number];

export interface PlannedCheck {
  readonly name: CheckName;
  /** Absent where the check reads a key that all commits share: the counts of references or of uses. */
  readonly key?: string;
  /** The name of what the check reads, as in PlannedUses: a key, or one count of references or of uses. */
  readonly subject: string;
  readonly args: readonly string[];
  /** The subject of the check, for the text of an error. */
  readonly check: CommitCheck;
}

/** The ways in which a commit uses a key or a count that another commit may use too. */
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

/** The keys, counts of references and counts of uses of a commit, and how it uses them. Names may be repeated. */
interface PlannedUses {
  readonly names: readonly string[];
  readonly kinds: readonly Use[];
}

/** The uses of all commits of a batch. */
export class BatchUses {
  readonly #uses = new Map<string, number>();

  add({ names, kinds }: PlannedUses): void {
    for (let at = 0; at < names.length; at++) {
      const name = names[at]!;
      this.#uses.set(name, (this.#uses.get(name) ?? 0) | kinds[at]!);
    }
  }

  conflictWith({ names, kinds }: PlannedUses): boolean {
    return names.some((name, at) => {
      const known = this.#uses.get(name);
      return known !== undefined && isConflict(known, kinds[at]!);
    });
  }
}

const isConflict = (known: number, added: number): boolean => {
  for (const [use, conflicting] of conflictingUses) if ((added & use) !== 0 && (known & conflicting) !== 0) return true;
  return false;
};

/** Adds a member to an index of a custom field where the project has the index; without a score it is removed. */
export interface FieldIndexWrite extends Omit<ScoredMember, 'score'> {
  readonly index: string;
  readonly score?: string;
}

/** New first bytes of a body, whose other bytes and length stay the same. */
export interface Patch {
  /** The place of the body's version check among the version checks of its commit. */
  readonly versionCheck: number;
  readonly bytes: Buffer;
}

/** The checks and writes of one change set, before they are merged with those of other commits (CommitBatch.ts). */
export class CommitPlan {
  readonly checks: PlannedCheck[] = [];
  readonly #usedNames: string[] = [];
  readonly #useKinds: Use[] = [];
  #versionChecks = 0;
  /** The new content of string keys; null deletes the key. */
  readonly values = new Map<string, Buffer | string | null>();
  readonly patches: Patch[] = [];
  readonly added: ScoredMember[] = [];
  readonly removed: Omit<ScoredMember, 'score'>[] = [];
  readonly fields: FieldIndexWrite[] = [];
  readonly references: (readonly [target: string, delta: number])[] = [];
  readonly counted: string[] = [];
  readonly totals: Total[] = [];
  /** Resources to be marked for indexing. */
  readonly marks: { readonly typeId: string; readonly id: string }[] = [];
  /** Keys of stamps: any number of commits of a batch may write one. */
  readonly stamps = new Set<string>();
  /** Keys of times of revocation. */
  readonly revoked: string[] = [];
  /** Bytes of all values. */
  bytes = 0;
  /** The parts that have the time of the commit. */
  readonly times: CommitTimes;

  constructor(
    readonly commitId: string,
    readonly projectKey: string,
    /** The types whose search indexes may hold terms of an erased resource. */
    readonly erasedFrom: readonly string[] = [],
  ) {
    this.times = new CommitTimes(projectKey);
  }

  get uses(): PlannedUses {
    return { names: this.#usedNames, kinds: this.#useKinds };
  }

  /** Returns the number of checks and writes: a measure of the commit's cost for Redis. */
  get steps(): number {
    const { checks, values, patches, added, removed, fields, references, counted } = this;
    const { totals, marks, stamps, revoked, times } = this;
    return (
      checks.length +
      values.size +
      patches.length +
      added.length +
      removed.length +
      fields.length +
      references.length +
      counted.length +
      totals.length +
      marks.length +
      stamps.size +
      revoked.length +
      times.steps
    );
  }

  get versionChecks(): number {
    return this.#versionChecks;
  }

  /** The checks of this plan, in a plan without writes. */
  checksOnly(commitId: string): CommitPlan {
    const plan = new CommitPlan(commitId, this.projectKey);
    for (const planned of this.checks) {
      plan.checks.push(planned);
      plan.#use(planned.subject, Use.Read);
    }
    plan.#versionChecks = this.#versionChecks;
    return plan;
  }

  check(name: CheckName, key: string, check: CommitCheck, ...args: readonly string[]): void {
    this.checks.push({ name, key, subject: key, args, check });
    if (name === 'version') this.#versionChecks++;
    this.#use(key, Use.Read);
  }

  /** Checks that nothing refers to a target but what ends with this commit, as many references as `ended`. */
  checkUnreferenced(target: string, ended: number, check: CommitCheck): void {
    const subject = this.#referenceCount(target);
    this.checks.push({ name: 'unreferenced', subject, args: [target, String(ended)], check });
    this.#use(subject, Use.Read);
  }

  checkUsageLimit(name: string, max: number, check: CommitCheck): void {
    const subject = this.#usageCount(name);
    this.checks.push({ name: 'usageLimit', subject, args: [name, String(max)], check });
    this.#use(subject, Use.Read);
  }

  set(key: string, value: Buffer | string): void {
    this.values.set(key, value);
    this.bytes += value.length;
    this.#use(key, Use.Write);
  }

  /** Patches the body of the last version check. */
  patch(key: string, bytes: Buffer): void {
    this.patches.push({ versionCheck: this.#versionChecks - 1, bytes });
    this.bytes += bytes.length;
    this.#use(key, Use.Write);
  }

  delete(key: string): void {
    this.values.set(key, null);
    this.#use(key, Use.Write);
  }

  countReference(target: string, delta: number): void {
    this.references.push([target, delta]);
    this.#use(this.#referenceCount(target), Use.Add);
  }

  count(name: string): void {
    this.counted.push(name);
    this.#use(this.#usageCount(name), Use.Add);
  }

  #use(name: string, kind: Use): void {
    this.#usedNames.push(name);
    this.#useKinds.push(kind);
  }

  #referenceCount(target: string): string {
    return `${keys.references(this.projectKey)}/${target}`;
  }

  #usageCount(name: string): string {
    return `${keys.usageCounts(this.projectKey)}/${name}`;
  }
}

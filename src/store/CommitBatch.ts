import { limits } from '../base/config/limits.js';
import type { Total } from './ChangeSet.js';
import type { CommitCheck, FailedCheck } from './CommitCheck.js';
import { checkNames, type CommitPlan, BatchUses, type PlannedCheck } from './CommitPlan.js';
import { keys } from './keys.js';
import { totalsEndAt } from './dailyTotals.js';

/** A check of a commit that failed. */
export interface Refusal {
  readonly status: FailedCheck[0];
  readonly check: CommitCheck;
  readonly detail: string;
  /** The key or count that the check reads (CommitPlan.ts). */
  readonly subject: string;
}

/** Appends without spreading: a call takes about a hundred thousand arguments, and an erasure may have more. */
const append = <T>(list: T[], items: Iterable<T>): void => {
  for (const item of items) list.push(item);
};

/** The keys and arguments of a call, to which each batch adds its own. */
export interface GrowingCall {
  readonly keys: string[];
  readonly args: (string | Buffer)[];
  readonly searchStates: readonly string[];
  /** True if the projects of the call are in several slots of a master. */
  readonly isOfManySlots: boolean;
}

/** Adds the keys and arguments of a batch to a call of lua/commit/commit.lua, section by section. */
class SectionWriter {
  readonly sizes: number[] = [];
  readonly keys: string[];
  readonly args: (string | Buffer)[];

  constructor(call: GrowingCall) {
    this.keys = call.keys;
    this.args = call.args;
  }

  /** No two commits of a batch write the same key. */
  writeValues(plans: readonly CommitPlan[]): void {
    const deleted: string[] = [];
    const before = this.keys.length;
    const write = (value: Buffer | string | null, key: string): void => {
      if (value === null) deleted.push(key);
      else {
        this.keys.push(key);
        this.args.push(value);
      }
    };
    for (const { values, times } of plans) {
      values.forEach(write);
      for (const [key, value] of times.values) write(value, key);
    }
    this.sizes.push(this.keys.length - before, deleted.length);
    append(this.keys, deleted);
  }

  /** A patch names the version check of its body, whose key is sent already. */
  writePatches(plans: readonly CommitPlan[]): void {
    const sizeAt = this.sizes.push(0) - 1;
    let firstCheck = 1;
    for (const { patches, versionChecks } of plans) {
      for (const { versionCheck, bytes } of patches) {
        this.sizes.push(firstCheck + versionCheck);
        this.args.push(bytes);
      }
      firstCheck += versionChecks;
    }
    this.sizes[sizeAt] = this.sizes.length - sizeAt - 1;
  }

  /** Writes groups of arguments, each with a key and a size of its own. */
  writeGroups(groups: ReadonlyMap<string, readonly string[]>, width: number): void {
    this.sizes.push(groups.size);
    for (const [key, group] of groups) {
      this.keys.push(key);
      this.sizes.push(group.length / width);
      append(this.args, group);
    }
  }

  /** Adds up the amounts that the commits add to each sum. */
  writeTotals(plans: readonly CommitPlan[]): void {
    const lists = new Map<string, { readonly day: string; readonly amounts: Map<string, number> }>();
    const add = (projectKey: string, { name, day, member, amount }: Total): void => {
      const key = keys.totals(projectKey, name, day);
      let list = lists.get(key);
      if (list === undefined) lists.set(key, (list = { day, amounts: new Map() }));
      list.amounts.set(member, (list.amounts.get(member) ?? 0) + amount);
    };
    for (const { projectKey, totals, times } of plans) {
      for (const total of totals) add(projectKey, total);
      for (const total of times.totals) add(projectKey, total);
    }
    this.sizes.push(lists.size);
    for (const [key, { day, amounts }] of lists) {
      this.keys.push(key);
      this.sizes.push(amounts.size);
      this.args.push(String(totalsEndAt(day)));
      for (const [member, amount] of amounts) this.args.push(member, String(amount));
    }
  }

  writePairs(pairs: ReadonlyMap<string, number>): void {
    this.sizes.push(pairs.size);
    for (const [name, number] of pairs) this.args.push(name, String(number));
  }
}

const listOf = (groups: Map<string, string[]>, key: string): string[] => {
  const list = groups.get(key);
  if (list !== undefined) return list;
  const created: string[] = [];
  groups.set(key, created);
  return created;
};

/** The head of a batch for lua/commit/commit.lua: the script notes its own values in the last items. */
export type BatchHead = readonly [
  id: string,
  commits: number,
  sizes: readonly number[],
  firstKey: number,
  firstState: number,
  states: number,
  firstTimeMs: number,
  lastTimeMs: number,
  argAt: number,
  sizeAt: 0,
  keyAt: number,
  result: false,
];

/** A commit of a batch; the queue adds what it needs to answer it. */
export interface PlannedCommit {
  readonly plan: CommitPlan;
}

/** Commits of one project that are written by one call; none of them depends on another one. */
export class CommitBatch<Commit extends PlannedCommit = PlannedCommit> {
  readonly commits: Commit[] = [];
  readonly #plans: CommitPlan[] = [];
  readonly #uses = new BatchUses();
  /** The checks in the order of their positions, with the places of their commits. */
  #checks: { readonly commit: number; readonly planned: PlannedCheck }[] = [];

  get size(): number {
    return this.#plans.length;
  }

  /** The id of the first commit, which is in no second batch after it was written in one. */
  get id(): string {
    return this.#plans[0]?.commitId ?? '';
  }

  /** Tells whether a commit of the batch uses what another one writes: all checks of a batch run before its writes. */
  conflictsWith({ uses }: CommitPlan): boolean {
    return this.#uses.conflictWith(uses);
  }

  add(commit: Commit): void {
    this.commits.push(commit);
    this.#plans.push(commit.plan);
    this.#uses.add(commit.plan.uses);
  }

  get projectKey(): string {
    return this.#plans[0]?.projectKey ?? '';
  }

  /** Gives all commits one time: the given one, or a later one where one of them needs it. */
  setTime(timeMs: number): void {
    let laterMs = timeMs;
    for (const { times } of this.#plans) laterMs = times.earliest(laterMs);
    for (const { times } of this.#plans) if (!times.isEmpty) times.set(laterMs);
  }

  /** The search states of the types that the batch marks for indexing. */
  searchStates(): readonly string[] {
    const typeIds = new Set<string>();
    for (const { marks, erasedFrom } of this.#plans) {
      for (const { typeId } of marks) typeIds.add(typeId);
      for (const typeId of erasedFrom) typeIds.add(typeId);
    }
    const projectKey = this.#plans[0]?.projectKey ?? '';
    return [...typeIds].map(typeId => keys.searchState(projectKey, typeId));
  }

  /** Adds its keys and arguments to those of a call; returns its part of the call's head. */
  writeTo(call: GrowingCall): BatchHead {
    const [first] = this.#plans;
    if (first === undefined) throw new Error('a batch has at least one commit');
    const { projectKey } = first;
    const sections = new SectionWriter(call);
    if (call.isOfManySlots) call.keys.push(keys.guard(projectKey));
    call.keys.push(keys.sequence(projectKey), keys.references(projectKey), keys.usageCounts(projectKey));
    const [firstKey, argAt] = [call.keys.length, call.args.length];
    this.#writeChecks(sections);
    this.#writeWrites(sections, projectKey, call.searchStates);
    const states = this.searchStates();
    const firstState = states[0] === undefined ? 0 : call.searchStates.indexOf(states[0]);
    let [firstMs, lastMs] = [0, 0];
    for (const { times } of this.#plans) {
      if (times.firstMs > 0) firstMs = firstMs === 0 ? times.firstMs : Math.min(firstMs, times.firstMs);
      lastMs = Math.max(lastMs, times.lastMs);
    }
    return [
      this.id,
      this.size,
      sections.sizes,
      firstKey,
      firstState,
      states.length,
      firstMs,
      lastMs,
      argAt,
      0,
      firstKey,
      false,
    ];
  }

  /** The failed checks of each commit, in the order in which it planned them. */
  refusals(failedChecks: readonly FailedCheck[]): readonly (readonly Refusal[])[] {
    const refusals = this.#plans.map((): { readonly order: number; readonly refusal: Refusal }[] => []);
    for (const [status, position, detail] of failedChecks) {
      const failed = this.#checks[position - 1];
      const plan = failed && this.#plans[failed.commit];
      if (failed === undefined || plan === undefined)
        throw new Error(`commit.lua answered with an unknown position: ${position}`);
      const { planned } = failed;
      refusals[failed.commit]?.push({
        order: plan.checks.indexOf(planned),
        refusal: { status, check: planned.check, detail, subject: planned.subject },
      });
    }
    return refusals.map(list => list.sort((a, b) => a.order - b.order).map(({ refusal }) => refusal));
  }

  #writeChecks({ keys: sectionKeys, args, sizes }: SectionWriter): void {
    this.#checks = [];
    for (const name of checkNames) {
      const countBefore = this.#checks.length;
      this.#plans.forEach(({ checks }, commit) => {
        for (const planned of checks)
          if (planned.name === name) {
            this.#checks.push({ commit, planned });
            if (planned.key !== undefined) sectionKeys.push(planned.key);
            args.push(...planned.args);
          }
      });
      sizes.push(this.#checks.length - countBefore);
    }
  }

  #writeWrites(sections: SectionWriter, projectKey: string, searchStates: readonly string[]): void {
    const [added, removed, marks] = [0, 1, 2].map(() => new Map<string, string[]>()) as [
      Map<string, string[]>,
      Map<string, string[]>,
      Map<string, string[]>,
    ];
    const [references, counts] = [new Map<string, number>(), new Map<string, number>()];
    const revoked: string[] = [];
    const stamps = new Set<string>();
    const erased = new Set<string>();
    for (const plan of this.#plans) {
      const { times } = plan;
      for (const { key, score, member } of plan.added) listOf(added, key).push(times.scoreOf(score), member);
      for (const { key, score, member } of times.added) listOf(added, key).push(times.scoreOf(score), member);
      for (const { key, member } of plan.removed) listOf(removed, key).push(member);
      for (const [target, delta] of plan.references) references.set(target, (references.get(target) ?? 0) + delta);
      for (const name of plan.counted) counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const { typeId, id } of plan.marks) listOf(marks, typeId).push(id);
      for (const typeId of plan.erasedFrom) {
        listOf(marks, typeId);
        erased.add(typeId);
      }
      for (const key of plan.stamps) stamps.add(key);
      append(revoked, plan.revoked);
    }
    sections.writeValues(this.#plans);
    sections.writePatches(this.#plans);
    sections.writeGroups(added, 2);
    sections.writeGroups(removed, 1);
    this.#writeFields(sections, projectKey);
    sections.writePairs(references);
    sections.writePairs(counts);
    sections.writeTotals(this.#plans);
    this.#writeMarks(sections, projectKey, searchStates, marks, erased);
    sections.sizes.push(stamps.size);
    append(sections.keys, stamps);
    sections.sizes.push(revoked.length);
    append(sections.keys, revoked);
    // The time of a revocation is kept as long as the longest-lived token.
    append(
      sections.args,
      revoked.map(() => String(limits.tokenSecondsMax)),
    );
  }

  #writeFields({ keys: sectionKeys, args, sizes }: SectionWriter, projectKey: string): void {
    const fields = this.#plans.flatMap(({ fields: ofPlan, times }) => ofPlan.map(field => ({ ...field, times })));
    sizes.push(fields.length);
    if (fields.length > 0) sectionKeys.push(keys.fieldIndexes(projectKey));
    for (const { index, key, score = '', member, times } of fields) {
      sectionKeys.push(key);
      args.push(index, times.scoreOf(score), member);
    }
  }

  #writeMarks(
    sections: SectionWriter,
    projectKey: string,
    searchStates: readonly string[],
    marks: ReadonlyMap<string, readonly string[]>,
    erased: ReadonlySet<string>,
  ): void {
    sections.sizes.push(marks.size);
    for (const [typeId, ids] of marks) {
      sections.keys.push(keys.dirtyMarks(projectKey, typeId));
      const state = searchStates.indexOf(keys.searchState(projectKey, typeId)) + 1;
      sections.sizes.push(state, ids.length, erased.has(typeId) ? 1 : 0);
      append(sections.args, ids);
    }
  }
}

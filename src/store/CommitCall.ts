/** One call of lua/commit/commit.lua: batches of commits, each of another project of the same slot or server. */
import { minuteMs } from '../base/durations.js';
import { Packr } from 'msgpackr';
import type { ScriptCall } from '../base/redis/Script.js';
import { type BatchHead, CommitBatch, type PlannedCommit } from './CommitBatch.js';
import type { CommitPlan } from './CommitPlan.js';
import { keys } from './keys.js';

/** A retry comes within seconds; a call stays known for two to three minutes. */
const logTtlMs = 3 * minuteMs;

/** Bounds the work of a call, so that it takes Redis less than a millisecond; a larger commit is sent by itself. */
const stepsMax = 512;
const bytesMax = 256 * 1024;

/** Writes plain MessagePack, which cmsgpack of Redis reads. */
const packr = new Packr({ useRecords: false });

/** The batches of a call by project, in the order of the script. */
export class CommitCall<Commit extends PlannedCommit = PlannedCommit> {
  /**
   * The most commits of one call. A commit in a batch takes Redis 24 to 27 µs where it moves index entries: 24 of them
   * take about 0.65 ms, and 32 took up to 1.2 ms.
   */
  static readonly commitsMax = 24;
  /** The share of a further project, whose lists are commands of their own: 16 commits of 16 projects take as long. */
  static readonly #projectWeight = 0.5;
  readonly #batches = new Map<string, CommitBatch<Commit>>();
  readonly #isOnCluster: boolean;
  #size = 0;
  #steps = 0;
  #bytes = 0;

  /** On a cluster all projects of a call are on one master. */
  constructor(isOnCluster: boolean) {
    this.#isOnCluster = isOnCluster;
  }

  /** True if its projects are in several slots of a master. */
  get isOfManySlots(): boolean {
    return this.#isOnCluster && this.#batches.size > 1;
  }

  /** The number of commits. */
  get size(): number {
    return this.#size;
  }

  get batches(): readonly CommitBatch<Commit>[] {
    return [...this.#batches.values()];
  }

  get projectKeys(): readonly string[] {
    return [...this.#batches.keys()];
  }

  /** True if no commit of any project can be added. */
  get isFull(): boolean {
    return this.#weightWith(this.#batches.size - 1) > CommitCall.commitsMax;
  }

  /** Tells whether another commit can be added without exceeding the bounds of a call. */
  fits({ projectKey, steps, bytes }: CommitPlan): boolean {
    if (this.#size === 0) return true;
    const otherProjects = this.#batches.size - (this.#batches.has(projectKey) ? 1 : 0);
    const isWithin = this.#weightWith(otherProjects) <= CommitCall.commitsMax;
    return isWithin && this.#steps + steps <= stepsMax && this.#bytes + bytes <= bytesMax;
  }

  #weightWith(otherProjects: number): number {
    return this.#size + 1 + otherProjects * CommitCall.#projectWeight;
  }

  /** Tells whether a commit of the call uses what another one writes: all checks of a batch run before its writes. */
  conflictsWith(plan: CommitPlan): boolean {
    return this.#batches.get(plan.projectKey)?.conflictsWith(plan) === true;
  }

  add(commit: Commit): void {
    const { plan } = commit;
    let batch = this.#batches.get(plan.projectKey);
    if (batch === undefined) {
      batch = new CommitBatch();
      this.#batches.set(plan.projectKey, batch);
    }
    batch.add(commit);
    this.#size++;
    this.#steps += plan.steps;
    this.#bytes += plan.bytes;
  }

  /** Gives the commits of each project their time; they may get another one as long as they are not written. */
  setTimes(timeOf: (projectKey: string) => number): void {
    for (const [projectKey, batch] of this.#batches) batch.setTime(timeOf(projectKey));
  }

  /** The call of the script. Sent again it must be the same, byte for byte. */
  toScriptCall(nowMs: number): RepeatableCall {
    const [first = ''] = this.#batches.keys();
    const minute = Math.floor(nowMs / minuteMs);
    const isOfServer = this.#batches.size > 1 && !this.#isOnCluster;
    const logKey = isOfServer ? keys.sharedCommits(minute) : keys.commits(first, minute);
    const { batches, isOfManySlots } = this;
    return writeCall({ id: batches[0]?.id ?? '', callKeys: [logKey, keys.guard(first)], isOfManySlots }, batches);
  }
}

/** A call of the script that can be repeated with a part of its batches. */
export interface RepeatableCall extends ScriptCall {
  readonly isOfManySlots: boolean;
  /** The same call with those batches only whose position is in the list. */
  only(positions: readonly number[]): RepeatableCall;
}

interface CallStart {
  /** The id of the first batch, also where the call is repeated without it: no commit is the first of two calls. */
  readonly id: string;
  /** The log and the guard. */
  readonly callKeys: readonly string[];
  readonly isOfManySlots: boolean;
}

const writeCall = (start: CallStart, batches: readonly CommitBatch[]): RepeatableCall => {
  const { id, callKeys, isOfManySlots } = start;
  const searchStates = batches.flatMap(batch => batch.searchStates());
  const keyList = isOfManySlots ? [...searchStates] : [...callKeys, ...searchStates];
  // The head is known at the end.
  const args: (string | Buffer)[] = [''];
  const call = { keys: keyList, args, searchStates, isOfManySlots };
  const heads: BatchHead[] = batches.map(batch => batch.writeTo(call));
  args[0] = packr.pack([id, logTtlMs, searchStates.length, isOfManySlots ? args.length : 0, heads]);
  return {
    keys: isOfManySlots ? callKeys : keyList,
    args: isOfManySlots ? [...args, ...keyList] : args,
    isOfManySlots,
    only: positions =>
      writeCall(
        start,
        positions.map(at => batches[at]!),
      ),
  };
};

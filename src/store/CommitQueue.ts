import { isRedirected, isRedisUnavailable, toRefusedWriteError } from '../base/redis/redisErrors.js';
import type { CommitBatch, PlannedCommit, Refusal } from './CommitBatch.js';
import type { CommitClock } from './CommitClock.js';
import { newerTime } from './CommitCheck.js';
import { CommitCall } from './CommitCall.js';
import type { CommitPlan } from './CommitPlan.js';
import { type BatchResult, type CommitRunner, isNotServed, isUnconfirmed } from './createCommitRunner.js';
import { commitFailure, notWrittenError, unknownOutcomeError } from './unavailableErrors.js';

/** The time for which commits are sent alone if they check a key or a count for which a commit was refused. */
const contendedMs = 1_000;
const contendedMax = 1_000;
/** A call that takes longer, such as one whose slot is being moved, no longer holds up calls of other projects. */
const roundMs = 10;
/** The time for which each project has calls of its own after the slot of one was found to move. */
const apartMs = 1_000;
/** Bounds how often a commit is sent again with a later time. */
const outdatedMax = 100;

interface PendingCommit extends PlannedCommit {
  readonly resolve: (refusals: readonly Refusal[]) => void;
  readonly reject: (error: unknown) => void;
  /** The round in which it was left out, because it touches a key that an earlier commit writes. */
  heldBackIn?: Round;
  /** The number of times that its time was older than the last commit of the project. */
  timesOutdated: number;
}

type PendingCall = CommitCall<PendingCommit>;
type PendingBatch = CommitBatch<PendingCommit>;

/** Calls that are sent in one turn of the event loop. */
interface Round {
  open: number;
  timer?: NodeJS.Timeout;
}

interface QueueOptions {
  readonly run: CommitRunner;
  readonly isOnCluster: boolean;
  readonly clock: CommitClock;
  readonly onIdle: () => void;
}

/**
 * The commits of this thread for one master. One round of calls is on its way to Redis at a time, and the commits of
 * the meantime make the next one, also while replicas still receive the round: a commit by itself costs Redis twice to
 * three times as much as one among others. A call has the commits of many projects; while the slot of one moves, each
 * project has a call of its own, and those of a round are one write to the socket.
 *
 * Each project gets its share of a call, so that none waits for the many commits of another one.
 *
 * Commits that many clients send for the same resource, or that check the same count, are not part of batches: most of
 * them are refused, and a refused commit makes the others of its batch wait for a second attempt.
 */
export class CommitQueue {
  /** Waiting commits by project; the first project has waited longest for a place in a call. */
  readonly #waiting = new Map<string, PendingCommit[]>();
  /** The number of calls on their way by project. */
  readonly #callsOf = new Map<string, number>();
  #isScheduled = false;
  #round: Round | undefined;
  #apartUntilMs = -Infinity;
  /** Keys and counts for which commits were refused, with the time until which they count as contended. */
  readonly #contended = new Map<string, number>();

  constructor(private readonly options: QueueOptions) {}

  /** Resolves to the failed checks; an empty list when the commit is written. */
  commit(plan: CommitPlan): Promise<readonly Refusal[]> {
    return new Promise((resolve, reject) => {
      const pending: PendingCommit = { plan, resolve, reject, timesOutdated: 0 };
      const waiting = this.#waiting.get(plan.projectKey);
      if (waiting === undefined) this.#waiting.set(plan.projectKey, [pending]);
      else waiting.push(pending);
      this.#schedule(plan.projectKey);
    });
  }

  /** The commits of one turn of the event loop go into one round. */
  #schedule(projectKey: string): void {
    if (this.#isScheduled || this.#callsOf.has(projectKey)) return;
    if (this.#round !== undefined) {
      const round = this.#round;
      round.timer ??= setTimeout(() => this.#endRound(round), roundMs);
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#round === undefined) this.#sendNext();
    });
  }

  #sendNext(): void {
    const round: Round = { open: 0 };
    const calls = this.#takeCommits(round);
    if (calls.length === 0) return;
    this.#round = round;
    for (const call of calls) void this.#send(call, round);
  }

  /** Takes the commits of the next round. Projects that were left out come first in the one after it. */
  #takeCommits(round: Round): readonly PendingCall[] {
    const free = [...this.#waiting.keys()].filter(projectKey => !this.#callsOf.has(projectKey));
    const alone: PendingCall[] = [];
    const calls: PendingCall[] = [];
    if (performance.now() < this.#apartUntilMs)
      for (const projectKey of free) {
        const call = this.#callOf([]);
        this.#takeFrom(projectKey, call, alone, round, Infinity);
        calls.push(call);
      }
    else {
      const call = this.#callOf([]);
      calls.push(call);
      // The second time it fills what projects have left of their shares.
      const shares = free.length > 1 ? [Math.ceil(CommitCall.commitsMax / free.length), Infinity] : [Infinity];
      for (const share of shares)
        for (const projectKey of free) {
          if (call.isFull) break;
          this.#takeFrom(projectKey, call, alone, round, share);
        }
    }
    return [...calls.filter(({ size }) => size > 0), ...alone];
  }

  /** Moves up to `max` commits of a project to a call, and those that must not be part of it to calls of their own. */
  #takeFrom(projectKey: string, call: PendingCall, alone: PendingCall[], round: Round, max: number): void {
    const rest: PendingCommit[] = [];
    let taken = 0;
    // After one that does not fit none is taken: smaller ones would make it wait without end.
    let isFull = false;
    for (const pending of this.#waiting.get(projectKey) ?? []) {
      const { plan, heldBackIn } = pending;
      isFull ||= taken === max || !call.fits(plan);
      if (isFull) rest.push(pending);
      else if (this.#isContended(plan)) alone.push(this.#callOf([pending]));
      else if (!call.conflictsWith(plan)) {
        call.add(pending);
        taken++;
      } else if (heldBackIn !== undefined && heldBackIn !== round) alone.push(this.#callOf([pending]));
      else {
        pending.heldBackIn = round;
        rest.push(pending);
      }
    }
    if (taken > 0 || rest.length === 0) this.#waiting.delete(projectKey);
    if (rest.length > 0) this.#waiting.set(projectKey, rest);
  }

  #callOf(commits: readonly PendingCommit[]): PendingCall {
    const call: PendingCall = new CommitCall(this.options.isOnCluster);
    for (const pending of commits) call.add(pending);
    return call;
  }

  /** Sends the commits of a project by themselves: its slot moves, and their call follows it. */
  #sendApart(commits: readonly PendingCommit[], round: Round): void {
    this.#apartUntilMs = performance.now() + apartMs;
    void this.#send(this.#callOf(commits), round);
  }

  async #send(call: PendingCall, round: Round): Promise<void> {
    const { clock, run } = this.options;
    this.#begin(call, round);
    try {
      call.setTimes(projectKey => clock.timeOf(projectKey));
      const { microseconds, results, confirmation } = await run(call.toScriptCall(Date.now()));
      clock.learn(microseconds);
      const hasRefused = results.some(result => result instanceof Error || result.length > 0);
      // Redis works on the next round while this thread answers the commits of this one. Refusals decide which commits
      // are not part of the next round.
      if (!hasRefused) this.#end(call, round);
      this.#answer(call, results, round, confirmation);
      if (hasRefused) this.#end(call, round);
    } catch (error) {
      // Nothing ran, since the slot of the first project moves.
      if (call.isOfManySlots && isRedirected(error))
        for (const { commits } of call.batches) this.#sendApart(commits, round);
      else this.#rejectAll(call, error);
      this.#end(call, round);
    }
  }

  #begin({ projectKeys }: PendingCall, round: Round): void {
    round.open++;
    for (const projectKey of projectKeys) this.#callsOf.set(projectKey, (this.#callsOf.get(projectKey) ?? 0) + 1);
  }

  #end({ projectKeys }: PendingCall, round: Round): void {
    for (const projectKey of projectKeys) {
      const others = this.#callsOf.get(projectKey)! - 1;
      if (others === 0) this.#callsOf.delete(projectKey);
      else this.#callsOf.set(projectKey, others);
    }
    round.open--;
    if (round.open === 0 || round !== this.#round) this.#endRound(round);
  }

  /** Starts the next round, unless it is on its way already. */
  #endRound(round: Round): void {
    clearTimeout(round.timer);
    if (this.#round === round) this.#round = undefined;
    if (this.#round !== undefined) return;
    if (this.#waiting.size > 0) this.#sendNext();
    else if (this.#callsOf.size === 0) this.options.onIdle();
  }

  #rejectAll({ batches, projectKeys }: PendingCall, error: unknown): void {
    const failure = commitFailure(error);
    for (const { commits } of batches) for (const { reject } of commits) reject(failure);
    if (!isRedisUnavailable(error)) return;
    // Another attempt would make the other clients wait as long for the same refusal.
    const refused = this.options.isOnCluster ? projectKeys : [...this.#waiting.keys()];
    for (const projectKey of refused) {
      const waiting = this.#waiting.get(projectKey) ?? [];
      this.#waiting.delete(projectKey);
      for (const { reject } of waiting) reject(toRefusedWriteError(error) ?? notWrittenError());
    }
  }

  /** Answers the commits of a call; writes are confirmed before, where it waits for replicas. */
  #answer(
    { batches }: PendingCall,
    results: readonly BatchResult[],
    round: Round,
    confirmation: Promise<readonly BatchResult[]> | undefined,
  ): void {
    batches.forEach((batch, at) => {
      const result = results[at]!;
      const isConfirmedLater = confirmation !== undefined && !(result instanceof Error) && result.length === 0;
      if (isConfirmedLater)
        confirmation.then(
          confirmed => this.#answerBatch(batch, confirmed[at]!, round),
          (error: unknown) => batch.commits.forEach(({ reject }) => reject(error)),
        );
      else this.#answerBatch(batch, result, round);
    });
  }

  /** Answers the commits of a batch. If some were refused, the others are sent again. */
  #answerBatch(batch: PendingBatch, result: BatchResult, round: Round): void {
    const { commits } = batch;
    if (isNotServed(result)) return this.#sendApart(commits, round);
    if (result instanceof Error) {
      const failure = isUnconfirmed(result) ? unknownOutcomeError() : commitFailure(result);
      for (const { reject } of commits) reject(failure);
      return;
    }
    if (result.length === 0) {
      for (const { resolve } of commits) resolve([]);
      return;
    }
    const newer = newerTime(result);
    if (newer !== undefined) return this.#sendLater(batch, newer, round);
    const refusals = batch.refusals(result);
    const survivors = commits.filter(({ resolve }, index) => {
      const failed = refusals[index] ?? [];
      if (failed.length === 0) return true;
      for (const { subject } of failed) this.#addContended(subject);
      resolve(failed);
      return false;
    });
    if (survivors.length > 0) void this.#send(this.#callOf(survivors), round);
  }

  /** Sends a batch again whose times are older than the last commit of the project, which another process wrote. */
  #sendLater({ projectKey, commits }: PendingBatch, lastTimeMs: number, round: Round): void {
    let timesOutdated = 0;
    for (const pending of commits) timesOutdated = Math.max(timesOutdated, ++pending.timesOutdated);
    if (timesOutdated > outdatedMax) {
      for (const { reject } of commits) reject(notWrittenError());
      return;
    }
    // The time is set further ahead each time that another process came first.
    this.options.clock.follow(projectKey, lastTimeMs + timesOutdated - 1);
    void this.#send(this.#callOf(commits), round);
  }

  #addContended(subject: string): void {
    if (this.#contended.size >= contendedMax) this.#contended.clear();
    this.#contended.set(subject, performance.now() + contendedMs);
  }

  #isContended({ checks }: CommitPlan): boolean {
    if (this.#contended.size === 0) return false;
    return checks.some(({ subject }) => {
      const until = this.#contended.get(subject);
      if (until === undefined) return false;
      if (until > performance.now()) return true;
      this.#contended.delete(subject);
      return false;
    });
  }
}

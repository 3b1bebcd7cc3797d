import { isRedisUnavailable, toRefusedWriteError } from '../base/redis/redisErrors.js';
import type { FailedCheck } from './CommitCheck.js';
import { CommitBatch, type Refusal } from './CommitBatch.js';
import type { CommitPlan } from './CommitPlan.js';
import type { CommitRunner } from './createCommitRunner.js';
import { commitFailure, notWrittenError } from './unavailableErrors.js';

/** How long commits are sent by themselves that check what a commit was refused for: a key, or a count. */
const contendedMs = 1_000;
const contendedMax = 1_000;

interface PendingCommit {
  readonly plan: CommitPlan;
  readonly resolve: (refusals: readonly Refusal[]) => void;
  readonly reject: (error: unknown) => void;
  /** Whether it stayed behind once, because it touches a key that a commit of the batch before it wrote. */
  hasWaited: boolean;
}

/**
 * The commits of one project in this thread. One batch is on its way to Redis at a time; the commits that come
 * meanwhile make the next one, also while replicas still receive the batch. A commit by itself costs Redis twice to
 * three times as much as one in a batch.
 *
 * Commits that many clients send for the same resource, or that check the same count, are no part of batches: most of
 * them are refused, and a refused commit makes the others of its batch wait for a second attempt.
 */
export class CommitQueue {
  #waiting: PendingCommit[] = [];
  #isScheduled = false;
  #batchesInFlight = 0;
  /** Keys and counts for which commits were refused, with the time until which they count as contended. */
  readonly #contended = new Map<string, number>();

  constructor(
    private readonly projectKey: string,
    private readonly runCommit: CommitRunner,
    private readonly onIdle: () => void,
  ) {}

  /** Resolves to the failed checks; an empty list when the commit is written. */
  commit(plan: CommitPlan): Promise<readonly Refusal[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ plan, resolve, reject, hasWaited: false });
      this.#schedule();
    });
  }

  /** The commits of one turn of the event loop go into one batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#batchesInFlight > 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendNext();
    });
  }

  #sendNext(): void {
    const batch: PendingCommit[] = [];
    const alone: PendingCommit[] = [];
    const rest: PendingCommit[] = [];
    const commitBatch = new CommitBatch();
    for (const pending of this.#waiting) {
      const { plan, hasWaited } = pending;
      if (this.#isContended(plan)) alone.push(pending);
      else if (!commitBatch.fits(plan)) rest.push(pending);
      else if (!commitBatch.conflictsWith(plan)) {
        commitBatch.add(plan);
        batch.push(pending);
      } else if (hasWaited) alone.push(pending);
      else {
        pending.hasWaited = true;
        rest.push(pending);
      }
    }
    this.#waiting = rest;
    if (batch.length > 0) void this.#send(commitBatch, batch);
    for (const pending of alone) void this.#send(batchOf([pending]), [pending]);
  }

  async #send(commitBatch: CommitBatch, batch: readonly PendingCommit[]): Promise<void> {
    this.#batchesInFlight++;
    try {
      const { failedChecks, confirmation } = await this.runCommit(this.projectKey, commitBatch.toCall(Date.now()));
      // Redis works on the next batch while this thread answers the commits of this one. What was refused decides which
      // commits are no part of the next batch.
      if (failedChecks.length === 0) this.#endBatch();
      if (confirmation === undefined) this.#answer(commitBatch, batch, failedChecks);
      else void this.#answerConfirmed(commitBatch, batch, confirmation);
      if (failedChecks.length > 0) this.#endBatch();
    } catch (error) {
      const failure = commitFailure(error);
      for (const { reject } of batch) reject(failure);
      // Another attempt would let the clients of the others wait as long for the same refusal.
      if (isRedisUnavailable(error))
        for (const { reject } of this.#waiting.splice(0)) reject(toRefusedWriteError(error) ?? notWrittenError());
      this.#endBatch();
    }
  }

  #endBatch(): void {
    this.#batchesInFlight--;
    if (this.#batchesInFlight > 0) return;
    if (this.#waiting.length > 0) this.#sendNext();
    else this.onIdle();
  }

  async #answerConfirmed(
    commitBatch: CommitBatch,
    batch: readonly PendingCommit[],
    confirmation: Promise<readonly FailedCheck[]>,
  ): Promise<void> {
    try {
      this.#answer(commitBatch, batch, await confirmation);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Answers the commits of a batch. Those that were not refused are sent again where others of the batch were. */
  #answer(commitBatch: CommitBatch, batch: readonly PendingCommit[], failedChecks: readonly FailedCheck[]): void {
    if (failedChecks.length === 0) {
      for (const { resolve } of batch) resolve([]);
      return;
    }
    const refusals = commitBatch.refusals(failedChecks);
    const survivors = batch.filter(({ resolve }, index) => {
      const failed = refusals[index] ?? [];
      if (failed.length === 0) return true;
      for (const { subject } of failed) this.#addContended(subject);
      resolve(failed);
      return false;
    });
    if (survivors.length > 0) void this.#send(batchOf(survivors), survivors);
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

const batchOf = (commits: readonly PendingCommit[]): CommitBatch => {
  const batch = new CommitBatch();
  for (const { plan } of commits) batch.add(plan);
  return batch;
};

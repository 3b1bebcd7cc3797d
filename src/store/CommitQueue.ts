import { isRedirected, isRedisUnavailable, toRefusedWriteError } from '../base/redis/redisErrors.js';
import type { CommitBatch, Refusal } from './CommitBatch.js';
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

interface PendingCommit {
  readonly plan: CommitPlan;
  readonly resolve: (refusals: readonly Refusal[]) => void;
  readonly reject: (error: unknown) => void;
  /** The round in which it was left out, because it touches a key that an earlier commit writes. */
  heldBackIn?: Round;
  /** The number of times that its time was older than the last commit of the project. */
  timesOutdated: number;
}

/** A call with the commits of each of its batches. */
interface Sending {
  readonly call: CommitCall;
  readonly commits: Map<string, PendingCommit[]>;
}

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

const addTo = ({ call, commits }: Sending, pending: PendingCommit): void => {
  const { projectKey } = pending.plan;
  call.add(pending.plan);
  const ofProject = commits.get(projectKey);
  if (ofProject === undefined) commits.set(projectKey, [pending]);
  else ofProject.push(pending);
};

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
    const sendings = this.#takeCommits(round);
    if (sendings.length === 0) return;
    this.#round = round;
    for (const sending of sendings) void this.#send(sending, round);
  }

  /** Takes the commits of the next round. Projects that were left out come first in the one after it. */
  #takeCommits(round: Round): readonly Sending[] {
    const free = [...this.#waiting.keys()].filter(projectKey => !this.#callsOf.has(projectKey));
    const alone: Sending[] = [];
    const calls: Sending[] = [];
    if (performance.now() < this.#apartUntilMs)
      for (const projectKey of free) {
        const sending = this.#sendingOf([]);
        this.#takeFrom(projectKey, sending, alone, round, Infinity);
        calls.push(sending);
      }
    else {
      const sending = this.#sendingOf([]);
      calls.push(sending);
      // The second time it fills what projects have left of their shares.
      const shares = free.length > 1 ? [Math.ceil(CommitCall.commitsMax / free.length), Infinity] : [Infinity];
      for (const share of shares)
        for (const projectKey of free) {
          if (sending.call.isFull) break;
          this.#takeFrom(projectKey, sending, alone, round, share);
        }
    }
    return [...calls.filter(({ call }) => call.size > 0), ...alone];
  }

  /** Moves up to `max` commits of a project to a call, and those that must not be part of it to calls of their own. */
  #takeFrom(projectKey: string, sending: Sending, alone: Sending[], round: Round, max: number): void {
    const rest: PendingCommit[] = [];
    let taken = 0;
    // After one that does not fit none is taken: smaller ones would make it wait without end.
    let isFull = false;
    for (const pending of this.#waiting.get(projectKey) ?? []) {
      const { plan, heldBackIn } = pending;
      isFull ||= taken === max || !sending.call.fits(plan);
      if (isFull) rest.push(pending);
      else if (this.#isContended(plan)) alone.push(this.#sendingOf([pending]));
      else if (!sending.call.conflictsWith(plan)) {
        addTo(sending, pending);
        taken++;
      } else if (heldBackIn !== undefined && heldBackIn !== round) alone.push(this.#sendingOf([pending]));
      else {
        pending.heldBackIn = round;
        rest.push(pending);
      }
    }
    if (taken > 0 || rest.length === 0) this.#waiting.delete(projectKey);
    if (rest.length > 0) this.#waiting.set(projectKey, rest);
  }

  #sendingOf(commits: readonly PendingCommit[]): Sending {
    const sending: Sending = { call: new CommitCall(this.options.isOnCluster), commits: new Map() };
    for (const pending of commits) addTo(sending, pending);
    return sending;
  }

  /** Sends the commits of a project by themselves: its slot moves, and their call follows it. */
  #sendApart(commits: readonly PendingCommit[], round: Round): void {
    this.#apartUntilMs = performance.now() + apartMs;
    void this.#send(this.#sendingOf(commits), round);
  }

  async #send(sending: Sending, round: Round): Promise<void> {
    const { call } = sending;
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
      this.#answer(sending, results, round, confirmation);
      if (hasRefused) this.#end(call, round);
    } catch (error) {
      // Nothing ran, since the slot of the first project moves.
      if (call.isOfManySlots && isRedirected(error))
        for (const commits of sending.commits.values()) this.#sendApart(commits, round);
      else this.#rejectAll(sending, error);
      this.#end(call, round);
    }
  }

  #begin({ projectKeys }: CommitCall, round: Round): void {
    round.open++;
    for (const projectKey of projectKeys) this.#callsOf.set(projectKey, (this.#callsOf.get(projectKey) ?? 0) + 1);
  }

  #end({ projectKeys }: CommitCall, round: Round): void {
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

  #rejectAll({ commits }: Sending, error: unknown): void {
    const failure = commitFailure(error);
    for (const ofProject of commits.values()) for (const { reject } of ofProject) reject(failure);
    if (!isRedisUnavailable(error)) return;
    // Another attempt would make the other clients wait as long for the same refusal.
    const projectKeys = this.options.isOnCluster ? commits.keys() : [...this.#waiting.keys()];
    for (const projectKey of projectKeys) {
      const waiting = this.#waiting.get(projectKey) ?? [];
      this.#waiting.delete(projectKey);
      for (const { reject } of waiting) reject(toRefusedWriteError(error) ?? notWrittenError());
    }
  }

  /** Answers the commits of a call; writes are confirmed before, where it waits for replicas. */
  #answer(
    { call, commits }: Sending,
    results: readonly BatchResult[],
    round: Round,
    confirmation: Promise<readonly BatchResult[]> | undefined,
  ): void {
    const { batches } = call;
    [...commits.values()].forEach((ofBatch, at) => {
      const [batch, result] = [batches[at]!, results[at]!];
      const isConfirmedLater = confirmation !== undefined && !(result instanceof Error) && result.length === 0;
      if (isConfirmedLater)
        confirmation.then(
          confirmed => this.#answerBatch(batch, ofBatch, confirmed[at]!, round),
          (error: unknown) => ofBatch.forEach(({ reject }) => reject(error)),
        );
      else this.#answerBatch(batch, ofBatch, result, round);
    });
  }

  /** Answers the commits of a batch. If some were refused, the others are sent again. */
  #answerBatch(batch: CommitBatch, commits: readonly PendingCommit[], result: BatchResult, round: Round): void {
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
    if (newer !== undefined) return this.#sendLater(batch, commits, newer, round);
    const refusals = batch.refusals(result);
    const survivors = commits.filter(({ resolve }, index) => {
      const failed = refusals[index] ?? [];
      if (failed.length === 0) return true;
      for (const { subject } of failed) this.#addContended(subject);
      resolve(failed);
      return false;
    });
    if (survivors.length > 0) void this.#send(this.#sendingOf(survivors), round);
  }

  /** Sends a batch again whose times are older than the last commit of the project, which another process wrote. */
  #sendLater({ projectKey }: CommitBatch, commits: readonly PendingCommit[], lastTimeMs: number, round: Round): void {
    let timesOutdated = 0;
    for (const pending of commits) timesOutdated = Math.max(timesOutdated, ++pending.timesOutdated);
    if (timesOutdated > outdatedMax) {
      for (const { reject } of commits) reject(notWrittenError());
      return;
    }
    // The time is set further ahead each time that another process came first.
    this.options.clock.follow(projectKey, lastTimeMs + timesOutdated - 1);
    void this.#send(this.#sendingOf(commits), round);
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

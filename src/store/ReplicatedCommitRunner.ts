/**
 * Runs commits that replicas confirm before they are answered. A commit is sent at once (base/redis/ReplicatedNode.ts),
 * and the next batch of its project follows when it ran, while the replicas still receive it.
 *
 * A commit whose connection broke before it was confirmed runs again. Where it ran before, it only writes its entry of
 * the log once more, so that there is a write that WAIT covers on the new connection; a server that lacks it writes it.
 */
import { setTimeout } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { Config } from '../base/config/settings.js';
import type { ApiError } from '../base/errors/ApiError.js';
import { commandTimeoutMs, type RedisClient } from '../base/redis/connect.js';
import {
  NotSentError,
  isNoMaster,
  isRedirected,
  isReply,
  isTimedOut,
  isUnknownScript,
  toApiError,
  toRefusedWriteError,
  isRedisUnavailable,
} from '../base/redis/redisErrors.js';
import { Confirmation, ReplicatedNode } from '../base/redis/ReplicatedNode.js';
import { Script, type ScriptCall } from '../base/redis/Script.js';
import { findSlotNode, addressOf } from '../base/redis/clusterNodes.js';
import type { RepeatableCall } from './CommitCall.js';
import {
  type BatchResult,
  type CommitAnswer,
  type CommitRunner,
  isNotServed,
  isUnconfirmed,
  isWritten,
  readAnswer,
} from './createCommitRunner.js';
import { keys } from './keys.js';
import { notWrittenError, unconfirmedError, unknownOutcomeError } from './unavailableErrors.js';

export type DurabilityOptions = Pick<Config, 'durability' | 'durabilityReplicas' | 'durabilityWaitMs'>;

const commitScript = new Script('commit');
const confirmScript = new Script('confirmWrites');

/**
 * For writes without a commit: resolves when replicas have all that the master of a key has written before. Rejects
 * with a 503.
 */
export type ConfirmWrites = (key: string) => Promise<void>;

/** The pause between attempts while a slot is being migrated, or no server is the master. */
const retryDelayMs = 50;

interface ScriptRun extends CommitAnswer {
  readonly confirmation: Promise<Confirmation>;
}

interface ExecuteOptions {
  /** The time until which the script must have run. */
  readonly untilMs: number;
  /** The time until which it must be confirmed; by default within the limit after its answer. */
  readonly confirmedByMs?: number;
  /** True if a call that ran nowhere follows its slot to another server. */
  readonly followsSlots?: boolean;
}

/** Tells whether there is something to confirm; confirmWrites.lua answers with an empty list. */
const hasWritten = (results: readonly BatchResult[]): boolean => results.length === 0 || results.some(isWritten);
/** Tells the same for an answer of Redis, whose first item is a time. */
const isWriting = (answer: unknown): boolean => hasWritten((answer as readonly BatchResult[]).slice(1));

/** Tells whether a server refused a commit for a reason that lasts; nothing ran. */
const isFinalRefusal = (error: unknown): boolean =>
  isReply(error) && !isUnknownScript(error) && !isRedirected(error) && !isNoMaster(error);

/** Returns the error for a commit that no server is known to have run; `lastError` is the last answer of a server. */
const outcomeError = (mayHaveRun: boolean, lastError: unknown): ApiError =>
  mayHaveRun ? unknownOutcomeError() : (toRefusedWriteError(lastError) ?? notWrittenError());

export class ReplicatedCommitRunner {
  readonly #client: RedisClient;
  readonly #options: DurabilityOptions;
  readonly #nodes = new Map<string, ReplicatedNode>();

  constructor(client: RedisClient, options: DurabilityOptions) {
    this.#client = client;
    this.#options = options;
    if (client instanceof Cluster) client.on('-node', (node: Redis) => this.#closeNode(addressOf(node)));
  }

  readonly run: CommitRunner = async call => {
    const deadlineMs = performance.now() + commandTimeoutMs;
    const options = { untilMs: deadlineMs, followsSlots: !call.isOfManySlots };
    const { microseconds, results, confirmation } = await this.#execute(commitScript, call, options);
    return hasWritten(results)
      ? { microseconds, results, confirmation: this.#confirmWritten(call, results, confirmation) }
      : { microseconds, results };
  };

  readonly confirmWrites: ConfirmWrites = async key => {
    const call = { keys: [keys.confirmation(key)], args: [] };
    try {
      const { confirmation } = await this.#execute(confirmScript, call, {
        untilMs: performance.now() + commandTimeoutMs,
      });
      await this.#confirm(confirmScript, call, confirmation);
    } catch (error) {
      throw isRedisUnavailable(error) ? this.#unconfirmed() : error;
    }
  };

  #unconfirmed(): ApiError {
    const { durabilityReplicas, durabilityWaitMs } = this.#options;
    return unconfirmedError(durabilityReplicas, durabilityWaitMs);
  }

  close(): void {
    for (const name of this.#nodes.keys()) this.#closeNode(name);
  }

  /** A server that lacks the call runs only the written batches: the others were answered, and may be sent again. */
  async #confirmWritten(
    call: RepeatableCall,
    results: readonly BatchResult[],
    first: Promise<Confirmation>,
  ): Promise<readonly BatchResult[]> {
    const written = [...results.keys()].filter(at => isWritten(results[at]!));
    const repeated = written.length === results.length ? call : call.only(written);
    const confirmed = await this.#confirm(commitScript, repeated, first);
    if (confirmed === undefined) return results;
    return results.map((result, at) => {
      if (!isWritten(result)) return result;
      const again = confirmed[written.indexOf(at)]!;
      // Its slot has moved with the writes, so this server cannot confirm them.
      return isNotServed(again) || isUnconfirmed(again) ? this.#unconfirmed() : again;
    });
  }

  /** Resolves to the results of the last run, where the call had to run again. */
  async #confirm(
    script: Script,
    call: ScriptCall,
    first: Promise<Confirmation>,
  ): Promise<readonly BatchResult[] | undefined> {
    let results: readonly BatchResult[] | undefined;
    const deadlineMs = performance.now() + this.#options.durabilityWaitMs;
    for (let confirmation = await first; ; ) {
      if (confirmation === Confirmation.Confirmed) return results;
      if (confirmation === Confirmation.Missing || performance.now() >= deadlineMs) throw this.#unconfirmed();
      // The error of the confirmation says what is known of the commit.
      const again = await this.#execute(script, call, { untilMs: deadlineMs, confirmedByMs: deadlineMs }).catch(() => {
        throw this.#unconfirmed();
      });
      ({ results } = again);
      if (!hasWritten(results)) return results;
      confirmation = await again.confirmation;
    }
  }

  async #execute(
    script: Script,
    call: ScriptCall,
    { untilMs, confirmedByMs, followsSlots = true }: ExecuteOptions,
  ): Promise<ScriptRun> {
    let mayHaveRun = false;
    let isScriptKnown = true;
    let lastError: unknown;
    for (;;) {
      // The error below says whether the commit may have run.
      const node = await this.#readyNode(call, untilMs).catch(() => undefined);
      if (node === undefined) throw outcomeError(mayHaveRun, lastError);
      try {
        const { answer, confirmation } = node.send(script.command(call, isScriptKnown), isWriting, {
          timeoutMs: Math.max(untilMs - performance.now(), 1),
          confirmedByMs,
        });
        return { ...readAnswer(await answer), confirmation };
      } catch (error) {
        lastError = error;
        if (isTimedOut(error)) {
          void this.#refreshSlots();
          throw unknownOutcomeError();
        }
        if (!followsSlots && !mayHaveRun && isRedirected(error)) throw error;
        if (isFinalRefusal(error)) throw toApiError(error) === undefined ? error : outcomeError(mayHaveRun, error);
        if (isUnknownScript(error)) isScriptKnown = false;
        else if (isReply(error) || error instanceof NotSentError) await this.#refreshSlots();
        // The connection broke before the answer.
        else mayHaveRun = true;
      }
    }
  }

  /** Rejects with a NotSentError where no master can be reached in time. */
  async #readyNode({ keys: [key = ''] }: ScriptCall, untilMs: number): Promise<ReplicatedNode> {
    for (;;) {
      const node = this.#findNode(key);
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) throw new NotSentError('no master was reached in time');
      if (node?.isReady === true) return node;
      if (node === undefined) await this.#refreshSlots();
      else
        await node.ready(leftMs).catch((error: unknown) => {
          void this.#refreshSlots();
          throw error;
        });
    }
  }

  #findNode(key: string): ReplicatedNode | undefined {
    const found = findSlotNode(this.#client, key);
    if (found === undefined) return undefined;
    const known = this.#nodes.get(found.name);
    if (known !== undefined) return known;
    const { durability, durabilityReplicas, durabilityWaitMs } = this.#options;
    const node = new ReplicatedNode(found.node, {
      replicas: durabilityReplicas,
      areOnDisk: durability === 'replicas-disk',
      limitMs: durabilityWaitMs,
    });
    this.#nodes.set(found.name, node);
    return node;
  }

  #closeNode(name: string): void {
    this.#nodes.get(name)?.close();
    this.#nodes.delete(name);
  }

  async #refreshSlots(): Promise<void> {
    const client = this.#client;
    // This is not awaited, since a silent node would hold it up.
    if (client instanceof Cluster) client.refreshSlotsCache();
    await setTimeout(retryDelayMs);
  }
}

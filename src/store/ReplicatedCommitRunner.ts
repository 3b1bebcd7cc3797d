/**
 * Runs commits that replicas confirm before they are answered. WAIT covers the writes of its own connection, so it
 * comes in one pipeline with the calls that are due, on a connection that serves no reads:
 *
 *   [lot, lot, lot, WAIT 1 500]
 *
 * Redis runs nothing else of a connection that waits. One pipeline is therefore on its way at a time, and the calls that
 * come meanwhile share the next wait. Without that, each of them would wait for all waits before its own.
 *
 * A pipeline whose connection broke is sent again as a whole. A commit that ran before then writes its entry of the log
 * once more, so that there is a write that WAIT covers on the new connection.
 */
import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type ChainableCommander, Cluster, Command } from 'ioredis';
import type { Config } from '../config/settings.js';
import { fail } from '../errors/ApiError.js';
import { commandTimeoutMs, connect, type RedisClient } from '../redis/connect.js';
import { appendToPipeline } from '../redis/ioredisInternals.js';
import { loadScript } from '../redis/loadScript.js';
import { isRedirected, isTimedOut, isUnknownScript } from '../redis/redisErrors.js';
import { evalCommand, ScriptCommand } from '../redis/ScriptCommand.js';
import type { FailedCheck } from './CommitCheck.js';
import type { CommitCall, CommitRunner } from './CommitRunner.js';

export type DurabilityOptions = Pick<Config, 'durability' | 'durabilityReplicas' | 'durabilityWaitMs'>;

type PipelineResults = readonly (readonly [error: Error | null, result: unknown])[];

/**
 * Attempts while slots are being migrated. In each, the client itself retries refusals of a whole pipeline for a second
 * or two.
 */
const attemptsMax = 10;
const retryLimitMs = 1_000;
const retryDelayMs = 50;

/** In a single server the projects share waits; in a cluster a project's commits go to a node of their own. */
const sharedGroup = '';

interface Batch {
  readonly pipeline: ChainableCommander;
  callCount: number;
  readonly results: Promise<PipelineResults>;
}

/**
 * WAIT answers the number of replicas; WAITAOF the number of local and of replica servers that have the writes on disk.
 */
const isConfirmed = (answer: unknown, { durabilityReplicas }: DurabilityOptions): boolean =>
  Array.isArray(answer) ? answer[0] >= 1 && answer[1] >= durabilityReplicas : Number(answer) >= durabilityReplicas;

const unconfirmedError = ({ durabilityReplicas, durabilityWaitMs }: DurabilityOptions) =>
  fail('ServiceUnavailable', {
    message: `The change was written, but not confirmed by ${durabilityReplicas} replica(s) within ${durabilityWaitMs} ms. Read the resource before you try again.`,
  });

const resultAt = (results: PipelineResults, at: number): unknown => {
  const result = results[at];
  if (result === undefined) throw new Error(`the pipeline has no result ${at}`);
  if (result[0] !== null) throw result[0];
  return result[1];
};

/** Rejects where a server did not answer in time: calls that waited behind it would wait as long again. */
const assertAnswered = (results: PipelineResults): void => {
  for (const [error] of results) if (isTimedOut(error)) throw error;
};

export class ReplicatedCommitRunner {
  /** Lots of a project that are sent at once, to share a wait. */
  readonly lotsMax = 8;
  readonly #client: RedisClient;
  readonly #options: DurabilityOptions;
  readonly #lua = loadScript('commit');
  readonly #sha = createHash('sha1').update(this.#lua).digest('hex');
  /** The batch of each group that calls can join. */
  readonly #batches = new Map<string, Batch>();
  /** The results of the pipeline of each group that is on its way. */
  readonly #inFlight = new Map<string, Promise<PipelineResults>>();

  constructor(redisUrl: string, options: DurabilityOptions) {
    this.#client = connect(redisUrl, { commandTimeout: options.durabilityWaitMs + commandTimeoutMs });
    this.#options = options;
  }

  readonly run: CommitRunner = async (projectKey, call) => {
    const deadlineMs = performance.now() + retryLimitMs;
    let isScriptKnown = true;
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#runOnce(projectKey, call, isScriptKnown);
      } catch (error) {
        if (attempt === attemptsMax || performance.now() > deadlineMs) throw error;
        // The client would send the script by itself, but behind the WAIT, which would not cover it.
        if (isUnknownScript(error)) isScriptKnown = false;
        else if (isRedirected(error)) await this.#refreshSlots();
        else throw error;
      }
  };

  close(): void {
    this.#client.disconnect();
  }

  async #runOnce(projectKey: string, { keys, args }: CommitCall, isScriptKnown: boolean): Promise<FailedCheck[]> {
    const group = this.#client instanceof Cluster ? projectKey : sharedGroup;
    const batch = this.#batches.get(group) ?? this.#openBatch(group);
    const at = batch.callCount++;
    appendToPipeline(
      batch.pipeline,
      isScriptKnown ? new ScriptCommand(this.#sha, keys, args) : evalCommand(this.#lua, keys, args),
      true,
    );
    const results = await batch.results;
    const failedChecks = resultAt(results, at) as FailedCheck[];
    // A refused commit wrote nothing.
    if (failedChecks.length > 0) return failedChecks;
    if (!isConfirmed(resultAt(results, batch.callCount), this.#options)) throw unconfirmedError(this.#options);
    return failedChecks;
  }

  #openBatch(group: string): Batch {
    const pipeline = this.#client.pipeline();
    const batch = { pipeline, callCount: 0, results: this.#exec(group, pipeline) };
    this.#batches.set(group, batch);
    return batch;
  }

  /** Sends a pipeline when the one before it is answered, at the end of a turn of the event loop. */
  async #exec(group: string, pipeline: ChainableCommander): Promise<PipelineResults> {
    const before = this.#inFlight.get(group);
    try {
      if (before !== undefined) assertAnswered(await before.catch(() => []));
      await setImmediate();
    } finally {
      this.#batches.delete(group);
    }
    this.#appendWait(pipeline);
    const results = pipeline.exec() as Promise<PipelineResults>;
    this.#inFlight.set(group, results);
    try {
      return await results;
    } finally {
      if (this.#inFlight.get(group) === results) this.#inFlight.delete(group);
    }
  }

  /**
   * Every node of a cluster answers WAIT: only the answers to the commits decide whether the pipeline goes to another
   * node.
   */
  #appendWait(pipeline: ChainableCommander): void {
    const { durability, durabilityReplicas, durabilityWaitMs } = this.#options;
    const wait =
      durability === 'replicas-disk'
        ? new Command('waitaof', [1, durabilityReplicas, durabilityWaitMs])
        : new Command('wait', [durabilityReplicas, durabilityWaitMs]);
    appendToPipeline(pipeline, wait, !(this.#client instanceof Cluster));
  }

  /**
   * The client looks for a slot's node only when all commands were refused alike; a replica refuses WAIT in other
   * words.
   */
  async #refreshSlots(): Promise<void> {
    const client = this.#client;
    if (client instanceof Cluster)
      await new Promise<void>(resolve => {
        client.refreshSlotsCache(() => resolve());
      });
    await setTimeout(retryDelayMs);
  }
}

/**
 * Commits that replicas confirm before they are answered. WAIT speaks of what its own connection wrote, so it stands in
 * one pipeline with the commits of a turn of the event loop, on a connection where nobody's read waits behind it:
 *
 *   [commit, commit, commit, WAIT 1 500]
 *
 * A pipeline that is cut off is sent again as a whole; a commit that had run then writes its place in the log once more,
 * so that there is something to wait for on the new connection.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ChainableCommander, Cluster, Command } from 'ioredis';
import type { Config } from '../config/settings.js';
import { fail } from '../errors/ApiError.js';
import { connect, commandTimeoutMs } from '../redis/connect.js';
import { isRedirected, isUnknownScript } from '../redis/redisErrors.js';
import type { CommitCall } from './planCommit.js';
import { loadScript } from '../redis/loadScript.js';
import type { FailedCheck, CommitRunner } from './Store.js';

type Results = readonly (readonly [error: Error | null, result: unknown])[];

/** For slots that are on their way to another node. What all of a pipeline are told the client itself tries for a second or two, each time. */
const triesMax = 10;
const triedMsMax = 1_000;
const retryMs = 50;

interface Group {
  readonly pipeline: ChainableCommander;
  count: number;
  readonly done: Promise<Results>;
}

export type DurabilityOptions = Pick<Config, 'durability' | 'durabilityReplicas' | 'durabilityWaitMs'>;

/** Any node of a cluster answers it: there only what the commits answered decides whether the client sends all of them to another one. */
const wait = (
  pipeline: ChainableCommander,
  { durability, durabilityReplicas, durabilityWaitMs }: DurabilityOptions,
  isCluster: boolean,
): ChainableCommander => {
  const command =
    durability === 'replicas-disk'
      ? new Command('waitaof', [1, durabilityReplicas, durabilityWaitMs])
      : new Command('wait', [durabilityReplicas, durabilityWaitMs]);
  command.inTransaction = isCluster;
  (pipeline as unknown as { sendCommand(command: Command): unknown }).sendCommand(command);
  return pipeline;
};

/** WAIT answers with how many replicas have it; WAITAOF with how many servers of ours have it on disk, and how many replicas. */
const isConfirmed = (answer: unknown, { durabilityReplicas }: DurabilityOptions): boolean =>
  Array.isArray(answer) ? answer[0] >= 1 && answer[1] >= durabilityReplicas : Number(answer) >= durabilityReplicas;

const unconfirmed = ({ durabilityReplicas, durabilityWaitMs }: DurabilityOptions) =>
  fail('ServiceUnavailable', {
    message: `The change was written, but not confirmed by ${durabilityReplicas} replica(s) within ${durabilityWaitMs} ms. Read the resource before you try again.`,
  });

const resultAt = (results: Results, at: number): unknown => {
  const [error, result] = results[at]!;
  if (error !== null) throw error;
  return result;
};

export const createReplicatedCommitRunner = (
  redisUrl: string,
  options: DurabilityOptions,
): { run: CommitRunner; close(): void } => {
  const client = connect(redisUrl, { commandTimeout: options.durabilityWaitMs + commandTimeoutMs });
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  /** By project: in a cluster its commits go to one node. */
  const groups = new Map<string, Group>();

  const open = (projectKey: string): Group => {
    const pipeline = client.pipeline();
    const done = new Promise<Results>((resolve, reject) => {
      setImmediate(() => {
        groups.delete(projectKey);
        wait(pipeline, options, client instanceof Cluster)
          .exec()
          .then(results => resolve(results as Results), reject);
      });
    });
    const group = { pipeline, count: 0, done };
    groups.set(projectKey, group);
    return group;
  };

  const runOnce = async (projectKey: string, { keys, args }: CommitCall, isLoaded: boolean): Promise<FailedCheck[]> => {
    const group = groups.get(projectKey) ?? open(projectKey);
    const at = group.count++;
    if (isLoaded) group.pipeline.evalsha(sha, keys.length, ...keys, ...args);
    else group.pipeline.eval(lua, keys.length, ...keys, ...args);
    const results = await group.done;
    const failures = resultAt(results, at) as FailedCheck[];
    // What was refused wrote nothing.
    if (failures.length > 0) return failures;
    if (!isConfirmed(resultAt(results, group.count), options)) throw unconfirmed(options);
    return failures;
  };

  /** By itself the client looks for a slot's node only where all of a pipeline were refused alike; a replica refuses to wait in other words. */
  const lookWhere = async (): Promise<void> => {
    if (client instanceof Cluster)
      await new Promise<void>(resolve => {
        client.refreshSlotsCache(() => resolve());
      });
    await setTimeout(retryMs);
  };

  const run: CommitRunner = async (projectKey, plan) => {
    const endMs = performance.now() + triedMsMax;
    let isLoaded = true;
    for (let tries = 1; ; tries++)
      try {
        return await runOnce(projectKey, plan, isLoaded);
      } catch (error) {
        if (tries === triesMax || performance.now() > endMs) throw error;
        // The client would send the script by itself, but behind the WAIT, which then speaks of nothing.
        if (isUnknownScript(error)) isLoaded = false;
        else if (isRedirected(error)) await lookWhere();
        else throw error;
      }
  };
  return { run, close: () => client.disconnect() };
};

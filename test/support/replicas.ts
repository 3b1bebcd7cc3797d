/** A server with a replica, and commits that the replica confirms. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { loadScript } from '../../src/base/redis/Script.js';
import type { ChangeSet, ResourceWrite } from '../../src/store/ChangeSet.js';
import type { BatchResult } from '../../src/store/createCommitRunner.js';
import { type RepeatableCall, CommitCall } from '../../src/store/CommitCall.js';
import { createStore } from '../../src/store/createStore.js';
import { planCommit } from '../../src/store/planCommit.js';
import { type DurabilityOptions, ReplicatedCommitRunner } from '../../src/store/ReplicatedCommitRunner.js';
import type { DataStore } from '../../src/store/DataStore.js';
import { monitorCommands, startOwnServer } from './startOwnServer.js';
import { writeOf } from './store.js';
import { waitUntil } from './waitUntil.js';

export const portOf = (redis: Redis): number => redis.options.port!;
export const urlOf = (redis: Redis): string => `redis://127.0.0.1:${portOf(redis)}`;
export const onDisk = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** Resolves when the replica confirms the writes of the master. */
export const waitUntilConfirmed = (master: Redis): Promise<void> =>
  waitUntil(async () => {
    await master.set('probe', '1');
    return (await master.wait(1, 100)) === 1;
  });

/** Starts a master with a replica; both force their files to the disk. */
export const startPair = async (): Promise<{ readonly master: Redis; readonly replica: Redis }> => {
  const master = (await startOwnServer([...onDisk, '--repl-diskless-sync-delay', '0'])) as Redis;
  const replica = (await startOwnServer([...onDisk, '--replicaof', '127.0.0.1', String(portOf(master))])) as Redis;
  await waitUntilConfirmed(master);
  return { master, replica };
};

export const processOf = async (redis: Redis): Promise<number> =>
  Number(/^process_id:(\d+)/m.exec(await redis.info('server'))![1]);

/** Returns why `replicas-disk` cannot be tested with the Redis of this machine; false if it can. */
export const whyNoWaitaof = async (redis: Redis): Promise<string | false> =>
  ((await redis.call('COMMAND', 'INFO', 'WAITAOF')) as unknown[])[0] === null &&
  'this Redis has no WAITAOF, which came with 7.2';

export const openRunner = (redis: Redis, settings: Partial<DurabilityOptions> = {}): ReplicatedCommitRunner =>
  new ReplicatedCommitRunner(redis, {
    durability: 'replicas',
    durabilityReplicas: 1,
    durabilityWaitMs: 2_000,
    ...settings,
  });

/** Runs a call like a queue, until it is confirmed or refused. */
export const runConfirmed = async (runner: ReplicatedCommitRunner, call: RepeatableCall): Promise<BatchResult> => {
  const { results, confirmation } = await runner.run(call);
  return ((await confirmation) ?? results)[0]!;
};

/** Returns the call that creates one resource. */
export const callOf = (commitId: string, id: string): RepeatableCall => {
  const call = new CommitCall(false);
  call.add({ plan: planCommit({ commitId, projectKey: 'p', writes: [writeOf(id)], references: new Map() }) });
  return call.toScriptCall(Date.now());
};

export const changeOf = (projectKey: string, ...writes: ResourceWrite[]): ChangeSet => ({
  commitId: randomUUID(),
  projectKey,
  writes,
  references: new Map(),
});

/** Returns the message of each refused commit, and `fulfilled` for the others. */
export const messagesOf = async (commits: readonly Promise<unknown>[]): Promise<string[]> => {
  const results = await Promise.allSettled(commits);
  return results.map(result => (result.status === 'rejected' ? (result.reason as Error).message : result.status));
};

const commitCommands = ['eval', 'evalsha', 'wait', 'waitaof'];

/** Returns the commands of commits that a server receives while `use` runs; waits include their arguments. */
export const commandsOf = async (
  redis: Redis,
  settings: Partial<DurabilityOptions>,
  use: (store: DataStore) => Promise<unknown>,
): Promise<string[][]> => {
  const runner = openRunner(redis, settings);
  await redis.script('LOAD', loadScript('commit'));
  const seen: string[][] = [];
  const stopMonitor = await monitorCommands(redis, ([name = '', ...args]) => {
    if (commitCommands.includes(name)) seen.push(name.startsWith('wait') ? [name, ...args] : [name]);
    else if (args[0] === 'last') seen.push([name]);
  });
  await use(createStore(redis, { runCommit: runner.run, waitsForReplicas: true }));
  await redis.echo('last');
  await waitUntil(() => seen.at(-1)?.[0] === 'echo');
  runner.close();
  stopMonitor();
  return seen.slice(0, -1);
};

export const waitingClient = async (redis: Redis): Promise<string> => {
  let id: string | undefined;
  await waitUntil(async () => {
    const list = String(await redis.client('LIST'));
    id = /^id=(\d+) .* flags=b .* cmd=wait /m.exec(list)?.[1];
    return id !== undefined;
  });
  return id!;
};

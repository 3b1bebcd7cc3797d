/**
 * Runs lua/commit.lua. Commits of one turn of the event loop go out together, those of each project by themselves: in a
 * cluster they go to one node.
 */
import { createHash } from 'node:crypto';
import { CommitCommand } from './commitCommand.js';
import type { RedisClient } from './connect.js';
import { loadScript } from './scripts.js';
import type { Failure, RunCommit } from './store.js';

type Results = readonly (readonly [error: Error | null, result: unknown])[];

interface Group { readonly commands: CommitCommand[]; readonly done: Promise<Results> }

interface Sending { sendCommand(command: CommitCommand): void; exec(): Promise<Results> }

const send = (client: RedisClient, commands: readonly CommitCommand[]): Promise<Results> => {
  const pipeline = client.pipeline() as unknown as Sending;
  for (const command of commands) pipeline.sendCommand(command);
  return pipeline.exec();
};

export const createCommits = (client: RedisClient): RunCommit => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  const groups = new Map<string, Group>();

  const open = (projectKey: string): Group => {
    const commands: CommitCommand[] = [];
    const done = new Promise<Results>((resolve, reject) => {
      setImmediate(() => {
        groups.delete(projectKey);
        send(client, commands).then(resolve, reject);
      });
    });
    const group = { commands, done };
    groups.set(projectKey, group);
    return group;
  };

  return async (projectKey, { keys, args }) => {
    const group = groups.get(projectKey) ?? open(projectKey);
    const at = group.commands.push(new CommitCommand(sha, keys, args)) - 1;
    const [error, failures] = (await group.done)[at]!;
    if (error === null) return failures as Failure[];
    if (!error.message.startsWith('NOSCRIPT')) throw error;
    // Nothing ran. A Redis that is asked like this knows the script from then on.
    return await client.eval(lua, keys.length, ...keys, ...args) as Failure[];
  };
};

/** Runs lua/commit.lua; what one turn of the event loop commits goes out together (store/gather.ts). */
import { createHash } from 'node:crypto';
import { CommitCommand } from './commitCommand.js';
import type { RedisClient } from './connect.js';
import { isUnknownScript } from './failures.js';
import { loadScript } from './scripts.js';
import type { Failure, RunCommit } from './store.js';

export const createCommits = (client: RedisClient): RunCommit => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (_projectKey, { keys, args }) => {
    try {
      return await (client.sendCommand(new CommitCommand(sha, keys, args)) as Promise<Failure[]>);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran. A Redis that is asked like this knows the script from then on.
      return (await client.eval(lua, keys.length, ...keys, ...args)) as Failure[];
    }
  };
};

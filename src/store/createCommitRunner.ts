/** Runs lua/commit.lua; what one turn of the event loop commits goes out together (store/gather.ts). */
import { createHash } from 'node:crypto';
import { ScriptCommand } from '../redis/ScriptCommand.js';
import type { RedisClient } from '../redis/connect.js';
import { isUnknownScript } from '../redis/redisErrors.js';
import { loadScript } from '../redis/loadScript.js';
import type { FailedCheck, CommitRunner } from './Store.js';

export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (_projectKey, { keys, args }) => {
    try {
      return await (client.sendCommand(new ScriptCommand(sha, keys, args)) as Promise<FailedCheck[]>);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran. A Redis that is asked like this knows the script from then on.
      return (await client.eval(lua, keys.length, ...keys, ...args)) as FailedCheck[];
    }
  };
};

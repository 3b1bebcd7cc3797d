import { createHash } from 'node:crypto';
import type { RedisClient } from '../redis/connect.js';
import { loadScript } from '../redis/loadScript.js';
import { isUnknownScript } from '../redis/redisErrors.js';
import { ScriptCommand } from '../redis/ScriptCommand.js';
import type { FailedCheck } from './CommitCheck.js';
import type { CommitRunner } from './CommitRunner.js';

/**
 * Creates a runner of lua/commit.lua. The commits of one turn of the event loop go to the socket together
 * (redis/corkWrites.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (_projectKey, { keys, args }) => {
    try {
      return await (client.sendCommand(new ScriptCommand(sha, keys, args)) as Promise<FailedCheck[]>);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran. EVAL also makes the script known to this Redis.
      return (await client.eval(lua, keys.length, ...keys, ...args)) as FailedCheck[];
    }
  };
};

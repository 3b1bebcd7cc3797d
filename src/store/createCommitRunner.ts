import { createHash } from 'node:crypto';
import type { Command } from 'ioredis';
import type { RedisClient } from '../redis/connect.js';
import { loadScript } from '../redis/loadScript.js';
import { isUnknownScript } from '../redis/redisErrors.js';
import { evalCommand, ScriptCommand } from '../redis/ScriptCommand.js';
import type { FailedCheck } from './CommitCheck.js';
import type { CommitRunner } from './CommitRunner.js';

/**
 * Creates a runner of lua/commit.lua. The commits of one turn of the event loop go to the socket together
 * (redis/corkWrites.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  const send = (command: Command): Promise<FailedCheck[]> => client.sendCommand(command) as Promise<FailedCheck[]>;
  return async (_projectKey, { keys, args }) => {
    try {
      return { failedChecks: await send(new ScriptCommand(sha, keys, args)) };
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran.
      return { failedChecks: await send(evalCommand(lua, keys, args)) };
    }
  };
};

import { createHash } from 'node:crypto';
import type { Command } from 'ioredis';
import type { RedisClient } from '../redis/connect.js';
import { loadScript } from '../redis/loadScript.js';
import { NotSentError } from '../redis/NotSentError.js';
import { isReply, isUnknownScript } from '../redis/redisErrors.js';
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
    const command = new ScriptCommand(sha, keys, args);
    try {
      return { failedChecks: await send(command) };
    } catch (error) {
      // Nothing ran.
      if (isUnknownScript(error)) return { failedChecks: await send(evalCommand(lua, keys, args)) };
      if (command.wasWritten || isReply(error)) throw error;
      throw new NotSentError('there was no connection', { cause: error });
    }
  };
};

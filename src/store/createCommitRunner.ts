import type { RedisClient } from '../redis/connect.js';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { isReply, isTimedOut, isUnknownScript } from '../redis/redisErrors.js';
import { Script, type ScriptCall } from '../redis/Script.js';
import { ScriptCommand } from '../redis/ScriptCommand.js';
import type { FailedCheck } from './CommitCheck.js';
import type { CommitRunner } from './CommitRunner.js';
import { notWrittenError } from './unavailableErrors.js';

/**
 * Creates a runner of lua/commit.lua. The commits of one turn of the event loop go to the socket together
 * (redis/corkWrites.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const script = new Script('commit');
  const send = async (call: ScriptCall, isKnown: boolean): Promise<FailedCheck[]> => {
    const command = script.command(call, isKnown);
    try {
      return (await client.sendCommand(command)) as FailedCheck[];
    } catch (error) {
      // A command that timed out while it waited for a connection may still be sent.
      const wasNeverSent =
        command instanceof ScriptCommand && !command.wasSent && !isReply(error) && !isTimedOut(error);
      throw wasNeverSent && isRedisUnavailable(error) ? notWrittenError() : error;
    }
  };
  return async (_projectKey, call) => {
    try {
      return { failedChecks: await send(call, true) };
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran.
      return { failedChecks: await send(call, false) };
    }
  };
};

import { type ScriptCall, Script, ScriptCommand } from '../base/redis/Script.js';
import type { FailedCheck } from './CommitCheck.js';
import type { RedisClient } from '../base/redis/connect.js';
import { isRedisUnavailable, isReply, isTimedOut, isUnknownScript } from '../base/redis/redisErrors.js';
import { notWrittenError } from './unavailableErrors.js';

interface CommitResult {
  /** Nothing is written where a check failed. */
  readonly failedChecks: readonly FailedCheck[];
  /**
   * Resolves when replicas have what was written; to failed checks where the commit had to run on another server, which
   * refused it. Absent where no replicas are waited for.
   */
  readonly confirmation?: Promise<readonly FailedCheck[]>;
}

/**
 * Runs lua/commit/commit.lua once, and resolves when it ran. Calls of one turn of the event loop for one project run in
 * their order.
 */
export type CommitRunner = (projectKey: string, call: ScriptCall) => Promise<CommitResult>;

/**
 * Creates a runner of lua/commit/commit.lua. The commits of one turn of the event loop go to the socket together
 * (base/redis/connect.ts).
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

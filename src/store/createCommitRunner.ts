import { Script, ScriptCommand, type ScriptCall } from '../base/redis/Script.js';
import type { BatchesCall } from './CommitCall.js';
import type { FailedCheck } from './CommitCheck.js';
import type { RedisClient } from '../base/redis/connect.js';
import { countRefusal, isRedisUnavailable, isReply, isTimedOut, isUnknownScript } from '../base/redis/redisErrors.js';
import { notWrittenError } from './unavailableErrors.js';

/**
 * What became of a batch: its failed checks, where nothing of it is written, or none. An error where Redis refused one
 * of its commands.
 */
export type BatchResult = readonly FailedCheck[] | Error;

export const isWritten = (result: BatchResult): boolean => !(result instanceof Error) && result.length === 0;

/** Reads the answer of lua/commit/commit.lua. */
export const readResults = (answer: unknown): readonly BatchResult[] => {
  const results = answer as readonly BatchResult[];
  for (const result of results) if (result instanceof Error) countRefusal(result);
  return results;
};

interface CallResult {
  readonly results: readonly BatchResult[];
  /**
   * Resolves to the results again when replicas have what was written. A batch may have failed checks then, where it had
   * to run on another server, which refused it. Absent where no replicas are waited for.
   */
  readonly confirmation?: Promise<readonly BatchResult[]>;
}

/** Runs lua/commit/commit.lua once, and resolves when it ran. */
export type CommitRunner = (call: BatchesCall) => Promise<CallResult>;

/**
 * Creates a runner of lua/commit/commit.lua. The calls of one turn of the event loop go to the socket together
 * (base/redis/connect.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const script = new Script('commit');
  const send = async (call: ScriptCall, isKnown: boolean): Promise<readonly BatchResult[]> => {
    const command = script.command(call, isKnown);
    try {
      return readResults(await client.sendCommand(command));
    } catch (error) {
      // A command that timed out while it waited for a connection may still be sent.
      const wasNeverSent =
        command instanceof ScriptCommand && !command.wasSent && !isReply(error) && !isTimedOut(error);
      throw wasNeverSent && isRedisUnavailable(error) ? notWrittenError() : error;
    }
  };
  return async call => {
    try {
      return { results: await send(call, true) };
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran.
      return { results: await send(call, false) };
    }
  };
};

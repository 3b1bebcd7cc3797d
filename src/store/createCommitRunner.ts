import { createHash } from 'node:crypto';
import type { Command } from 'ioredis';
import type { RedisClient } from '../redis/connect.js';
import { loadScript } from '../redis/loadScript.js';
import { isSlotMoving, isReply, isUnknownScript, toApiError } from '../redis/redisErrors.js';
import { retryOnce } from '../redis/retryOnce.js';
import { evalCommand, ScriptCommand } from '../redis/ScriptCommand.js';
import type { FailedCheck } from './CommitCheck.js';
import type { CommitRunner } from './CommitRunner.js';
import { notWrittenError, unknownOutcomeError } from './unavailableErrors.js';

/** Whether a server, or each that was asked, refused to run a commit. */
const isRefused = (error: unknown): boolean => isReply(error) || isSlotMoving(error);

/**
 * Creates a runner of lua/commit.lua. The commits of one turn of the event loop go to the socket together
 * (redis/corkWrites.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const lua = loadScript('commit');
  const sha = createHash('sha1').update(lua).digest('hex');
  const send = (command: Command): Promise<FailedCheck[]> => client.sendCommand(command) as Promise<FailedCheck[]>;
  return async (_projectKey, { keys, args }) => {
    let mayHaveRun = false;
    const attempt = async (): Promise<FailedCheck[]> => {
      const command = new ScriptCommand(sha, keys, args);
      try {
        return await send(command);
      } catch (error) {
        // Nothing ran.
        if (isUnknownScript(error)) return await send(evalCommand(lua, keys, args));
        mayHaveRun ||= command.wasWritten && !isRefused(error);
        throw error;
      }
    };
    try {
      // The second attempt sends the same call, which the log recognizes if the first one ran.
      return { failedChecks: await retryOnce(attempt) };
    } catch (error) {
      if (toApiError(error) === undefined || isReply(error)) throw error;
      throw mayHaveRun ? unknownOutcomeError() : notWrittenError();
    }
  };
};

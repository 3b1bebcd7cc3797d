import type { Command } from 'ioredis';
import { BoundedCluster } from '../base/redis/BoundedCluster.js';
import { Script, ScriptCommand } from '../base/redis/Script.js';
import type { RepeatableCall } from './CommitCall.js';
import type { FailedCheck } from './CommitCheck.js';
import type { RedisClient } from '../base/redis/connect.js';
import { countRefusal, isRedisUnavailable, isReply, isTimedOut, isUnknownScript } from '../base/redis/redisErrors.js';
import { notWrittenError } from './unavailableErrors.js';

/**
 * The result of a batch: its failed checks, where none of it is written, or an empty list; an error where Redis refused
 * one of its commands.
 */
export type BatchResult = readonly FailedCheck[] | Error;

export const isWritten = (result: BatchResult): boolean => !(result instanceof Error) && result.length === 0;

/** The answer of a call: the time of Redis in microseconds, and the result of each batch. */
export interface CommitAnswer {
  readonly microseconds: number;
  readonly results: readonly BatchResult[];
}

/** Reads the answer of lua/commit/commit.lua. */
export const readAnswer = (answer: unknown): CommitAnswer => {
  const [microseconds, ...results] = answer as [number, ...BatchResult[]];
  for (const result of results) if (result instanceof Error) countRefusal(result);
  return { microseconds, results };
};

/** Tells whether another master serves the project, or is about to, and nothing of the batch is written. */
export const isNotServed = (result: BatchResult): result is Error =>
  result instanceof Error && result.message.startsWith('NOTSERVED ');

/** Tells whether an earlier call has written the batch, and another master serves the project since. */
export const isUnconfirmed = (result: BatchResult): result is Error =>
  result instanceof Error && result.message.startsWith('UNCONFIRMED ');

interface CallResult extends CommitAnswer {
  /**
   * Resolves to the results again when replicas have the writes. A batch may then have failed checks, if it had to run
   * on another server, which refused it. Absent where the server waits for no replicas.
   */
  readonly confirmation?: Promise<readonly BatchResult[]>;
}

/** Runs lua/commit/commit.lua once, and resolves when it ran. */
export type CommitRunner = (call: RepeatableCall) => Promise<CallResult>;

/**
 * Creates a runner of lua/commit/commit.lua. The calls of one turn of the event loop go to the socket together
 * (base/redis/connect.ts).
 */
export const createCommitRunner = (client: RedisClient): CommitRunner => {
  const script = new Script('commit');
  // A redirection of one project says nothing about the others (CommitQueue.ts).
  const sendCommand = (command: Command, { isOfManySlots }: RepeatableCall): unknown =>
    isOfManySlots && client instanceof BoundedCluster ? client.sendDirectly(command) : client.sendCommand(command);
  const send = async (call: RepeatableCall, isKnown: boolean): Promise<CommitAnswer> => {
    const command = script.command(call, isKnown);
    try {
      return readAnswer(await sendCommand(command, call));
    } catch (error) {
      // A command that timed out while it waited for a connection may still be sent.
      const wasNeverSent =
        command instanceof ScriptCommand && !command.wasSent && !isReply(error) && !isTimedOut(error);
      throw wasNeverSent && isRedisUnavailable(error) ? notWrittenError() : error;
    }
  };
  return async call => {
    try {
      return await send(call, true);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing ran.
      return await send(call, false);
    }
  };
};

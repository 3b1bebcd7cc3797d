import type { RedisClient } from './connect.js';

/** Tells whether the server knows a command. */
export const supportsCommand = async (redis: RedisClient, name: string): Promise<boolean> => {
  const [found] = (await redis.call('COMMAND', 'INFO', name)) as unknown[];
  return found !== null && found !== undefined;
};

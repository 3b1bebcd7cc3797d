import type { RedisClient } from '../../src/redis/connect.js';
import { sendToKeyNode } from '../../src/redis/sendToKeyNode.js';

/** Removes an index, and keeps its documents, as when Redis loses it. */
export const loseSearchIndex = async (redis: RedisClient, index: string): Promise<void> => {
  await sendToKeyNode(redis, index, ['FT.DROPINDEX', index]).catch(async (error: unknown) => {
    if (!/unknown command/i.test(String(error))) throw error;
    await sendToKeyNode(redis, index, ['FT.DROP', index, 'KEEPDOCS']);
  });
};

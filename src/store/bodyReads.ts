/** The reads of stored bodies; they remember the longest body of each resource type (longestBodies.ts). */
import type { BatchedGet } from '../redis/batchReads.js';
import type { RedisClient } from '../redis/connect.js';
import { getManyBuffers } from '../redis/getMany.js';
import { retryOnce } from '../redis/retryOnce.js';
import { lengthHeaderBytes, lengthOfStoredBody, readStoredBody } from './compressedBody.js';
import { keys } from './keys.js';
import { rememberBodyLength } from './longestBodies.js';
import type { Store } from './Store.js';

export const createBodyReads = (
  redis: RedisClient,
  get: BatchedGet,
): Pick<Store, 'body' | 'bodyLength' | 'bodyLengths' | 'bodies'> => {
  const lengthOf = async (projectKey: string, typeId: string, id: string): Promise<number> => {
    const key = keys.body(projectKey, typeId, id);
    const [start, storedBytes] = await retryOnce(() =>
      Promise.all([redis.getrangeBuffer(key, 0, lengthHeaderBytes - 1), redis.strlen(key)]),
    );
    const length = lengthOfStoredBody(start, storedBytes);
    rememberBodyLength(projectKey, typeId, length);
    return length;
  };
  return {
    body: async (projectKey, typeId, id, bytesMax) => {
      const key = keys.body(projectKey, typeId, id);
      // Long bodies are not compressed, so that such a range has all bytes of a compressed one.
      const stored = await (bytesMax === undefined
        ? get(projectKey, key)
        : retryOnce(() => redis.getrangeBuffer(key, 0, bytesMax - 1)));
      return stored && readStoredBody(stored, key);
    },
    bodyLength: lengthOf,
    bodyLengths: (projectKey, typeId, ids) => Promise.all(ids.map(id => lengthOf(projectKey, typeId, id))),
    bodies: async (projectKey, typeId, ids) => {
      const bodyKeys = ids.map(id => keys.body(projectKey, typeId, id));
      const stored = await getManyBuffers(redis, bodyKeys);
      const bodies = stored.map((each, at) => each && readStoredBody(each, bodyKeys[at]!));
      const longest = bodies.reduce((length, body) => Math.max(length, body?.length ?? 0), 0);
      rememberBodyLength(projectKey, typeId, longest);
      return bodies;
    },
  };
};

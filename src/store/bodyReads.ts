/** The reads of stored bodies; they remember the longest body of each resource type (longestBodies.ts). */
import { type BatchedGet, getManyBuffers, getStart } from '../base/redis/batchReads.js';
import type { RedisClient } from '../base/redis/connect.js';
import { isWrongType, retryOnce } from '../base/redis/redisErrors.js';
import { lengthHeaderBytes, lengthOfStoredBody, readStoredBody } from './compressedBody.js';
import { damagedResource, isWholeBody, reportDamagedBody } from './damagedBodies.js';
import { keys } from './keys.js';
import { rememberBodyLength } from './longestBodies.js';
import type { DamagedBodies, DataStore } from './DataStore.js';

/** Returns the body that is stored in these bytes. Throws an Error where they are damaged. */
const readWholeBody = (stored: Buffer, key: string, id: string): Buffer => {
  const body = readStoredBody(stored, key);
  if (!isWholeBody(body, id, body !== stored))
    throw new Error('it does not begin and end as the body of this resource');
  return body;
};

/** Runs a read; a key of another type of Redis has a damaged body. */
const readBytes = async <T>(read: () => Promise<T>, damaged: (cause: unknown) => T): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!isWrongType(error)) throw error;
    return damaged(error);
  }
};

type Get = (bytesMax?: number) => Promise<Buffer | null>;

const readOne = async (
  [projectKey, typeId, id]: readonly [projectKey: string, typeId: string, id: string],
  get: Get,
  bytesMax?: number,
): Promise<Buffer | null> => {
  const stored = await readBytes(
    () => get(bytesMax),
    cause => {
      throw damagedResource(projectKey, typeId, id, cause);
    },
  );
  // A range of a missing key is empty; one that has as many bytes as it may is not all of a body.
  if (stored === null || (bytesMax !== undefined && (stored.length === 0 || stored.length >= bytesMax))) return stored;
  try {
    return readWholeBody(stored, keys.body(projectKey, typeId, id), id);
  } catch (error) {
    throw damagedResource(projectKey, typeId, id, error);
  }
};

const readMany = async (
  redis: RedisClient,
  projectKey: string,
  typeId: string,
  ids: readonly string[],
  damaged?: DamagedBodies,
): Promise<(Buffer | null)[]> => {
  const refuse = (id: string, cause: unknown): null => {
    if (damaged !== 'leaveOut') throw damagedResource(projectKey, typeId, id, cause);
    reportDamagedBody(projectKey, typeId, id, cause);
    return null;
  };
  const bodyKeys = ids.map(id => keys.body(projectKey, typeId, id));
  // Only a read of one key tells that it has another type.
  const stored = await readBytes(
    () => getManyBuffers(redis, bodyKeys),
    cause => ids.map(id => refuse(id, cause)),
  );
  return stored.map((each, at) => {
    if (each === null) return null;
    try {
      return readWholeBody(each, bodyKeys[at]!, ids[at]!);
    } catch (error) {
      return refuse(ids[at]!, error);
    }
  });
};

export const createBodyReads = (
  redis: RedisClient,
  get: BatchedGet,
): Pick<DataStore, 'body' | 'bodyLength' | 'bodyLengths' | 'bodies'> => {
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
    body: (projectKey, typeId, id, bytesMax) => {
      const key = keys.body(projectKey, typeId, id);
      // Long bodies are not compressed, so that such a range has all bytes of a compressed one.
      const read: Get = max => (max === undefined ? get(projectKey, key) : getStart(redis, key, max));
      return readOne([projectKey, typeId, id], read, bytesMax);
    },
    bodyLength: lengthOf,
    bodyLengths: (projectKey, typeId, ids) => Promise.all(ids.map(id => lengthOf(projectKey, typeId, id))),
    bodies: async (projectKey, typeId, ids, damaged) => {
      const bodies = await readMany(redis, projectKey, typeId, ids, damaged);
      const longest = bodies.reduce((length, body) => Math.max(length, body?.length ?? 0), 0);
      rememberBodyLength(projectKey, typeId, longest);
      return bodies;
    },
  };
};

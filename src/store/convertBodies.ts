/** Converts stored bodies of a type between their two forms (compressedBody.ts), while servers may write them. */
import { limits } from '../config/limits.js';
import type { RedisClient } from '../redis/connect.js';
import { defineScript } from '../redis/defineScript.js';
import { retryOnce } from '../redis/retryOnce.js';
import { compressBody, readStoredBody } from './compressedBody.js';
import { listKey } from './idLists.js';
import { keys } from './keys.js';
import { wholeList } from './Store.js';
import { walkIds } from './walkIds.js';

export type BodyForm = 'compressed' | 'plain';

export interface BodyConversion {
  readonly examined: number;
  readonly total: number;
  readonly converted: number;
}

interface ScriptCommands {
  replaceBody(keyCount: 1, key: string, read: Buffer, replacement: Buffer): Promise<number>;
}

/** Bodies that are read at once; of each at most `limits.readStartBytes`. */
const chunkSize = 100;

/** How often a body is converted again that a commit changed at that moment. */
const attemptsMax = 20;

const byId = { by: 'id' } as const;

/** Stores the body of a key in the other form; returns whether it had to be. */
const convertBody = async (
  redis: RedisClient & ScriptCommands,
  key: string,
  convert: (body: Buffer) => Buffer,
): Promise<boolean> => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const stored = await retryOnce(() => redis.getrangeBuffer(key, 0, limits.readStartBytes - 1));
    // A body that long has one form only.
    if (stored.length === 0 || stored.length === limits.readStartBytes) return false;
    const converted = convert(readStoredBody(stored, key));
    if (converted.equals(stored)) return false;
    if ((await retryOnce(() => redis.replaceBody(1, key, stored, converted))) === 1) return true;
  }
  return false;
};

/**
 * Converts the bodies of one type, and reports after each part. A body that commits change again and again may keep its
 * form.
 */
export async function* convertBodies(
  client: RedisClient,
  projectKey: string,
  typeId: string,
  form: BodyForm,
): AsyncGenerator<BodyConversion> {
  defineScript(client, 'replaceBody');
  const redis = client as RedisClient & ScriptCommands;
  const list = listKey(projectKey, typeId, byId);
  const convert = (body: Buffer): Buffer => (form === 'compressed' ? compressBody(body, 'bySetting') : body);
  const total = await retryOnce(() => redis.zcard(list));
  let [examined, converted] = [0, 0];
  for await (const ids of walkIds(redis, list, byId, wholeList, { direction: 'asc', chunkSize })) {
    const changed = await Promise.all(ids.map(id => convertBody(redis, keys.body(projectKey, typeId, id), convert)));
    examined += ids.length;
    converted += changed.filter(Boolean).length;
    yield { examined, total: Math.max(total, examined), converted };
  }
}

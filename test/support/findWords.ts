/** Searches everything that a Redis stores for words: names and values of all keys, and its append-only files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { masterNodes } from '../../src/redis/masterNodes.js';
import type { RedisClient } from '../../src/redis/connect.js';
import { readStoredBody } from '../../src/store/compressedBody.js';
import { waitUntil } from './waitUntil.js';

/** Words by what they are the value of. */
export type Words = ReadonlyMap<string, string>;

/**
 * The bytes of a key and its value, of any type; bodies also as they were before their compression. None for a key that
 * is deleted meanwhile.
 */
const bytesOf = async (node: Redis, key: Buffer): Promise<Buffer[]> => {
  const dump = (await node.dumpBuffer(key)) as Buffer | null;
  if (dump === null) return [];
  if ((await node.type(key)) !== 'string') return [key, dump];
  const value = (await node.getBuffer(key)) ?? Buffer.alloc(0);
  return [key, value, readStoredBody(value, String(key))];
};

const allKeys = async (node: Redis): Promise<Buffer[]> => {
  const keys: Buffer[] = [];
  for await (const page of node.scanBufferStream({ count: 1_000 })) keys.push(...(page as Buffer[]));
  return keys;
};

const configOf = async (node: Redis, name: string): Promise<string> =>
  String(((await node.config('GET', name)) as unknown[])[1]);

/** Rewrites the append-only file, and returns its files by name. */
const rewrittenFiles = async (node: Redis): Promise<(readonly [name: string, bytes: Buffer])[]> => {
  await node.bgrewriteaof();
  await waitUntil(async () =>
    /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(await node.info('persistence')),
  );
  const folder = join(await configOf(node, 'dir'), await configOf(node, 'appenddirname'));
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name))] as const);
};

const includes = (parts: readonly Buffer[], word: string): boolean => parts.some(part => part.includes(word));

/** Lists where the words stand: `customer email in {demo}:customer:x:email:…`. */
export const findWordsInKeys = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const found: string[] = [];
  for (const node of masterNodes(redis)) {
    // Otherwise long texts in dumps and files are compressed.
    await node.config('SET', 'rdbcompression', 'no');
    for (const key of await allKeys(node)) {
      const bytes = await bytesOf(node, key);
      for (const [name, word] of words) if (includes(bytes, word)) found.push(`${name} in ${String(key)}`);
    }
  }
  return found;
};

const bytesShown = 60;

/** Lists where the words stand in the append-only files after a rewrite: the file, and the bytes before the word. */
export const findWordsInFiles = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const files = (await Promise.all(masterNodes(redis).map(rewrittenFiles))).flat();
  return files.flatMap(([file, bytes]) =>
    [...words].flatMap(([name, word]) => {
      const at = bytes.indexOf(word);
      return at < 0 ? [] : [`${name} in ${file} behind ${bytes.toString('latin1', Math.max(0, at - bytesShown), at)}`];
    }),
  );
};

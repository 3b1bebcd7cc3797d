/** Writes the keys of a store as lines of JSON and loads them again: any version of Redis can read them. */
import type { RedisClient } from '../../../src/base/redis/connect.js';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';

/** A text, or bytes that are no valid text. */
type Value = string | { readonly base64: string };

export interface DumpedKey {
  readonly key: string;
  readonly type: string;
  /** Members with their scores, fields with their values, or only members. */
  readonly values: readonly Value[];
  readonly expiresAtMs?: number;
}

const toValue = (bytes: Buffer): Value => {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') };
};

const toBytes = (value: Value): string | Buffer =>
  typeof value === 'string' ? value : Buffer.from(value.base64, 'base64');

interface Form {
  readonly read: (redis: RedisClient, key: string) => Promise<readonly Buffer[]>;
  readonly write: (redis: RedisClient, key: string, values: readonly (string | Buffer)[]) => Promise<unknown>;
}

const pairsOf = <T>(values: readonly T[]): [T, T][] =>
  Array.from({ length: values.length / 2 }, (_, at) => [values[2 * at]!, values[2 * at + 1]!]);

const forms: Readonly<Record<string, Form>> = {
  string: {
    read: async (redis, key) => [(await redis.getBuffer(key))!],
    write: (redis, key, [value]) => redis.set(key, value!),
  },
  hash: {
    read: async (redis, key) =>
      Object.entries(await redis.hgetallBuffer(key)).flatMap(([name, value]) => [Buffer.from(name), value]),
    write: (redis, key, values) => redis.hset(key, ...values),
  },
  zset: {
    read: (redis, key) => redis.zrangeBuffer(key, 0, -1, 'WITHSCORES'),
    write: (redis, key, values) => redis.zadd(key, ...pairsOf(values).flatMap(([member, score]) => [score, member])),
  },
  set: {
    read: (redis, key) => redis.smembersBuffer(key),
    write: (redis, key, values) => redis.sadd(key, ...values),
  },
  list: {
    read: (redis, key) => redis.lrangeBuffer(key, 0, -1),
    write: (redis, key, values) => redis.rpush(key, ...values),
  },
};

const dumpKey = async (redis: RedisClient, key: string): Promise<DumpedKey> => {
  const type = await redis.type(key);
  const expiresAtMs = await redis.pexpiretime(key);
  const values = (await forms[type]!.read(redis, key)).map(toValue);
  return { key, type, values, ...(expiresAtMs > 0 && { expiresAtMs }) };
};

/** Writes the keys that `includes` accepts, in the order of their names. */
export const dumpStore = async (redis: RedisClient, includes: (key: string) => boolean): Promise<string> => {
  const names = (await Promise.all(masterNodes(redis).map(node => node.keys('*')))).flat().filter(includes).sort();
  const lines: string[] = [];
  for (const name of names) lines.push(JSON.stringify(await dumpKey(redis, name)));
  return `${lines.join('\n')}\n`;
};

/** Writes all keys that have not expired. */
export const loadStore = async (redis: RedisClient, dump: string): Promise<void> => {
  for (const line of dump.trimEnd().split('\n')) {
    const { key, type, values, expiresAtMs } = JSON.parse(line) as DumpedKey;
    if (expiresAtMs !== undefined && expiresAtMs <= Date.now()) continue;
    await forms[type]!.write(redis, key, values.map(toBytes));
    if (expiresAtMs !== undefined) await redis.pexpireat(key, expiresAtMs);
  }
};

/**
 * Gives stored messages ids in the order of creation and compressed bodies. Each part moves some messages to new ids in
 * one transaction, and takes them out of the old list by creation: that list is what is left to do, so that a part that
 * ran before an interruption is not repeated. A new id depends on the old one only: a run that stood still in the middle
 * of a part, and was replaced by another run, writes the same again.
 */
import { indexDelta } from '../engine/commit/indexDelta.js';
import type { Base } from '../engine/define/Base.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import { required } from '../errors/required.js';
import type { RedisClient } from '../redis/connect.js';
import { getManyBuffers } from '../redis/getMany.js';
import { compressBody } from '../store/compressedBody.js';
import { keys } from '../store/keys.js';
import { replacementId } from '../store/timeOrderedId.js';
import type { ConversionProgress, FormatStep } from './FormatStep.js';

/** Messages of one part: Redis is busy with it for about a millisecond. */
const partSize = 50;
const typeId = 'message';

interface StoredMessage {
  readonly id: string;
  readonly createdAt: number;
  /** Absent where the list has an id without a body. */
  readonly body?: Buffer;
  readonly message?: Base & { readonly sequenceNumber: number };
}

type Transaction = ReturnType<RedisClient['multi']>;

/** The oldest messages in the old list; all of one millisecond together, since they are put in order. */
const oldestIds = async (redis: RedisClient, list: string): Promise<string[]> => {
  const ids = await redis.zrange(list, 0, partSize - 1);
  const last = ids.at(-1);
  const lastTime = last === undefined ? null : await redis.zscore(list, last);
  if (lastTime === null) return ids;
  return [...new Set([...ids, ...(await redis.zrangebyscore(list, lastTime, lastTime))])];
};

const readMessages = async (
  redis: RedisClient,
  projectKey: string,
  ids: readonly string[],
): Promise<StoredMessage[]> => {
  const bodies = await getManyBuffers(
    redis,
    ids.map(id => keys.body(projectKey, typeId, id)),
  );
  return ids.map((id, at): StoredMessage => {
    const body = bodies[at] ?? undefined;
    if (body === undefined) return { id, createdAt: 0 };
    const message = JSON.parse(body.toString()) as Base & { readonly sequenceNumber: number };
    return { id, createdAt: Date.parse(message.createdAt), body, message };
  });
};

/** Messages of one millisecond about one resource keep their order. */
const compareMessages = (a: StoredMessage, b: StoredMessage): number =>
  a.createdAt - b.createdAt || (a.message?.sequenceNumber ?? 0) - (b.message?.sequenceNumber ?? 0);

/** The same bytes with another id, which has the same length. */
const withId = (body: Buffer, id: string): Buffer => {
  const changed = Buffer.from(body);
  changed.write(id, '{"id":"'.length);
  return changed;
};

const removeOld = (transaction: Transaction, projectKey: string, id: string): void => {
  transaction.del(keys.body(projectKey, typeId, id));
  transaction.zrem(keys.ids(projectKey, typeId), id);
  transaction.zrem(keys.time(projectKey, typeId, 'createdAt'), id);
};

const moveMessage = (
  transaction: Transaction,
  projectKey: string,
  messageType: ResourceType,
  { id, createdAt, body, message }: Required<StoredMessage>,
  position: number,
): void => {
  const newId = replacementId(createdAt, position, id);
  transaction.set(keys.body(projectKey, typeId, newId), compressBody(withId(body, newId), 'always'));
  transaction.zadd(keys.ids(projectKey, typeId), 0, newId);
  for (const { path, value } of indexDelta(messageType, undefined, message).added) {
    const index = keys.index(projectKey, typeId, path, value);
    transaction.zadd(index, createdAt, newId);
    transaction.zrem(index, id);
  }
};

const convertPart = async (
  redis: RedisClient,
  projectKey: string,
  messageType: ResourceType,
  ids: readonly string[],
): Promise<void> => {
  const messages = await readMessages(redis, projectKey, ids);
  const transaction = redis.multi();
  // A part has all messages of each millisecond, so that their positions in it are the same in each run.
  let [timeMs, position] = [0, 0];
  for (const stored of messages.sort(compareMessages)) {
    const { createdAt, body, message } = stored;
    position = createdAt === timeMs ? position + 1 : 0;
    timeMs = createdAt;
    if (body !== undefined && message !== undefined)
      moveMessage(transaction, projectKey, messageType, { ...stored, body, message }, position);
    removeOld(transaction, projectKey, stored.id);
  }
  for (const [error] of (await transaction.exec()) ?? []) if (error !== null) throw error;
};

export const convertMessages: FormatStep = {
  from: 1,
  to: 2,
  title: 'messages',
  async *convert({ redis, engine }, projectKey): AsyncGenerator<ConversionProgress> {
    const messageType = required(engine.resourceTypes.get(typeId), 'the resource type of messages');
    const list = keys.time(projectKey, typeId, 'createdAt');
    const total = await redis.zcard(list);
    let done = 0;
    for (;;) {
      const ids = await oldestIds(redis, list);
      const last = ids.at(-1);
      if (last === undefined) return;
      await convertPart(redis, projectKey, messageType, ids);
      done += ids.length;
      yield { cursor: last, done, total };
    }
  },
};

/**
 * Histories of resources: lists of the content of deleted messages (docs/decisions/history.md). An entry is
 *
 *   the id of the message as 16 bytes │ its other members as JSON, in raw deflate with the dictionary of bodies
 *
 * Ids of messages begin with their time and have its order, so an entry tells its age, and the last entry tells which
 * messages were already added.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { dayMs } from '../base/durations.js';
import { limits } from '../base/config/limits.js';
import type { RedisClient } from '../base/redis/connect.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { defineScript } from '../base/redis/Script.js';
import { bodyDictionary } from './bodyDictionary.js';
import type { DataStore, HistoryEntry, HistoryLimits } from './DataStore.js';
import { keys } from './keys.js';
import { firstIdOf, timeOfId } from './timeOrderedId.js';

const idBytes = 16;
const timeBytes = 6;
const compression = { dictionary: bodyDictionary };

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const toId = (entry: Buffer): string =>
  entry.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const toStored = ({ id, text }: HistoryEntry): Buffer =>
  Buffer.concat([toBytes(id), deflateRawSync(text, compression)]);

const toEntry = (stored: Buffer): HistoryEntry => ({
  id: toId(stored),
  text: inflateRawSync(stored.subarray(idBytes), compression).toString(),
});

/** Returns the time before which entries are no longer kept. */
const oldestMs = ({ nowMs, days }: HistoryLimits): number => nowMs - days * dayMs;

interface HistoryScripts {
  addHistory(keyCount: number, ...keysAndArgs: (string | number | Buffer)[]): Promise<number>;
}

export const createHistory = (client: RedisClient): Pick<DataStore, 'addHistory' | 'history'> => {
  defineScript(client, 'addHistory');
  const redis = client as RedisClient & HistoryScripts;
  return {
    addHistory: async (projectKey, { typeId, id }, entries, historyLimits) => {
      const oldest = oldestMs(historyLimits);
      const kept = entries.filter(entry => timeOfId(entry.id) >= oldest);
      const newest = kept.at(-1);
      if (newest === undefined) return;
      const names = [
        keys.history(projectKey, typeId, id),
        ...kept.map(entry => keys.body(projectKey, 'message', entry.id)),
      ];
      const endsAt = Math.ceil((timeOfId(newest.id) + historyLimits.days * dayMs) / 1_000);
      const oldestTime = toBytes(firstIdOf(oldest)).subarray(0, timeBytes);
      const stored = kept.map(toStored);
      await retryOnce(() =>
        redis.addHistory(names.length, ...names, limits.historyEntriesMax, oldestTime, endsAt, ...stored),
      );
    },
    history: async (projectKey, { typeId, id }, historyLimits) => {
      const oldest = oldestMs(historyLimits);
      const stored = await retryOnce(() => client.lrangeBuffer(keys.history(projectKey, typeId, id), 0, -1));
      return stored.map(toEntry).filter(entry => timeOfId(entry.id) >= oldest);
    },
  };
};

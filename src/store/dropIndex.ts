/** How an index leaves: a document at a time, so that others hardly wait. */
import { setTimeout } from 'node:timers/promises';
import type { RedisClient } from './connect.js';
import { type Generation, type IndexName, isUnknownIndex, readRows } from './redisearch.js';
import { sendRouted, sendRoutedBuffer } from './routed.js';

/** Found at once, since every search looks at all that is left. */
const foundMax = 10_000;
/** Removed before others have their turn: 5 ms of Redis or so. */
const stepMax = 500;
const pauseMs = 5;

const options = { sortBy: 'created', descending: false, offset: 0, limit: foundMax, content: false } as const;

const documentsOf = async (client: RedisClient, generation: Generation, { index }: IndexName, timeoutMs: number): Promise<string[]> => {
  const answer = await sendRoutedBuffer(client, index, generation.search(index, '*', options, timeoutMs));
  return readRows(answer as unknown[]).rows.map(({ key }) => key);
};

const removeAll = async (client: RedisClient, generation: Generation, { index }: IndexName, documents: readonly string[]): Promise<void> => {
  for (let from = 0; from < documents.length; from += stepMax) {
    const commands = documents.slice(from, from + stepMax).flatMap(key => generation.remove(index, key));
    await Promise.all(commands.map(command => sendRouted(client, index, command)));
    await setTimeout(pauseMs);
  }
};

/** Takes the documents away, then the index; nothing where there is none. */
export const dropIndex = async (client: RedisClient, generation: Generation, name: IndexName, timeoutMs: number): Promise<void> => {
  try {
    for (;;) {
      const documents = await documentsOf(client, generation, name, timeoutMs);
      if (documents.length === 0) break;
      await removeAll(client, generation, name, documents);
    }
    await sendRouted(client, name.index, generation.drop(name.index));
  } catch (error) {
    if (!isUnknownIndex(error)) throw error;
  }
};

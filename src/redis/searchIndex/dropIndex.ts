/** How an index leaves: a document at a time, so that others hardly wait. */
import { setTimeout } from 'node:timers/promises';
import { fail } from '../../errors/ApiError.js';
import type { RedisClient } from '../connect.js';
import {
  type Generation,
  type IndexName,
  infoCommand,
  isUnknownIndexError,
  readIndexInfo,
  readSearchAnswer,
} from './Generation.js';
import { sendToKeyNode, sendToKeyNodeBuffer } from '../sendToKeyNode.js';

/** Removed before others have their turn: 5 ms of Redis or so. */
const stepMax = 500;
/** Found at once of what is left: every search looks at all of it. */
const foundMax = 2_000;
const pauseMs = 5;
/** Searches in a row without a hit, before the time limit is given as the reason. */
const vainMax = 100;

const options = { sortBy: 'created', descending: false, offset: 0, limit: foundMax, content: false } as const;

const documentsOf = async (
  client: RedisClient,
  generation: Generation,
  { index }: IndexName,
  timeoutMs: number,
): Promise<string[]> => {
  const answer = await sendToKeyNodeBuffer(client, index, generation.search(index, '*', options, timeoutMs));
  return readSearchAnswer(answer as unknown[]).rows.map(({ key }) => key);
};

/** Throws where there is no index. */
const isEmpty = async (client: RedisClient, { index }: IndexName): Promise<boolean> =>
  readIndexInfo((await sendToKeyNode(client, index, infoCommand(index))) as unknown[], []).documents === 0;

const removeAll = async (
  client: RedisClient,
  generation: Generation,
  { index }: IndexName,
  documents: readonly string[],
): Promise<void> => {
  for (let from = 0; from < documents.length; from += stepMax) {
    const commands = documents.slice(from, from + stepMax).flatMap(key => generation.remove(index, key));
    await Promise.all(commands.map(command => sendToKeyNode(client, index, command)));
    await setTimeout(pauseMs);
  }
};

/** Those of resources that there are, by the list of their ids: no search is needed for them. */
const removeListed = async (
  client: RedisClient,
  generation: Generation,
  name: IndexName,
  idsKey: string,
): Promise<void> => {
  for (let from = '-'; ; ) {
    const ids = await client.zrange(idsKey, from, '+', 'BYLEX', 'LIMIT', 0, stepMax);
    if (ids.length === 0) return;
    await removeAll(
      client,
      generation,
      name,
      ids.map(id => name.prefix + id),
    );
    from = `(${ids.at(-1)!}`;
  }
};

/** Takes the documents away, then the index; nothing where there is none. */
export const dropIndex = async (
  client: RedisClient,
  generation: Generation,
  name: IndexName,
  idsKey: string,
  timeoutMs: number,
): Promise<void> => {
  try {
    if (!(await isEmpty(client, name))) await removeListed(client, generation, name, idsKey);
    // Of resources that went after the index was left alone.
    // A search that was cut short may find nothing where there is something.
    for (let vain = 0; !(await isEmpty(client, name)); ) {
      const documents = await documentsOf(client, generation, name, timeoutMs);
      vain = documents.length === 0 ? vain + 1 : 0;
      if (vain === vainMax) throw fail('QueryTimedOut', { timeoutMs });
      await removeAll(client, generation, name, documents);
    }
    await sendToKeyNode(client, name.index, generation.drop(name.index));
  } catch (error) {
    if (!isUnknownIndexError(error)) throw error;
  }
};

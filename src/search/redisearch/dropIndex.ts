/** Drops an index in small steps, so that other clients wait only for milliseconds. */
import { batchesOf } from '../../base/lists.js';
import { setTimeout } from 'node:timers/promises';
import { fail } from '../../base/errors/ApiError.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { deleteKeys } from '../../base/redis/deleteKeys.js';
import { sendToKeyNode, sendToKeyNodeBuffer } from '../../base/redis/sendToKeyNode.js';
import {
  existenceCommand,
  infoCommand,
  isUnknownIndexError,
  parseIndexInfo,
  parseSearchAnswer,
} from './commandParts.js';
import type { Generation, IndexName } from './Generation.js';

/** The number of documents that one step removes; other clients wait for its end. */
const stepSize = 500;
const pauseMs = 5;
/** The number of documents that one search returns; every search goes over all that remain. */
const foundMax = 2_000;
/** After this many searches in a row without a hit, the time limit of searches is reported as the reason. */
const emptySearchesMax = 100;

const searchOptions = { sortBy: 'created', descending: false, offset: 0, limit: foundMax, content: false } as const;

export interface IndexToDrop {
  readonly name: IndexName;
  readonly generation: Generation;
  /** The sorted set with the ids of all resources that exist. */
  readonly idsKey: string;
  readonly timeoutMs: number;
}

const findDocuments = async (
  client: RedisClient,
  { name: { index }, generation, timeoutMs }: IndexToDrop,
): Promise<string[]> => {
  const answer = await sendToKeyNodeBuffer(client, index, generation.search(index, '*', searchOptions, timeoutMs));
  return parseSearchAnswer(answer as unknown[]).rows.map(({ key }) => key);
};

/** Throws when there is no index. */
const isEmpty = async (client: RedisClient, { name: { index } }: IndexToDrop): Promise<boolean> =>
  parseIndexInfo((await sendToKeyNode(client, index, infoCommand(index))) as unknown[], []).documents === 0;

const removeDocuments = async (
  client: RedisClient,
  { name: { index }, generation }: IndexToDrop,
  documents: readonly string[],
): Promise<void> => {
  for (const batch of batchesOf(documents, stepSize)) {
    const commands = batch.flatMap(key => generation.remove(index, key));
    await Promise.all(commands.map(command => sendToKeyNode(client, index, command)));
    await setTimeout(pauseMs);
  }
};

/** Removes the documents of existing resources, without a search. */
const removeListedDocuments = async (client: RedisClient, target: IndexToDrop): Promise<void> => {
  for (let from = '-'; ; ) {
    const ids = await client.zrange(target.idsKey, from, '+', 'BYLEX', 'LIMIT', 0, stepSize);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    await removeDocuments(
      client,
      target,
      ids.map(id => target.name.prefix + id),
    );
    from = `(${lastId}`;
  }
};

/** Removes documents of resources that were deleted after the index was no longer written. */
const removeFoundDocuments = async (client: RedisClient, target: IndexToDrop): Promise<void> => {
  // A search that was cut short may find nothing although documents remain.
  for (let emptySearches = 0; !(await isEmpty(client, target)); ) {
    const documents = await findDocuments(client, target);
    emptySearches = documents.length === 0 ? emptySearches + 1 : 0;
    if (emptySearches === emptySearchesMax) throw fail('QueryTimedOut', { timeoutMs: target.timeoutMs });
    await removeDocuments(client, target, documents);
  }
};

/** Removes the documents of an index, then the index, then its parts; does nothing where there is no index. */
export const dropIndex = async (client: RedisClient, target: IndexToDrop): Promise<void> => {
  const { name, generation } = target;
  try {
    await sendToKeyNode(client, name.index, existenceCommand(name.index));
    await removeListedDocuments(client, target);
    await removeFoundDocuments(client, target);
    await sendToKeyNode(client, name.index, generation.drop(name.index));
    const parts = generation.partsOf?.(name.index);
    if (parts !== undefined) await deleteKeys(client, parts.pattern, parts.isPart);
  } catch (error) {
    if (!isUnknownIndexError(error)) throw error;
  }
};

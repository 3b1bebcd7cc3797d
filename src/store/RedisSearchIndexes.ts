import { fail } from '../errors/ApiError.js';
import { retryOnce } from '../redis/retryOnce.js';
import type { RedisClient } from '../redis/connect.js';
import { dropIndex } from '../redis/searchIndex/dropIndex.js';
import { type IndexWriteOptions, planIndexWrites } from './planIndexWrites.js';
import { keys } from './keys.js';
import {
  type IndexName,
  infoCommand,
  isExistingIndexError,
  isSearchTimeoutError,
  isUnknownIndexError,
  type SearchModule,
  readIndexInfo,
  readSearchAnswer,
} from '../redis/searchIndex/Generation.js';
import { sendToKeyNode, sendToStableSlotBuffer } from '../redis/sendToKeyNode.js';
import { defineScript } from '../redis/defineScript.js';
import { type SortedHit, type Hit, type IndexEntry, UnknownIndexError, type SearchIndexes } from './SearchIndexes.js';
import { probeSearchModule } from '../redis/searchIndex/probeSearchModule.js';

export interface SearchIndexOptions {
  /** What one query may take, where the server leaves that to us (RediSearch 2 and later). */
  readonly queryTimeoutMs: number;
}

interface WithScripts {
  writeIndexEntries(keyCount: number, ...keysAndArgs: (string | Buffer)[]): Promise<0 | 1>;
  searchIndexIsComplete(keyCount: number, ...keys: string[]): Promise<0 | 1>;
  readDocumentContentsBuffer(
    keyCount: number,
    ...keys: string[]
  ): Promise<[version: Buffer | null, content: Buffer | null][]>;
}

/** An answer that took such a share of the time limit may have been cut short by it: by default servers do so silently. */
const cutShare = 0.8;
/** Documents whose size is looked at. */
const sampleMax = 50;

const orNoSuchIndex = (error: unknown): never => {
  if (isUnknownIndexError(error)) throw new UnknownIndexError('There is no search index of that number.');
  throw error;
};

/** Runs a search, and refuses an answer that is not known to be whole. */
const searched = async ({ timeoutMs }: SearchModule, search: () => Promise<unknown>): Promise<unknown[]> => {
  const startMs = performance.now();
  const answer = await search().catch((error: unknown) => {
    throw isSearchTimeoutError(error) ? fail('QueryTimedOut', { timeoutMs }) : error;
  });
  if (performance.now() - startMs >= timeoutMs * cutShare) throw fail('QueryTimedOut', { timeoutMs });
  return answer as unknown[];
};

const hitOf = (id: string, version: Buffer | null | undefined, content: Buffer | null | undefined): Hit | null =>
  version == null ? null : { id, version: Number(version), ...(content == null ? {} : { content }) };

/** The bytes of documents beside what FT.INFO tells: the mean of some of them. */
const bytesOf = async (
  client: RedisClient,
  { generation }: SearchModule,
  sample: readonly string[],
): Promise<number> => {
  const sizes = await Promise.all(
    sample.map(async key => {
      const [usage, terms] = await Promise.all([
        sendToKeyNode(client, key, ['MEMORY', 'USAGE', key]),
        client.hget(key, 'n'),
      ]);
      return Number(usage) + Number(terms) * generation.termBytes;
    }),
  );
  return sizes.reduce((sum, each) => sum + each, 0) / Math.max(sizes.length, 1);
};

/** Search indexes of a server; which RediSearch it has is found out at the first call. */
export const createSearchIndexes = (client: RedisClient, { queryTimeoutMs }: SearchIndexOptions): SearchIndexes => {
  defineScript(client, 'writeIndexEntries');
  defineScript(client, 'readDocumentContents', { readOnly: true });
  defineScript(client, 'searchIndexIsComplete');
  const redis = client as RedisClient & WithScripts;
  let known: SearchModule | undefined;
  const probe = async (): Promise<SearchModule | undefined> =>
    (known ??= await probeSearchModule(client, queryTimeoutMs));
  const module = async (): Promise<SearchModule> => {
    const found = await probe();
    if (found === undefined) throw fail('ServiceUnavailable', { message: 'The data store has no search module.' });
    return found;
  };
  const nameOf = (projectKey: string, typeId: string, number: number): IndexName => ({
    index: keys.searchIndex(projectKey, typeId, number),
    prefix: keys.searchDocuments(projectKey, typeId, number),
  });
  const write = async (
    options: Omit<IndexWriteOptions, 'generation'>,
    entries: readonly IndexEntry[],
  ): Promise<boolean> => {
    const { generation } = await module();
    for (const run of planIndexWrites({ ...options, generation }, entries))
      if (
        (await retryOnce(() => redis.writeIndexEntries(run.keys.length, ...run.keys, ...run.args)).catch(
          orNoSuchIndex,
        )) === 0
      )
        return false;
    return true;
  };
  const info = async (projectKey: string, typeId: string, number: number): Promise<unknown[] | undefined> => {
    const { index } = nameOf(projectKey, typeId, number);
    await module();
    return retryOnce(() => sendToKeyNode(client, index, infoCommand(index))).then(
      answer => answer as unknown[],
      (error: unknown) => {
        if (isUnknownIndexError(error)) return undefined;
        throw error;
      },
    );
  };
  const find: SearchIndexes['find'] = async (projectKey, typeId, number, query, options) => {
    const { index, prefix } = nameOf(projectKey, typeId, number);
    const found = await module();
    const command = found.generation.search(index, query, options, found.timeoutMs);
    const { total, rows } = readSearchAnswer(
      await searched(found, () => retryOnce(() => sendToStableSlotBuffer(client, index, command))).catch(orNoSuchIndex),
    );
    // One that was removed while the answer was made has no fields.
    const hits = rows.flatMap(({ key, sortKey, fields }): SortedHit[] => {
      const hit = hitOf(key.slice(prefix.length), fields.get('v'), fields.get('d'));
      return hit === null ? [] : [{ ...hit, sortKey }];
    });
    return { total, hits: hits.slice(0, options.limit) };
  };
  return {
    available: async () => (await probe()) !== undefined,
    missingArguments: async () => (await probe())?.missingArguments ?? [],
    create: async (projectKey, typeId, number) => {
      const name = nameOf(projectKey, typeId, number);
      const { generation } = await module();
      await retryOnce(() => sendToKeyNode(client, name.index, generation.create(name))).catch((error: unknown) => {
        if (!isExistingIndexError(error)) throw error;
      });
    },
    drop: async (projectKey, typeId, number) => {
      const { generation, timeoutMs } = await module();
      await dropIndex(client, generation, nameOf(projectKey, typeId, number), keys.ids(projectKey, typeId), timeoutMs);
    },
    exists: async (projectKey, typeId, number) => (await info(projectKey, typeId, number)) !== undefined,
    isComplete: async (projectKey, typeId, number) => {
      await module();
      const { index } = nameOf(projectKey, typeId, number);
      return (
        (await retryOnce(() =>
          redis.searchIndexIsComplete(3, keys.ids(projectKey, typeId), keys.dirtyMarks(projectKey, typeId), index),
        ).catch(orNoSuchIndex)) === 1
      );
    },
    apply: (projectKey, typeId, indexes, entries) => {
      const into = [indexes.current, indexes.building].filter(number => number !== undefined);
      return write({ projectKey, typeId, indexes, into, clearsMarks: true }, entries);
    },
    fill: async (projectKey, typeId, indexes, entries) =>
      indexes.building !== undefined &&
      (await write({ projectKey, typeId, indexes, into: [indexes.building], clearsMarks: false }, entries)),
    find,
    contents: async (projectKey, typeId, number, ids) => {
      if (ids.length === 0) return [];
      const documents = ids.map(id => keys.searchDocument(projectKey, typeId, number, id));
      const found = await retryOnce(() => redis.readDocumentContentsBuffer(documents.length, ...documents));
      return found.map(([version, content], at) => hitOf(ids[at]!, version, content));
    },
    size: async (projectKey, typeId, number) => {
      const answer = await info(projectKey, typeId, number);
      if (answer === undefined) throw new UnknownIndexError('There is no search index of that number.');
      const found = await module();
      const { documents, replaced, bytes } = readIndexInfo(answer, found.generation.sizes);
      const { hits } = await find(projectKey, typeId, number, '*', {
        sortBy: 'created',
        descending: true,
        offset: 0,
        limit: sampleMax,
        content: false,
      });
      const sample = hits.map(({ id }) => keys.searchDocument(projectKey, typeId, number, id));
      return { documents, replaced, bytes: bytes + Math.round(documents * (await bytesOf(client, found, sample))) };
    },
  };
};

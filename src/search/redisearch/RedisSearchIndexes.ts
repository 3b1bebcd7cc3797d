import type { Redis } from 'ioredis';
import { fail, required } from '../../base/errors/ApiError.js';
import { UnavailableError } from '../../base/errors/UnavailableError.js';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import { commandTimeoutMs, type RedisClient } from '../../base/redis/connect.js';
import { deleteKeys } from '../../base/redis/deleteKeys.js';
import { defineScript } from '../../base/redis/Script.js';
import { addressOf, masterNodes } from '../../base/redis/clusterNodes.js';
import { retryOnce } from '../../base/redis/redisErrors.js';
import {
  existenceCommand,
  infoCommand,
  isExistingIndexError,
  isSearchTimeoutError,
  isUnknownIndexError,
  parseIndexInfo,
  parseSearchAnswer,
} from './commandParts.js';
import { dropIndex } from './dropIndex.js';
import type { Generation, IndexName } from './Generation.js';
import { connectedSlotNode, probeSearchModule, type SearchModule } from './probeSearchModule.js';
import {
  type CommandArguments,
  type MeasuredAnswer,
  retryWhileMigrating,
  sendToKeyNode,
  sendToStableSlotBuffer,
} from '../../base/redis/sendToKeyNode.js';
import { keys } from '../../store/keys.js';
import { parseKey } from '../../store/parseKey.js';
import { type IndexWriteOptions, type PlannedEntry, planIndexWrites, packr } from './planIndexWrites.js';
import {
  type Hit,
  type IndexChange,
  type IndexEntry,
  type IndexNumbers,
  type IndexPosition,
  type SearchIndexes,
  type SortedHit,
  UnknownIndexError,
} from '../SearchIndexes.js';

export interface SearchIndexOptions {
  /** The time limit of one query, where the server accepts one (RediSearch 2 and later). */
  readonly queryTimeoutMs: number;
}

/** Entries for some of the indexes that a project must have. */
interface IndexWrite extends Pick<IndexWriteOptions, 'projectKey' | 'typeId' | 'targets'> {
  readonly indexes: IndexNumbers;
  readonly clearsMarks: boolean;
}

interface IndexScripts {
  existingResources(keyCount: number, ...keysAndArgs: string[]): Promise<(0 | 1)[]>;
  writeIndexEntries(keyCount: number, ...keysAndArgs: (string | Buffer)[]): Promise<1>;
  clearDirtyMarks(keyCount: number, ...keysAndArgs: (string | Buffer)[]): Promise<0 | 1>;
  followIndexChangesBuffer(
    keyCount: number,
    key: string,
    position: string,
    recordedMs: number,
  ): Promise<[position: Buffer, fields: Buffer[]][]>;
  readDocumentContentsBuffer(
    keyCount: number,
    ...keys: string[]
  ): Promise<[version: Buffer | null, content: Buffer | null][]>;
}

/** An answer that took this share of the time limit may have been cut short; by default servers do that silently. */
const suspiciousShare = 0.95;
/** Changes of an index are recorded for this time after the last read. */
const recordedMs = 600_000;
/** The number of documents whose size is measured. */
const sampleSize = 50;

const throwUnknownIndex = (error: unknown): never => {
  throw isUnknownIndexError(error) ? new UnknownIndexError() : error;
};

/** Runs a search, and refuses an answer that may be incomplete. */
const searchCompletely = async (
  { timeoutMs }: SearchModule,
  search: () => Promise<MeasuredAnswer>,
): Promise<readonly unknown[]> => {
  const { answer, ms } = await search().catch((error: unknown) => {
    throw isSearchTimeoutError(error) ? fail('QueryTimedOut', { timeoutMs }) : error;
  });
  if (ms >= timeoutMs * suspiciousShare) throw fail('QueryTimedOut', { timeoutMs });
  return answer as unknown[];
};

const toHit = (id: string, version: Buffer | null | undefined, content: Buffer | null | undefined): Hit | null =>
  version == null ? null : { id, version: Number(version), ...(content == null ? {} : { content }) };

const toPosition = (entryId: Buffer): IndexPosition => entryId.toString() as IndexPosition;

const toChange = ([entryId, [, id, , before, , after]]: readonly [Buffer, readonly Buffer[]]): IndexChange => ({
  position: toPosition(entryId),
  id: String(id),
  ...(before?.length && { before }),
  ...(after?.length && { after }),
});

const indexName = (projectKey: string, typeId: string, number: number): IndexName => ({
  index: keys.searchIndex(projectKey, typeId, number),
  prefix: keys.searchDocuments(projectKey, typeId, number),
});

/** The search indexes in Redis; the first calls find out which version of RediSearch each server has. */
export class RedisSearchIndexes implements SearchIndexes {
  readonly #redis: RedisClient & IndexScripts;
  readonly #queryTimeoutMs: number;
  /** The modules by `host:port` of the masters of a cluster, which may differ. */
  readonly #modules = new Map<string, SearchModule>();

  constructor(client: RedisClient, { queryTimeoutMs }: SearchIndexOptions) {
    defineScript(client, 'writeIndexEntries');
    defineScript(client, 'readDocumentContents', { readOnly: true });
    defineScript(client, 'existingResources');
    defineScript(client, 'clearDirtyMarks');
    defineScript(client, 'followIndexChanges');
    this.#redis = client as RedisClient & IndexScripts;
    this.#queryTimeoutMs = queryTimeoutMs;
  }

  // The methods are properties, so that observers can wrap them (base/observe/observeCalls.ts).

  readonly available: SearchIndexes['available'] = async (projectKey, typeId) =>
    (await this.#probe(projectKey, typeId)) !== undefined;

  readonly missingArguments: SearchIndexes['missingArguments'] = async () => {
    await connectedSlotNode(this.#redis, keys.projects);
    const modules = await Promise.all(masterNodes(this.#redis).map(node => this.#probeNode(node)));
    return [...new Set(modules.flatMap(module => module?.missingArguments ?? []))];
  };

  readonly keepsDeletedTerms: SearchIndexes['keepsDeletedTerms'] = async (projectKey, typeId) =>
    (await this.#probe(projectKey, typeId))?.generation.keepsDeletedTerms === true;

  readonly create: SearchIndexes['create'] = async (projectKey, typeId, number) => {
    const name = indexName(projectKey, typeId, number);
    const { generation } = await this.#requireModule(projectKey, typeId);
    await retryOnce(() => sendToKeyNode(this.#redis, name.index, generation.create(name))).catch((error: unknown) => {
      if (!isExistingIndexError(error)) throw error;
    });
  };

  readonly drop: SearchIndexes['drop'] = async (projectKey, typeId, number) => {
    const { generation, timeoutMs } = await this.#requireModule(projectKey, typeId);
    const [name, idsKey] = [indexName(projectKey, typeId, number), keys.ids(projectKey, typeId)];
    await dropIndex(this.#redis, { name, generation, idsKey, timeoutMs });
  };

  readonly deleteLeftKeys: SearchIndexes['deleteLeftKeys'] = (projectKey, typeId, isLeft) =>
    deleteKeys(this.#redis, `*${keys.searchKeys(projectKey, typeId)}*`, key => {
      const parsed = parseKey(projectKey, key);
      const isSearchKey = parsed?.kind === 'searchDocument' || parsed?.kind === 'searchIndex';
      return isSearchKey && parsed.typeId === typeId && isLeft(parsed.number);
    });

  readonly exists: SearchIndexes['exists'] = async (projectKey, typeId, number) =>
    (await this.#ask(projectKey, typeId, number, existenceCommand)) !== undefined;

  readonly serverId: SearchIndexes['serverId'] = async (projectKey, typeId, number) => {
    const { index } = indexName(projectKey, typeId, number);
    const info = await retryOnce(() => sendToKeyNode(this.#redis, index, ['INFO', 'server']));
    return /^run_id:(\w+)/m.exec(String(info))?.[1] ?? '';
  };

  readonly isComplete: SearchIndexes['isComplete'] = async (projectKey, typeId, number) => {
    // The index is in another slot than the lists: the comparison tolerates changes in between.
    const before = await this.#counts(projectKey, typeId);
    const info = await this.#ask(projectKey, typeId, number, infoCommand);
    if (info === undefined) throw new UnknownIndexError();
    const after = await this.#counts(projectKey, typeId);
    const marked = Math.max(before.marks, after.marks);
    const { documents } = parseIndexInfo(info, []);
    return (
      documents >= Math.min(before.resources, after.resources) - marked &&
      documents <= Math.max(before.resources, after.resources) + marked
    );
  };

  readonly apply: SearchIndexes['apply'] = (projectKey, typeId, indexes, entries) => {
    const targets = [indexes.current, indexes.building].filter(number => number !== undefined);
    return this.#write({ projectKey, typeId, indexes, targets, clearsMarks: true }, entries);
  };

  readonly fill: SearchIndexes['fill'] = async (projectKey, typeId, indexes, entries) => {
    const { building } = indexes;
    if (building === undefined) return false;
    return this.#write({ projectKey, typeId, indexes, targets: [building], clearsMarks: false }, entries);
  };

  readonly find: SearchIndexes['find'] = async (projectKey, typeId, number, query, options) => {
    const { index, prefix } = indexName(projectKey, typeId, number);
    const module = await this.#requireModule(projectKey, typeId);
    const command = module.generation.search(index, query, options, module.timeoutMs);
    const answer = await searchCompletely(module, () =>
      retryOnce(() => sendToStableSlotBuffer(this.#redis, index, command)),
    ).catch(throwUnknownIndex);
    const { total, rows } = parseSearchAnswer(answer);
    const hits = rows.flatMap(({ key, sortKey, fields }): SortedHit[] => {
      // A document that was removed during the search has no fields.
      const hit = toHit(key.slice(prefix.length), fields.get('v'), fields.get('d'));
      return hit === null ? [] : [{ ...hit, sortKey }];
    });
    return { total, hits: hits.slice(0, options.limit) };
  };

  readonly contents: SearchIndexes['contents'] = async (projectKey, typeId, number, ids) => {
    if (ids.length === 0) return [];
    const documents = ids.map(id => keys.searchDocument(projectKey, typeId, number, id));
    const contents = await withTimeout(
      retryOnce(() => this.#redis.readDocumentContentsBuffer(documents.length, ...documents)),
      commandTimeoutMs,
    );
    return ids.map((id, at) => {
      const [version, content] = contents[at] ?? [];
      return toHit(id, version, content);
    });
  };

  readonly recordChanges: SearchIndexes['recordChanges'] = async (...index) => {
    const [last] = await this.#followChanges(keys.indexChanges(...index), '');
    return toPosition(required(last, 'the entry that begins the recorded changes')[0]);
  };

  readonly changesSince: SearchIndexes['changesSince'] = async (projectKey, typeId, number, position) => {
    const [known, ...entries] = await this.#followChanges(keys.indexChanges(projectKey, typeId, number), position);
    return known === undefined ? undefined : entries.map(toChange);
  };

  readonly size: SearchIndexes['size'] = async (projectKey, typeId, number) => {
    const info = await this.#ask(projectKey, typeId, number, infoCommand);
    if (info === undefined) throw new UnknownIndexError();
    const { generation } = await this.#requireModule(projectKey, typeId);
    const { documents, replaced, bytes } = parseIndexInfo(info, generation.sizeFields);
    const { hits } = await this.find(projectKey, typeId, number, '*', {
      sortBy: 'created',
      descending: true,
      offset: 0,
      limit: sampleSize,
      content: false,
    });
    const sample = hits.map(({ id }) => keys.searchDocument(projectKey, typeId, number, id));
    return { documents, replaced, bytes: bytes + Math.round(documents * (await this.#meanBytes(generation, sample))) };
  };

  #followChanges(key: string, position: string): ReturnType<IndexScripts['followIndexChangesBuffer']> {
    return withTimeout(
      retryOnce(() => this.#redis.followIndexChangesBuffer(1, key, position, recordedMs)),
      commandTimeoutMs,
    );
  }

  async #probe(projectKey: string, typeId: string): Promise<SearchModule | undefined> {
    const key = keys.searchGuard(projectKey, typeId);
    return retryWhileMigrating(this.#redis, key, async () =>
      this.#probeNode(await connectedSlotNode(this.#redis, key)),
    );
  }

  async #probeNode(node: Redis): Promise<SearchModule | undefined> {
    const name = addressOf(node);
    const known = this.#modules.get(name);
    if (known !== undefined) return known;
    // This connection has a long limit, for the commands of the module.
    const found = await withTimeout(probeSearchModule(node, this.#queryTimeoutMs), commandTimeoutMs);
    if (found !== undefined) this.#modules.set(name, found);
    return found;
  }

  async #requireModule(projectKey: string, typeId: string): Promise<SearchModule> {
    const module = await this.#probe(projectKey, typeId);
    if (module === undefined) throw new UnavailableError('search_unavailable', 'The data store has no search module.');
    return module;
  }

  async #counts(projectKey: string, typeId: string): Promise<{ readonly resources: number; readonly marks: number }> {
    const [resources, marks] = await Promise.all([
      retryOnce(() => this.#redis.zcard(keys.ids(projectKey, typeId))),
      retryOnce(() => this.#redis.zcard(keys.dirtyMarks(projectKey, typeId))),
    ]);
    return { resources, marks };
  }

  /** Writes the documents, then clears the marks: if the process ends in between, the marks repeat the writes. */
  async #write({ indexes, clearsMarks, ...target }: IndexWrite, entries: readonly IndexEntry[]): Promise<boolean> {
    const { projectKey, typeId } = target;
    const { generation } = await this.#requireModule(projectKey, typeId);
    const bodies = entries.map(({ id }) => keys.body(projectKey, typeId, id));
    const names = [keys.searchState(projectKey, typeId), keys.guard(projectKey), ...bodies];
    const numbers = [String(indexes.current ?? ''), String(indexes.building ?? '')];
    const existing = await retryOnce(() => this.#redis.existingResources(names.length, ...names, ...numbers));
    if (existing.length < entries.length) return false;
    const planned = entries.map((entry, at) => ({ ...entry, exists: existing[at] === 1 }));
    const batches = planIndexWrites({ ...target, generation, replacesEqual: clearsMarks }, planned);
    for (const { keys: scriptKeys, args } of batches)
      await retryOnce(() => this.#redis.writeIndexEntries(scriptKeys.length, ...scriptKeys, ...args)).catch(
        throwUnknownIndex,
      );
    return !clearsMarks || this.#clearMarks(target, numbers, planned);
  }

  /** Returns false, and keeps all marks, when the project has other indexes. */
  async #clearMarks(
    { projectKey, typeId }: Pick<IndexWrite, 'projectKey' | 'typeId'>,
    numbers: readonly string[],
    entries: readonly PlannedEntry[],
  ): Promise<boolean> {
    const names = [
      keys.searchState(projectKey, typeId),
      keys.dirtyMarks(projectKey, typeId),
      keys.guard(projectKey),
      ...entries.map(({ id }) => keys.body(projectKey, typeId, id)),
    ];
    const list = entries.map(({ id, version, markedAtMs, exists }) => [id, version, markedAtMs ?? false, exists]);
    const cleared = packr.pack([...numbers, list]);
    return (await retryOnce(() => this.#redis.clearDirtyMarks(names.length, ...names, cleared))) === 1;
  }

  /** Sends a command about an index; undefined where there is none. */
  async #ask(
    projectKey: string,
    typeId: string,
    number: number,
    commandFor: (index: string) => CommandArguments,
  ): Promise<unknown[] | undefined> {
    const { index } = indexName(projectKey, typeId, number);
    await this.#requireModule(projectKey, typeId);
    try {
      return (await retryOnce(() => sendToKeyNode(this.#redis, index, commandFor(index)))) as unknown[];
    } catch (error) {
      if (isUnknownIndexError(error)) return undefined;
      throw error;
    }
  }

  /** Measures the mean size of some documents, which FT.INFO leaves out. */
  async #meanBytes({ termBytes }: Generation, sample: readonly string[]): Promise<number> {
    const sizes = await Promise.all(
      sample.map(async key => {
        const [usage, terms] = await Promise.all([
          sendToKeyNode(this.#redis, key, ['MEMORY', 'USAGE', key]),
          this.#redis.hget(key, 'n'),
        ]);
        return Number(usage) + Number(terms) * termBytes;
      }),
    );
    return sizes.reduce((sum, each) => sum + each, 0) / Math.max(sizes.length, 1);
  }
}

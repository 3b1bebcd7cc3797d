/** Splits entries into calls of lua/search/writeIndexEntries.lua, each so short that other clients hardly wait. */
import { Packr } from 'msgpackr';
import type { Generation } from './Generation.js';
import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';
import { keys } from '../../store/keys.js';
import type { IndexEntry, IndexNumbers } from '../SearchIndexes.js';

export interface IndexWriteBatch {
  readonly keys: readonly string[];
  readonly args: readonly Buffer[];
}

export interface IndexWriteOptions {
  readonly projectKey: string;
  readonly typeId: string;
  /** The indexes that the project must have. */
  readonly indexes: IndexNumbers;
  readonly generation: Generation;
  /** The indexes that are written. */
  readonly targets: readonly number[];
  readonly clearsMarks: boolean;
}

/** Terms that one call writes, which take Redis less than a millisecond: other clients wait that long. */
const termsMax = 650;
/** What an entry costs in addition to its terms, as a number of terms. */
const entryCost = 20;

/** Plain MessagePack, which Redis' cmsgpack reads. */
const packr = new Packr({ useRecords: false, variableMapSize: true });

/** Replaces Buffers by their positions in ARGV, since cmsgpack reads no binary data. */
const extractContents = (commands: readonly CommandArguments[], contents: Buffer[]): (string | number)[][] =>
  commands.map(command =>
    command.map(argument => (typeof argument === 'string' ? argument : contents.push(argument) + 1)),
  );

/** Splits entries by the terms that they write; each batch has at least one entry. */
const splitEntries = (entries: readonly IndexEntry[], indexCount: number): IndexEntry[][] => {
  const batches: IndexEntry[][] = [];
  let batch: IndexEntry[] = [];
  let cost = Infinity;
  for (const entry of entries) {
    const entryTerms = (entryCost + (entry.document?.tags.length ?? 0)) * indexCount;
    if (cost + entryTerms > termsMax) {
      batch = [];
      batches.push(batch);
      cost = 0;
    }
    cost += entryTerms;
    batch.push(entry);
  }
  return batches;
};

const planBatch = (options: IndexWriteOptions, entries: readonly IndexEntry[]): IndexWriteBatch => {
  const { projectKey, typeId, indexes, generation, targets, clearsMarks } = options;
  const names = [keys.searchState(projectKey, typeId), keys.dirtyMarks(projectKey, typeId), keys.guard(projectKey)];
  const contents: Buffer[] = [];
  const changes = new Map(
    targets.map(number => [number, names.push(keys.indexChanges(projectKey, typeId, number))] as const),
  );
  const planDocument = ({ id, version, document }: IndexEntry, number: number) => {
    const index = keys.searchIndex(projectKey, typeId, number);
    const key = keys.searchDocument(projectKey, typeId, number, id);
    const writes = document === undefined ? [] : generation.write(index, key, version, document);
    return [
      names.push(key),
      extractContents(writes, contents),
      extractContents(generation.remove(index, key), contents),
      changes.get(number),
    ];
  };
  const planEntry = (entry: IndexEntry) => [
    entry.id,
    entry.version,
    names.push(keys.body(projectKey, typeId, entry.id)),
    targets.map(number => planDocument(entry, number)),
    entry.markedAtMs ?? false,
  ];
  const plan = packr.pack({
    current: String(indexes.current ?? ''),
    building: String(indexes.building ?? ''),
    clearsMarks,
    requirements: targets
      .map(number => generation.requireIndex?.(keys.searchIndex(projectKey, typeId, number)))
      .filter(command => command !== undefined),
    entries: entries.map(planEntry),
  });
  return { keys: names, args: [plan, ...contents] };
};

/** Plans the calls of lua/search/writeIndexEntries.lua that write entries. */
export const planIndexWrites = (options: IndexWriteOptions, entries: readonly IndexEntry[]): IndexWriteBatch[] =>
  splitEntries(entries, Math.max(options.targets.length, 1)).map(batch => planBatch(options, batch));

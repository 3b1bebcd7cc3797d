/** Splits entries into calls of lua/search/writeIndexEntries.lua, each so short that other clients hardly wait. */
import { batchesByCost } from '../../base/lists.js';
import { Packr } from 'msgpackr';
import type { Generation } from './Generation.js';
import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';
import { keys } from '../../store/keys.js';
import type { IndexEntry } from '../SearchIndexes.js';

export interface IndexWriteBatch {
  readonly keys: readonly string[];
  readonly args: readonly Buffer[];
}

export interface IndexWriteOptions {
  readonly projectKey: string;
  readonly typeId: string;
  readonly generation: Generation;
  /** The numbers of the indexes that are written. */
  readonly targets: readonly number[];
  /** True if a document replaces one of the same version. */
  readonly replacesEqual: boolean;
}

export interface PlannedEntry extends IndexEntry {
  readonly exists: boolean;
}

/** The number of terms that one call writes; other clients wait for its end. */
const termsMax = 650;
/** The cost of an entry in addition to its terms, as a number of terms. */
const entryCost = 20;

/** Plain MessagePack, which Redis' cmsgpack reads. */
export const packr = new Packr({ useRecords: false, variableMapSize: true });

/** Replaces Buffers by their positions in ARGV, since cmsgpack reads no binary data. */
const extractContents = (commands: readonly CommandArguments[], contents: Buffer[]): (string | number)[][] =>
  commands.map(command =>
    command.map(argument => (typeof argument === 'string' ? argument : contents.push(argument) + 1)),
  );

const planBatch = (options: IndexWriteOptions, entries: readonly PlannedEntry[]): IndexWriteBatch => {
  const { projectKey, typeId, generation, targets, replacesEqual } = options;
  const names = [keys.searchGuard(projectKey, typeId)];
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
      names.push(keys.removedDocument(projectKey, typeId, number, id)),
      changes.get(number),
    ];
  };
  const plan = packr.pack({
    replacesEqual,
    requirements: targets
      .map(number => generation.requireIndex?.(keys.searchIndex(projectKey, typeId, number)))
      .filter(command => command !== undefined),
    entries: entries.map(entry => [
      entry.id,
      entry.version,
      entry.exists,
      targets.map(number => planDocument(entry, number)),
    ]),
  });
  return { keys: names, args: [plan, ...contents] };
};

/** Plans the calls of lua/search/writeIndexEntries.lua that write entries. */
export const planIndexWrites = (options: IndexWriteOptions, entries: readonly PlannedEntry[]): IndexWriteBatch[] => {
  const indexCount = Math.max(options.targets.length, 1);
  const costOf = ({ document }: PlannedEntry): number => (entryCost + (document?.tags.length ?? 0)) * indexCount;
  return batchesByCost(entries, termsMax, costOf).map(batch => planBatch(options, batch));
};

/** Entries as lua/index.lua takes them: in runs so short that others hardly wait. */
import { Packr } from 'msgpackr';
import { keys } from './keys.js';
import type { Command, Generation } from '../redis/searchIndex/Generation.js';
import type { IndexEntry, IndexNumbers } from './SearchIndexes.js';

export interface IndexWriteBatch {
  readonly keys: readonly string[];
  readonly args: readonly Buffer[];
}

export interface IndexWriteOptions {
  readonly projectKey: string;
  readonly typeId: string;
  readonly generation: Generation;
  /** What the project's state must say. */
  readonly indexes: IndexNumbers;
  /** Where the entries go. */
  readonly into: readonly number[];
  readonly clearsMarks: boolean;
}

/** Terms that one run writes: 3 ms of Redis or so. */
const termsMax = 5_000;
/** An entry costs as much as so many terms, beside its own. */
const entryTerms = 20;

const packr = new Packr({ useRecords: false, variableMapSize: true });

/** Plain MessagePack has no binary that Redis' cmsgpack reads: contents go beside the plan. */
const plain = (commands: readonly Command[], contents: Buffer[]): (string | number)[][] =>
  commands.map(command =>
    command.map(argument => (typeof argument === 'string' ? argument : contents.push(argument) + 1)),
  );

/** Entries in runs of at most so many terms; each holds one at least. */
const split = (entries: readonly IndexEntry[], indexCount: number): IndexEntry[][] => {
  const runs: IndexEntry[][] = [];
  let terms = Infinity;
  for (const entry of entries) {
    const weight = (entryTerms + (entry.document?.tags.length ?? 0)) * indexCount;
    if (terms + weight > termsMax) {
      runs.push([]);
      terms = 0;
    }
    terms += weight;
    runs.at(-1)!.push(entry);
  }
  return runs;
};

const planRun = (options: IndexWriteOptions, entries: readonly IndexEntry[]): IndexWriteBatch => {
  const { projectKey, typeId, generation, indexes, into, clearsMarks } = options;
  // While the slot is being moved, parts of an index may be elsewhere.
  const names = [keys.searchState(projectKey, typeId), keys.dirtyMarks(projectKey, typeId), keys.guard(projectKey)];
  const contents: Buffer[] = [];
  const documentOf = ({ id, version, document }: IndexEntry, number: number) => {
    const index = keys.searchIndex(projectKey, typeId, number);
    const key = keys.searchDocument(projectKey, typeId, number, id);
    const writes = document === undefined ? [] : generation.write(index, key, version, document);
    return [names.push(key), plain(writes, contents), plain(generation.remove(index, key), contents)];
  };
  const planned = entries.map(entry => [
    entry.id,
    entry.version,
    names.push(keys.body(projectKey, typeId, entry.id)),
    into.map(number => documentOf(entry, number)),
  ]);
  const { current = '', building = '' } = indexes;
  return {
    keys: names,
    args: [
      packr.pack({ current: String(current), building: String(building), clearsMarks, entries: planned }),
      ...contents,
    ],
  };
};

/** Builds the arguments of the runs of lua/index.lua that write entries. */
export const planIndexWrites = (options: IndexWriteOptions, entries: readonly IndexEntry[]): IndexWriteBatch[] =>
  split(entries, Math.max(options.into.length, 1)).map(run => planRun(options, run));

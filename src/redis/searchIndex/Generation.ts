/**
 * What the generations of RediSearch do differently, and nothing else knows: `first` is 1.x, which is handed every document;
 * `later` are 2.x and Redis 8, whose indexes follow hashes by the prefix of their keys. All of it is building of commands and
 * reading of answers, without a server.
 */
import { type NumberColumn, numberColumns } from '../../search/searchFields.js';
import type { FindOptions, IndexedDocument } from '../../store/SearchIndexes.js';

export type Argument = string | Buffer;
export type Command = readonly Argument[];

/** How an index is called, and how the keys of its documents begin. */
export interface IndexName {
  readonly index: string;
  readonly prefix: string;
}

/** How a setting is read and written; which of the ways a server knows depends on its age. */
export interface ModuleSetting {
  readonly ways: readonly { readonly get: Command; readonly set: Command }[];
  /** Whether the value that was read does. */
  suffices(value: string): boolean;
}

export interface Generation {
  create(name: IndexName): Command;
  /** The documents stay. */
  drop(index: string): Command;
  search(index: string, query: string, options: FindOptions, timeoutMs: number): Command;
  /** What makes a document and indexes it. */
  write(index: string, key: string, version: number, document: IndexedDocument): readonly Command[];
  remove(index: string, key: string): readonly Command[];
  /** Members of FT.INFO that tell sizes, in MiB. */
  readonly sizes: readonly string[];
  /** About what a term takes in the index, where `sizes` leave that out. */
  readonly termBytes: number;
  /** Settings to bring about once; a server that forbids them is lived with. */
  readonly settings: readonly ModuleSetting[];
}

/**
 * What 1.x needs to be loaded with for exact answers: searches that let no write in between (SAFEMODE), no collector at work on
 * what they read (NOGC), and no answers cut short.
 */
export const exactArguments = ['SAFEMODE', 'NOGC'];
export const loadArguments = [
  ...exactArguments,
  'TIMEOUT',
  '10000',
  'ON_TIMEOUT',
  'FAIL',
  'MAXDOCTABLESIZE',
  '10000000',
];

/** The module's name in MODULE LIST, by generations. */
const moduleNames = ['ft', 'search'];
const firstLaterVersion = 20_000;
const defaultTimeoutMs = 500;
/** What the module finds in one go; more is refused by 1.x. */
export const resultsMax = 1_000_000;

export const infoCommand = (index: string): Command => ['FT.INFO', index];
const columns = (each: (column: NumberColumn) => readonly string[]): string[] => numberColumns.flatMap(each);
const schema = [
  'STOPWORDS',
  '0',
  'SCHEMA',
  't',
  'TAG',
  'SEPARATOR',
  ',',
  ...columns(column => [column, 'NUMERIC', 'SORTABLE']),
];
const kept = (version: number, { content }: IndexedDocument): Command => ['v', String(version), 'd', content];
const indexed = ({ tags, numbers }: IndexedDocument): Command => [
  't',
  tags.join(','),
  ...columns(column => [column, String(numbers[column])]),
];

// Nothing is asked for without its version, and a limit of 0 is refused by 1.x.
const search = (index: string, query: string, { sortBy, descending, offset, limit, content }: FindOptions): Command => [
  'FT.SEARCH',
  index,
  query,
  'WITHSORTKEYS',
  'SORTBY',
  sortBy,
  descending ? 'DESC' : 'ASC',
  'RETURN',
  ...(content ? ['2', 'v', 'd'] : ['1', 'v']),
  'LIMIT',
  String(offset),
  String(Math.max(limit, 1)),
];

export const firstGeneration: Generation = {
  create: ({ index }) => ['FT.CREATE', index, ...schema],
  drop: index => ['FT.DROP', index, 'KEEPDOCS'],
  search,
  // Indexed first: without an index nothing is written.
  write: (index, key, version, document) => [
    ['FT.ADD', index, key, '1.0', 'NOSAVE', 'REPLACE', 'FIELDS', ...indexed(document)],
    ['HSET', key, ...kept(version, document), 'n', String(document.tags.length)],
  ],
  remove: (index, key) => [
    ['FT.DEL', index, key],
    ['DEL', key],
  ],
  // Not inverted_sz_mb, which leaves tags out and runs below zero.
  sizes: ['doc_table_size_mb', 'sortable_values_size_mb', 'key_table_size_mb'],
  // Measured where two of five terms are one document's alone. MEMORY USAGE of the index would count for seconds, in Redis' thread.
  termBytes: 30,
  // All settings are arguments of loading.
  settings: [],
};

const setting = (
  name: string,
  lateName: string,
  value: string,
  suffices: ModuleSetting['suffices'],
): ModuleSetting => ({
  ways: [
    { get: ['FT.CONFIG', 'GET', name], set: ['FT.CONFIG', 'SET', name, value] },
    { get: ['CONFIG', 'GET', lateName], set: ['CONFIG', 'SET', lateName, value] },
  ],
  suffices,
});

export const laterGeneration: Generation = {
  create: ({ index, prefix }) => ['FT.CREATE', index, 'ON', 'HASH', 'PREFIX', '1', prefix, ...schema],
  drop: index => ['FT.DROPINDEX', index],
  search: (index, query, options, timeoutMs) => [
    ...search(index, query, options),
    'TIMEOUT',
    String(timeoutMs),
    'DIALECT',
    '2',
  ],
  write: (_, key, version, document) => [['HSET', key, ...kept(version, document), ...indexed(document)]],
  remove: (_, key) => [['DEL', key]],
  sizes: ['inverted_sz_mb', 'doc_table_size_mb', 'sortable_values_size_mb', 'key_table_size_mb', 'tag_overhead_sz_mb'],
  termBytes: 0,
  settings: [
    setting('ON_TIMEOUT', 'search-on-timeout', 'fail', value => value.toLowerCase() === 'fail'),
    setting(
      'MAXSEARCHRESULTS',
      'search-max-search-results',
      String(resultsMax),
      value => !(Number(value) >= 0 && Number(value) < resultsMax),
    ),
  ],
};

export interface SearchModule {
  readonly generation: Generation;
  /** After which a query ends, or is cut short. */
  readonly timeoutMs: number;
  /** Arguments that it should have been loaded with. */
  readonly missingArguments: readonly string[];
}

const pairsOf = (flat: readonly unknown[]): Map<string, unknown> =>
  new Map(Array.from({ length: flat.length / 2 }, (_, index) => [String(flat[2 * index]), flat[2 * index + 1]]));

/** What the server of 1.x was told when it loaded the module. */
const loadedWith = (args: unknown): string[] =>
  Array.isArray(args) ? args.map(each => String(each).toUpperCase()) : [];

const loadedTimeoutMs = (given: readonly string[]): number => {
  const at = given.indexOf('TIMEOUT');
  const timeoutMs = at < 0 ? defaultTimeoutMs : Number(given[at + 1]);
  return timeoutMs === 0 ? Infinity : timeoutMs;
};

/** The module that an answer to MODULE LIST tells of; `timeoutMs` is what queries get where each has its own. */
export const readModuleList = (
  answer: readonly (readonly unknown[])[],
  timeoutMs: number,
): SearchModule | undefined => {
  const fields = answer.map(pairsOf).find(each => moduleNames.includes(String(each.get('name'))));
  if (fields === undefined) return undefined;
  if (Number(fields.get('ver')) >= firstLaterVersion)
    return { generation: laterGeneration, timeoutMs, missingArguments: [] };
  const given = loadedWith(fields.get('args'));
  return {
    generation: firstGeneration,
    timeoutMs: loadedTimeoutMs(given),
    missingArguments: exactArguments.filter(name => !given.includes(name)),
  };
};

export interface Row {
  readonly key: string /** What it is sorted by. */;
  readonly sortKey: number;
  readonly fields: ReadonlyMap<string, Buffer>;
}

const none: ReadonlyMap<string, Buffer> = new Map();

/** An answer to FT.SEARCH as it comes in Buffers: the total, then key, sort key (`#5`) and fields of each. */
export const readSearchAnswer = ([total, ...rest]: readonly unknown[]): { total: number; rows: Row[] } => ({
  total: Number(total),
  rows: Array.from({ length: rest.length / 3 }, (_, index) => {
    const [key, sortKey, fields] = rest.slice(3 * index, 3 * index + 3);
    return {
      key: String(key),
      sortKey: Number(String(sortKey).slice(1)),
      fields: Array.isArray(fields) ? (pairsOf(fields) as Map<string, Buffer>) : none,
    };
  }),
});

/** What FT.INFO tells; documents are numbered on as they are written, and MiB become bytes. */
export const readIndexInfo = (
  answer: readonly unknown[],
  sizes: readonly string[],
): { documents: number; replaced: number; bytes: number } => {
  const fields = pairsOf(answer);
  const documents = Number(fields.get('num_docs'));
  const mebibytes = sizes.reduce((sum, name) => sum + (Number(fields.get(name)) || 0), 0);
  return { documents, replaced: Number(fields.get('max_doc_id')) - documents, bytes: Math.round(mebibytes * 2 ** 20) };
};

/** How each of them says it; a client that waits no longer says `Command timed out` too, as no ReplyError. */
const saying =
  (pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Error && error.name === 'ReplyError' && pattern.test(error.message);
export const isUnknownIndexError = saying(/unknown index|no such index|index not found/i);
export const isExistingIndexError = saying(/index already exists/i);
export const isSearchTimeoutError = saying(/timed out|timeout limit/i);

import {
  columnFields,
  isRare,
  replaceLookups,
  schemaArguments,
  searchCommand,
  storedFields,
  tagField,
  tagLookup,
} from './commandParts.js';
import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';
import type { Generation, SearchDocument } from './Generation.js';

/** The index only stores which documents have a word: no positions, frequencies or fields. */
const wordsOnly = ['NOOFFSETS', 'NOHL', 'NOFIELDS', 'NOFREQS'];
const wordField = ['w', 'TEXT', 'NOSTEM'];

/** Looks up frequent terms as words and rare terms as tags. */
const wordLookup = (terms: readonly string[]): string => {
  const rare = terms.filter(isRare);
  const words = `@w:(${terms.filter(term => !isRare(term)).join('|')})`;
  if (rare.length === 0) return words;
  return rare.length === terms.length ? tagLookup(rare) : `((${tagLookup(rare)})|(${words}))`;
};

const add = (index: string, key: string, fields: CommandArguments): CommandArguments => [
  'FT.ADD',
  index,
  key,
  '1.0',
  'NOSAVE',
  'REPLACE',
  'FIELDS',
  ...fields,
];

const store = (key: string, version: number, document: SearchDocument): CommandArguments => [
  'HSET',
  key,
  ...storedFields(version, document),
  'n',
  String(document.tags.length),
];

/** The key of an index itself. */
const indexKey = (index: string): string => `idx:${index}`;

/** Matches keys with the documents of a term, of numbers, of tags, or of geographic values. */
const partKey = /^(?:ft|nm|tag|geo):/;

/**
 * Commands of RediSearch 1.x. Most terms are words of a text, since 1.x leaks memory for each tag of a written document
 * (docs/measurements/order-search.md). Rare terms are tags, which take less memory where few documents have them.
 */
export const firstGeneration: Generation = {
  create: ({ index }) => ['FT.CREATE', index, ...wordsOnly, ...schemaArguments(...wordField, ...tagField)],
  // FT.DROP would search all keys of the server for the parts in one call, which blocks Redis for seconds.
  drop: index => ['UNLINK', indexKey(index)],
  partsOf: index => ({ pattern: `*:${index}/*`, isPart: key => partKey.test(key) }),
  // VERBATIM: a word stands for itself only.
  search: (index, query, options) => [...searchCommand(index, replaceLookups(query, wordLookup), options), 'VERBATIM'],
  // FT.ADD comes first: it fails without an index, and then nothing is written.
  write: (index, key, version, document) => [
    add(index, key, [
      'w',
      document.tags.filter(term => !isRare(term)).join(' '),
      't',
      document.tags.filter(isRare).join(','),
      ...columnFields(document),
    ]),
    store(key, version, document),
  ],
  remove: (index, key) => [
    ['FT.DEL', index, key],
    ['DEL', key],
  ],
  keepsDeletedTerms: true,
  // inverted_sz_mb is left out, since it does not count tags and becomes negative.
  sizeFields: ['doc_table_size_mb', 'sortable_values_size_mb', 'key_table_size_mb'],
  // Measured with seeded orders, because MEMORY USAGE of the index would block Redis for seconds.
  termBytes: 12,
  // All settings are arguments of the module (moduleArguments.ts).
  settings: [],
};

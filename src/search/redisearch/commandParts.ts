import { toPairs } from '../../base/lists.js';
import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';
import type { IndexSize } from '../SearchIndexes.js';
import { type FindOptions, type SearchDocument, type NumberColumn, numberColumns } from './Generation.js';

interface SearchRow {
  readonly key: string;
  readonly sortKey: number;
  readonly fields: ReadonlyMap<string, Buffer>;
}

const noFields: ReadonlyMap<string, Buffer> = new Map();

/** Parses an answer to FT.SEARCH in Buffers: the total, then key, sort key (`#5`) and fields of each hit. */
export const parseSearchAnswer = ([total, ...rest]: readonly unknown[]): { total: number; rows: SearchRow[] } => ({
  total: Number(total),
  rows: Array.from({ length: rest.length / 3 }, (_, at) => {
    const [key, sortKey, fields] = rest.slice(3 * at, 3 * at + 3);
    return {
      key: String(key),
      sortKey: Number(String(sortKey).slice(1)),
      fields: Array.isArray(fields) ? (toPairs(fields) as Map<string, Buffer>) : noFields,
    };
  }),
});

/** Parses an answer to FT.INFO; `sizeFields` are the fields that add up to the bytes. */
export const parseIndexInfo = (answer: readonly unknown[], sizeFields: readonly string[]): IndexSize => {
  const fields = toPairs(answer);
  const documents = Number(fields.get('num_docs'));
  // Some servers answer `-nan`.
  const mebibytes = sizeFields.reduce((sum, name) => sum + (Number(fields.get(name)) || 0), 0);
  return { documents, replaced: Number(fields.get('max_doc_id')) - documents, bytes: Math.round(mebibytes * 2 ** 20) };
};

/** The client's own time limit also reports `Command timed out`, but not as a ReplyError. */
const isReplyError = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Error && error.name === 'ReplyError' && pattern.test(error.message);

export const isUnknownIndexError = (error: unknown): boolean =>
  isReplyError(error, /unknown index|no such index|index not found/i);

export const isExistingIndexError = (error: unknown): boolean => isReplyError(error, /index already exists/i);

export const isSearchTimeoutError = (error: unknown): boolean => isReplyError(error, /timed out|timeout limit/i);

const forEachColumn = (partOf: (column: NumberColumn) => readonly string[]): string[] => numberColumns.flatMap(partOf);

/** Fails where there is no index; an index without synonyms answers with an empty list. */
export const existenceCommand = (index: string): CommandArguments => ['FT.SYNDUMP', index];

/** RediSearch 1.x takes longer for it the more documents there are. */
export const infoCommand = (index: string): CommandArguments => ['FT.INFO', index];

/** The end of FT.CREATE: no word is ignored, and the sortable columns follow the fields of terms. */
export const schemaArguments = (...termFields: readonly string[]): readonly string[] => [
  'STOPWORDS',
  '0',
  'SCHEMA',
  ...termFields,
  ...forEachColumn(column => [column, 'NUMERIC', 'SORTABLE']),
];

/** The field of terms as tags. */
export const tagField: readonly string[] = ['t', 'TAG', 'SEPARATOR', ','];

const rarityMark = 'u';
export const isRare = (term: string): boolean => term.startsWith(rarityMark);

const withoutMark = (term: string): string => (isRare(term) ? term.slice(rarityMark.length) : term);

const termLookup = /@t:\{([^}]*)\}/g;

export const replaceLookups = (query: string, lookupOf: (terms: readonly string[]) => string): string =>
  query.replace(termLookup, (_, terms: string) => lookupOf(terms.split('|')));

export const tagLookup = (terms: readonly string[]): string => `@t:{${terms.join('|')}}`;

/** Converts a query for an index with one field for all terms, where rare terms have no mark. */
export const withoutRarityMarks = (query: string): string =>
  replaceLookups(query, terms => tagLookup(terms.map(withoutMark)));

/** Fields of a document that the index returns: the version and the content. */
export const storedFields = (version: number, { content }: SearchDocument): CommandArguments => [
  'v',
  String(version),
  'd',
  content,
];

export const columnFields = ({ numbers }: SearchDocument): CommandArguments =>
  forEachColumn(column => [column, String(numbers[column])]);

/** Fields of a document for an index with one field for all terms. */
export const searchedFields = (document: SearchDocument): CommandArguments => [
  't',
  document.tags.map(withoutMark).join(','),
  ...columnFields(document),
];

/**
 * Always returns the version: a removed document has none. RediSearch 1.x refuses a limit of 0; a search that only
 * counts takes half the time without a sort.
 */
export const searchCommand = (
  index: string,
  query: string,
  { sortBy, descending, offset, limit, content }: FindOptions,
): CommandArguments =>
  [
    ['FT.SEARCH', index, query, 'WITHSORTKEYS'],
    limit === 0 ? [] : ['SORTBY', sortBy, descending ? 'DESC' : 'ASC'],
    ['RETURN', ...(content ? ['2', 'v', 'd'] : ['1', 'v'])],
    ['LIMIT', String(offset), String(Math.max(limit, 1))],
  ].flat();

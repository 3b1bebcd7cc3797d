/** Parses answers and errors of the search module, which differ between its generations. */
import { toPairs } from '../../base/redis/searchIndex/parseModuleList.js';

export interface SearchRow {
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

export interface IndexInfo {
  readonly documents: number;
  /** Documents that were replaced or removed: the index gives each written document a new number. */
  readonly replaced: number;
  readonly bytes: number;
}

/** Parses an answer to FT.INFO; `sizeFields` are the fields that add up to the bytes. */
export const parseIndexInfo = (answer: readonly unknown[], sizeFields: readonly string[]): IndexInfo => {
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

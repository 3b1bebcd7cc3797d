import { toPairs } from './toPairs.js';

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

/** The parts of commands that all generations of RediSearch share. */
import type { CommandArguments } from '../sendToKeyNode.js';
import type { FindOptions, IndexedDocument } from './Generation.js';
import { type NumberColumn, numberColumns } from './numberColumns.js';

const forEachColumn = (partOf: (column: NumberColumn) => readonly string[]): string[] => numberColumns.flatMap(partOf);

export const infoCommand = (index: string): CommandArguments => ['FT.INFO', index];

/** The arguments of FT.CREATE: one field of terms, and the sortable columns. */
export const schemaArguments: readonly string[] = [
  ['STOPWORDS', '0', 'SCHEMA'],
  ['t', 'TAG', 'SEPARATOR', ','],
  forEachColumn(column => [column, 'NUMERIC', 'SORTABLE']),
].flat();

/** Fields of a document that the index returns: the version and the content. */
export const storedFields = (version: number, { content }: IndexedDocument): CommandArguments => [
  'v',
  String(version),
  'd',
  content,
];

/** Fields of a document that the index searches. */
export const searchedFields = ({ tags, numbers }: IndexedDocument): CommandArguments => [
  't',
  tags.join(','),
  ...forEachColumn(column => [column, String(numbers[column])]),
];

/** Always asks for the version, which tells a removed document; RediSearch 1.x refuses a limit of 0. */
export const searchCommand = (
  index: string,
  query: string,
  { sortBy, descending, offset, limit, content }: FindOptions,
): CommandArguments =>
  [
    ['FT.SEARCH', index, query, 'WITHSORTKEYS'],
    ['SORTBY', sortBy, descending ? 'DESC' : 'ASC'],
    ['RETURN', ...(content ? ['2', 'v', 'd'] : ['1', 'v'])],
    ['LIMIT', String(offset), String(Math.max(limit, 1))],
  ].flat();

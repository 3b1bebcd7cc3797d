/** Expressions that compare words, and values that few documents share: the index finds their documents. */
import { limits } from '../../base/config/limits.js';
import { measureExpression } from '../match/measureExpression.js';
import { constantRelevance } from '../match/relevanceOf.js';
import { concernsRows, type RowList, splitAt } from '../match/rows.js';
import { conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import type { Expression } from '../query/ast.js';
import { newestFirst, requiredFields, type SearchedIndex } from '../run/findCandidates.js';
import type { DocumentColumns } from './DocumentColumns.js';

/** The documents that the index finds for an expression. */
export interface FoundDocuments {
  readonly ids: readonly string[];
  /** False if the expression has to be compared with each document. */
  readonly isExact: boolean;
  readonly measured: Map<string, MeasuredContent>;
}

/** How well a content matches an expression: the share by the position of the row, or by 0 for the document. */
interface MeasuredContent {
  readonly content: Buffer;
  readonly shares: readonly (readonly [at: number, share: number])[];
}

export type FoundExpressions = ReadonlyMap<Expression, FoundDocuments>;

export const findExpressions = async (
  { find }: SearchedIndex,
  expressions: readonly Expression[],
  languages: Languages,
  rows: RowList,
  isStaged: boolean,
): Promise<FoundExpressions> => {
  const found = await Promise.all(
    expressions.map(async (expression): Promise<readonly [Expression, FoundDocuments]> => {
      const condition = planQuery(expression, languages, rows, isStaged);
      const text = conditionText(condition);
      if (text === undefined || condition.kind === 'nothing')
        return [expression, { ids: [], isExact: true, measured: new Map() }];
      const isExact =
        condition.isExact && constantRelevance(expression) !== undefined && !concernsRows(expression, rows);
      const options = { ...newestFirst, offset: 0, limit: limits.searchFoundMax, content: false };
      const { hits } = await find(text, options);
      return [expression, { ids: hits.map(({ id }) => id), isExact, measured: new Map() }];
    }),
  );
  return new Map(found);
};

/** Returns a function that compares a content with an expression, of which it reads only the named members. */
const contentMeasure = (columns: DocumentColumns, expression: Expression, rows: RowList) => {
  const measure = measureExpression(expression);
  const members = requiredFields({ query: expression, sort: [] }, [], columns.viewPositions);
  const isOfRows = concernsRows(expression, rows);
  return (content: Buffer): MeasuredContent => {
    const unpacked = columns.unpack(content, members);
    const parts = isOfRows ? splitAt(unpacked, rows.path) : [unpacked];
    return { content, shares: parts.map((part, at) => [at, measure(part)] as const).filter(([, share]) => share > 0) };
  };
};

/** Compares the found documents with their expressions; yields the bytes of each. */
export function* measureFound(columns: DocumentColumns, found: FoundExpressions, rows: RowList): Generator<number> {
  for (const [expression, { ids, isExact, measured }] of found) {
    const measure = contentMeasure(columns, expression, rows);
    for (const id of isExact ? [] : ids) {
      const document = columns.numberOf(id);
      if (document === undefined) continue;
      const content = columns.contentOf(document);
      measured.set(id, measure(content));
      yield content.length;
    }
  }
}

/**
 * Returns how well the found documents match an expression, or their rows where its field is one of rows: the share by
 * the number of the document or row. Documents that changed since they were measured are measured again.
 */
export const sharesOf = (
  columns: DocumentColumns,
  expression: Expression,
  { ids, isExact, measured }: FoundDocuments,
  rows: RowList,
): ReadonlyMap<number, number> => {
  const shares = new Map<number, number>();
  const isOfRows = concernsRows(expression, rows);
  const measure = contentMeasure(columns, expression, rows);
  for (const id of ids) {
    const document = columns.numberOf(id);
    if (document === undefined) continue;
    if (isExact) {
      shares.set(document, 1);
      continue;
    }
    const content = columns.contentOf(document);
    const known = measured.get(id);
    const from = isOfRows ? columns.rowFrom[document]! : document;
    for (const [at, share] of (known?.content === content ? known : measure(content)).shares)
      shares.set(from + at, share);
  }
  return shares;
};

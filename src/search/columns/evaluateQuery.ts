/** Tells which documents, rows or elements of columns match a query: the same as `matcherOf` tells of contents. */
import { spendWork } from '../../base/shedding/boundedWork.js';
import { expressionLanguage } from '../match/measureExpression.js';
import { isWithin, weightOf } from '../match/relevanceOf.js';
import { concernsRows, type RowList } from '../match/rows.js';
import type { Expression, Query } from '../query/ast.js';
import { type ColumnField, type DocumentColumns, levelOf } from './DocumentColumns.js';
import { type FoundDocuments, type FoundExpressions, sharesOf } from './foundWords.js';
import type { Level } from './ValueColumn.js';

/** 1 for each number that matches, otherwise 0. */
export type Mask = Uint8Array;

export const columnFieldOf = (expression: Expression): ColumnField => ({
  field: expression.field,
  language: expressionLanguage(expression),
});

/** What a search reads: columns, and the documents of the expressions that columns cannot answer. */
export interface SearchedColumns {
  readonly columns: DocumentColumns;
  readonly rows: RowList;
  readonly found: FoundExpressions;
}

const isCompound = (query: Query): query is Query & { readonly parts: readonly Query[] } => 'parts' in query;

const levels: readonly Level[] = ['document', 'row', 'element'];

/** Values that are read or written in about the time of one step. */
const valuesPerStep = 16;

/** Counts a pass over so many values as work of the request. */
export const spendPass = (values: number): void => spendWork(values / valuesPerStep);

/** Gives each row the result of its document, or each element that of its row. */
const spread = (mask: Mask, parents: Int32Array, count: number): Mask => {
  spendPass(count);
  const result = new Uint8Array(count);
  for (let at = 0; at < count; at++) result[at] = mask[parents[at]!]!;
  return result;
};

/** Gives each document or row 1 if any of its parts has 1. */
const gather = (mask: Mask, from: Int32Array, to: Int32Array, count: number): Mask => {
  spendPass(count);
  const result = new Uint8Array(count);
  for (let at = 0; at < count; at++)
    for (let part = from[at]!; part < to[at]!; part++)
      if (mask[part] === 1) {
        result[at] = 1;
        break;
      }
  return result;
};

/** Converts a mask to another level. */
const atLevel = (columns: DocumentColumns, mask: Mask, from: Level, to: Level): Mask => {
  let [current, level] = [mask, from];
  while (level !== to) {
    const isDown = levels.indexOf(to) > levels.indexOf(level);
    if (level === 'document') [current, level] = [spread(current, columns.rowDocument, columns.rowCount), 'row'];
    else if (level === 'element')
      [current, level] = [gather(current, columns.elementFrom, columns.elementTo, columns.rowCount), 'row'];
    else if (isDown) [current, level] = [spread(current, columns.elementRow, columns.elementCount), 'element'];
    else [current, level] = [gather(current, columns.rowFrom, columns.rowTo, columns.documentCount), 'document'];
  }
  return current;
};

const evaluateFound = (
  { columns, rows }: SearchedColumns,
  expression: Expression,
  found: FoundDocuments,
  level: Level,
): Mask => {
  const own = levelOf(expression.field, rows);
  const mask = new Uint8Array(columns.countAt(own));
  for (const at of sharesOf(columns, expression, found, rows).keys()) mask[at] = 1;
  return atLevel(columns, mask, own, level);
};

const evaluateExpression = (searched: SearchedColumns, expression: Expression, level: Level): Mask => {
  const { columns, found } = searched;
  const documents = found.get(expression);
  if (documents !== undefined) return evaluateFound(searched, expression, documents, level);
  const field = columnFieldOf(expression);
  // No expression matches where there are no values.
  if (columns.isAbsent(field)) return new Uint8Array(columns.countAt(level));
  const column = columns.columnOf(field)!;
  const results = column.testsOf(expression);
  const { codes } = column;
  const count = columns.countAt(column.level);
  spendPass(count);
  const mask = new Uint8Array(count);
  for (let at = 0; at < count; at++) mask[at] = results[codes[at]!]!;
  return atLevel(columns, mask, column.level, level);
};

/** Gives 1 to what has 1 in all masks; it may change the first. */
export const intersect = (masks: readonly Mask[], count: number): Mask => {
  spendPass(masks.length * count);
  const [first = new Uint8Array(count).fill(1), ...others] = masks;
  for (const other of others) for (let at = 0; at < count; at++) first[at]! &= other[at]!;
  return first;
};

const unite = (masks: readonly Mask[], count: number): Mask => {
  spendPass(masks.length * count);
  const [first = new Uint8Array(count), ...others] = masks;
  for (const other of others) for (let at = 0; at < count; at++) first[at]! |= other[at]!;
  return first;
};

/**
 * Evaluates a query at a level. `joinsElements`: conditions on elements that stand beside one another have to be met by
 * one element.
 */
export const evaluateQuery = (searched: SearchedColumns, query: Query, level: Level, joinsElements: boolean): Mask => {
  if (!isCompound(query)) return evaluateExpression(searched, query, level);
  const { columns, rows } = searched;
  const count = columns.countAt(level);
  const masksOf = (parts: readonly Query[]): Mask[] =>
    parts.map(part => evaluateQuery(searched, part, level, joinsElements));
  if (query.kind === 'or') return unite(masksOf(query.parts), count);
  if (query.kind === 'not') {
    const mask = unite(masksOf(query.parts), count);
    for (let at = 0; at < count; at++) mask[at]! ^= 1;
    return mask;
  }
  const together = joinsElements ? query.parts.filter(part => isWithin(part, rows)) : [];
  if (together.length < 2) return intersect(masksOf(query.parts), count);
  const elements = together.map(part => evaluateQuery(searched, part, 'element', false));
  const joined = atLevel(columns, intersect(elements, columns.elementCount), 'element', level);
  return intersect([joined, ...masksOf(query.parts.filter(part => !isWithin(part, rows)))], count);
};

/** The weight of a query that documents, rows or elements match; -1 where they do not match. */
type Weights = Float64Array;

/** Returns for each document the greatest weight of its rows, or for each row that of its elements. */
const greatest = (weights: Weights, from: Int32Array, to: Int32Array, count: number): Weights => {
  spendPass(2 * count);
  const result = new Float64Array(count).fill(-1);
  for (let at = 0; at < count; at++)
    for (let part = from[at]!; part < to[at]!; part++) result[at] = Math.max(result[at]!, weights[part]!);
  return result;
};

const sumAll = (parts: readonly Weights[], count: number): Weights => {
  spendPass(2 * parts.length * count);
  const sum = new Float64Array(count);
  for (const part of parts)
    for (let at = 0; at < count; at++) sum[at] = sum[at]! < 0 || part[at]! < 0 ? -1 : sum[at]! + part[at]!;
  return sum;
};

const sumSome = (parts: readonly Weights[], count: number): Weights => {
  spendPass(2 * parts.length * count);
  const sum = new Float64Array(count).fill(-1);
  for (const part of parts)
    for (let at = 0; at < count; at++) if (part[at]! >= 0) sum[at] = Math.max(0, sum[at]!) + part[at]!;
  return sum;
};

/** Returns the weights of an expression whose documents the index found; a part of its words may match. */
const weighFound = (
  { columns, rows }: SearchedColumns,
  expression: Expression,
  found: FoundDocuments,
  level: Level,
): Weights => {
  const own = levelOf(expression.field, rows);
  const weights = new Float64Array(columns.countAt(own)).fill(-1);
  for (const [at, share] of sharesOf(columns, expression, found, rows)) weights[at] = share * expression.boost;
  return own === level
    ? weights
    : Float64Array.from(columns.rowDocument.subarray(0, columns.rowCount), document => weights[document]!);
};

const weighQuery = (searched: SearchedColumns, query: Query, level: Level, joinsElements: boolean): Weights => {
  const { columns, rows, found } = searched;
  const count = columns.countAt(level);
  const constant = (weight: number): Weights => {
    const mask = evaluateQuery(searched, query, level, joinsElements);
    const weights = new Float64Array(count);
    for (let at = 0; at < count; at++) weights[at] = mask[at] === 1 ? weight : -1;
    return weights;
  };
  if (!isCompound(query)) {
    const documents = found.get(query);
    return documents === undefined ? constant(query.boost) : weighFound(searched, query, documents, level);
  }
  if (query.kind === 'filter') return constant(0);
  if (query.kind === 'not') return constant(weightOf(query));
  const weighParts = (parts: readonly Query[]): Weights[] =>
    parts.map(part => weighQuery(searched, part, level, joinsElements));
  if (query.kind === 'or') return sumSome(weighParts(query.parts), count);
  const together = joinsElements ? query.parts.filter(part => isWithin(part, rows)) : [];
  if (together.length < 2) return sumAll(weighParts(query.parts), count);
  const elements = sumAll(
    together.map(part => weighQuery(searched, part, 'element', false)),
    columns.elementCount,
  );
  const joined = greatest(elements, columns.elementFrom, columns.elementTo, columns.rowCount);
  return sumAll([joined, ...weighParts(query.parts.filter(part => !isWithin(part, rows)))], count);
};

/** Returns the relevance of each document, from 0 to 1; 0 or less where it does not match. */
export const evaluateRelevance = (searched: SearchedColumns, query: Query): Float64Array => {
  const { columns, rows } = searched;
  const maxWeight = weightOf(query);
  if (maxWeight === 0) return new Float64Array(columns.documentCount);
  const weights = concernsRows(query, rows)
    ? greatest(weighQuery(searched, query, 'row', true), columns.rowFrom, columns.rowTo, columns.documentCount)
    : weighQuery(searched, query, 'document', true);
  return weights.map(weight => Math.min(1, weight / maxWeight));
};

/** A search query, read and checked (parse.ts): fields are known, values are of their kind. */
import type { SearchField } from '../searchFields.js';

export const compoundKinds = ['and', 'or', 'not', 'filter'] as const;
export type CompoundKind = (typeof compoundKinds)[number];

export interface Compound {
  readonly kind: CompoundKind;
  readonly parts: readonly Query[];
}

interface FieldExpression {
  readonly field: SearchField;
  /** Of a localized field: only values of that language. Always there but for `exists` and LocalizedEnumType. */
  readonly language?: string;
  /** SEARCH022: what a match weighs; 1 by default, at least 0. */
  readonly boost: number;
}

/**
 * A value as it is compared: of `long` and `number` fields a number, of `boolean` a boolean, of `dateTime`, `date`, `time`
 * and `instant` a number too (`comparable` in values.ts), of others text.
 */
export type ComparableValue = string | number | boolean;

export interface FullText extends FieldExpression {
  readonly kind: 'fullText';
  readonly value: string;
  readonly mustMatch: 'all' | 'any';
}
export interface Exact extends FieldExpression {
  readonly kind: 'exact';
  readonly value: ComparableValue;
  readonly caseInsensitive: boolean;
}
export interface Prefix extends FieldExpression {
  readonly kind: 'prefix';
  readonly value: string;
  readonly caseInsensitive: boolean;
}
export interface Wildcard extends FieldExpression {
  readonly kind: 'wildcard';
  readonly value: string;
  readonly caseInsensitive: boolean;
}
/** At least one bound is there. */
export interface Range extends FieldExpression {
  readonly kind: 'range';
  readonly gte?: string | number;
  readonly lte?: string | number;
}
export interface Exists extends FieldExpression {
  readonly kind: 'exists';
}

export type Expression = FullText | Exact | Prefix | Wildcard | Range | Exists;
export type Query = Compound | Expression;

export const sortModes = ['min', 'max', 'avg', 'sum'] as const;
export type SortMode = (typeof sortModes)[number];

/** SEARCH056 to SEARCH058 */
export interface SortCriterion {
  readonly field: SearchField;
  readonly language?: string;
  readonly order: 'asc' | 'desc';
  readonly mode: SortMode;
  readonly filter?: Expression;
}

export interface SearchRequest {
  readonly query: Query;
  /** Empty: by relevance, the highest first. */
  readonly sort: readonly SortCriterion[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * Types of a parsed search request (parseSearchRequest.ts): its fields exist and its values have the types of their
 * fields.
 */
import type { SearchField } from '../fields/SearchField.js';

export const compoundKinds = ['and', 'or', 'not', 'filter'] as const;
export type CompoundKind = (typeof compoundKinds)[number];

export interface Compound {
  readonly kind: CompoundKind;
  readonly parts: readonly Query[];
}

interface FieldExpression {
  readonly field: SearchField;
  /** Language of the compared values of a localized field; optional only for `exists` and LocalizedEnumType. */
  readonly language?: string;
  /** Weight of a match, at least 0; 1 by default (SEARCH022). */
  readonly boost: number;
}

/**
 * A value as it is compared: a number for `long`, `number`, `dateTime`, `date`, `time` and `instant` fields
 * (comparableNumber), a boolean for `boolean` fields, a text for others.
 */
export type ComparableValue = string | number | boolean;

/** Expressions that no match needs, and of which the best one raises the relevance of a match by its boost. */
interface Preferring {
  readonly preferences?: readonly Expression[];
}

export interface FullText extends FieldExpression, Preferring {
  readonly kind: 'fullText';
  readonly value: string;
  readonly mustMatch: 'all' | 'any';
}
/** Matches words that start with the words of the value. */
export interface FullTextPrefix extends FieldExpression {
  readonly kind: 'fullTextPrefix';
  readonly value: string;
  readonly mustMatch: 'all' | 'any';
}
/** Matches words within some edits of the words of the value. */
export interface Fuzzy extends FieldExpression, Preferring {
  readonly kind: 'fuzzy';
  readonly value: string;
  readonly mustMatch: 'all' | 'any';
  readonly level: number;
}
export interface Exact extends FieldExpression {
  readonly kind: 'exact';
  readonly value: ComparableValue;
  /** Further values: one of all values has to match. */
  readonly others?: readonly ComparableValue[];
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
/** A range with at least one bound. */
export interface Range extends FieldExpression {
  readonly kind: 'range';
  readonly gte?: string | number;
  readonly lte?: string | number;
  /** True if the range does not include the text `lte` itself; other bounds are always included. */
  readonly isBelow?: boolean;
}
export interface Exists extends FieldExpression {
  readonly kind: 'exists';
}

export type Expression = FullText | FullTextPrefix | Fuzzy | Exact | Prefix | Wildcard | Range | Exists;
export type Query = Compound | Expression;

export const preferencesOf = (expression: Expression): readonly Expression[] =>
  ('preferences' in expression ? expression.preferences : undefined) ?? [];

export const expressionsIn = (query: Query): readonly Expression[] =>
  'parts' in query ? query.parts.flatMap(expressionsIn) : [query];

export const sortModes = ['min', 'max', 'avg', 'sum'] as const;
export type SortMode = (typeof sortModes)[number];

/** One criterion by which resources are sorted (SEARCH056 to SEARCH058). */
export interface SortCriterion {
  readonly field: SearchField;
  readonly language?: string;
  readonly order: 'asc' | 'desc';
  readonly mode: SortMode;
  readonly filter?: Expression;
  /** A filter of the later searches, which may be compound. */
  readonly elementFilter?: Query;
  /** True if the relevance is the sort key instead of the field. */
  readonly isRelevance?: boolean;
}

export interface SearchRequest {
  readonly query: Query;
  /** When empty, resources are sorted by relevance, the highest first. */
  readonly sort: readonly SortCriterion[];
  readonly limit: number;
  readonly offset: number;
}

interface FacetOptions {
  readonly name: string;
  /** Selects which resources are counted: all, or those that the query matches. */
  readonly scope: 'all' | 'query';
  readonly filter?: Query;
  readonly level: 'products' | 'variants';
}

export interface FacetRange {
  readonly key: string;
  /** `from` is included in the range, `to` is not. */
  readonly from?: number;
  readonly to?: number;
}

/** A count that a search returns in addition to its hits. */
export type Facet =
  | (FacetOptions & { readonly kind: 'count' })
  | (FacetOptions & { readonly kind: 'stats'; readonly field: SearchField })
  | (FacetOptions & {
      readonly kind: 'ranges';
      readonly field: SearchField;
      readonly ranges: readonly FacetRange[];
    })
  | (FacetOptions & {
      readonly kind: 'distinct';
      readonly field: SearchField;
      readonly language?: string;
      readonly includes?: readonly string[];
      readonly missing?: string;
      readonly sort: { readonly by: 'count' | 'key'; readonly order: 'asc' | 'desc' };
      readonly limit: number;
    });

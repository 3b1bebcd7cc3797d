/** Describes the differences between the query languages of searched types. */
import type { FieldTable } from '../fields/FieldTable.js';
import { allowedExpressions, type ExpressionKind, type SearchField } from '../fields/SearchField.js';

export type ExpressionOption =
  | 'field'
  | 'customType'
  | 'fieldType'
  | 'boost'
  | 'language'
  | 'value'
  | 'values'
  | 'mustMatch'
  | 'caseInsensitive'
  | 'level'
  | 'gte'
  | 'gt'
  | 'lte'
  | 'lt';

export interface Dialect {
  /** The searched resources in messages: orders. */
  readonly plural: string;
  readonly table: FieldTable;
  readonly expressionKinds: readonly ExpressionKind[];
  /** The allowed members of an expression of each kind. */
  readonly options: Readonly<Record<ExpressionKind, readonly ExpressionOption[]>>;
  /** Name of a sort by relevance, where it is a field of its own. */
  readonly relevanceField?: string;
}

const commonOptions = ['field', 'customType', 'boost'] as const;
const comparisonOptions = [...commonOptions, 'value', 'language', 'caseInsensitive'] as const;

const orderOptions: Dialect['options'] = {
  fullText: [...commonOptions, 'value', 'language', 'mustMatch'],
  exact: comparisonOptions,
  prefix: comparisonOptions,
  wildcard: comparisonOptions,
  range: [...commonOptions, 'gte', 'lte'],
  exists: [...commonOptions, 'language'],
  fuzzy: [],
  fullTextPrefix: [],
};

/** The language of order search, as in the specification. */
export const orderLanguage: Pick<Dialect, 'expressionKinds' | 'options'> = {
  expressionKinds: ['fullText', 'exact', 'prefix', 'range', 'wildcard', 'exists'],
  options: orderOptions,
};

const withFieldType = (options: readonly ExpressionOption[], ...more: ExpressionOption[]): ExpressionOption[] => [
  ...options.map(option => (option === 'customType' ? 'fieldType' : option)),
  ...more,
];

/** The language of the later searches, as in the SDK. */
export const laterLanguage: Pick<Dialect, 'expressionKinds' | 'options' | 'relevanceField'> = {
  expressionKinds: ['fullText', 'fullTextPrefix', 'fuzzy', 'exact', 'prefix', 'range', 'wildcard', 'exists'],
  options: {
    fullText: withFieldType(orderOptions.fullText),
    fullTextPrefix: withFieldType(orderOptions.fullText),
    fuzzy: withFieldType(orderOptions.fullText, 'level'),
    exact: withFieldType(orderOptions.exact, 'values'),
    prefix: withFieldType(orderOptions.prefix),
    wildcard: withFieldType(orderOptions.wildcard),
    range: withFieldType(orderOptions.range, 'gt', 'lt'),
    exists: withFieldType(orderOptions.exists),
  },
  relevanceField: 'score',
};

export const allowedKinds = ({ expressionKinds }: Dialect, { type }: SearchField): readonly ExpressionKind[] =>
  allowedExpressions[type].filter(kind => expressionKinds.includes(kind));

/** Defines search fields and the expressions that their types allow. */
import { languageOfMember, rootLanguage } from '../../engine/collation.js';
import type { NumberColumn } from '../redisearch/Generation.js';

/**
 * The field types of the specification, followed by those that only custom fields have: `number` (NumberType), `string`
 * (StringType, EnumType), `date`, `time` and `instant` (DateType, TimeType, DateTimeType).
 */
export type SearchFieldType =
  | 'boolean'
  | 'long'
  | 'dateTime'
  | 'keyword'
  | 'text'
  | 'localizedText'
  | 'phone'
  | 'number'
  | 'string'
  | 'date'
  | 'time'
  | 'instant';

export type ExpressionKind =
  | 'fullText'
  | 'fullTextPrefix'
  | 'fuzzy'
  | 'exact'
  | 'prefix'
  | 'range'
  | 'wildcard'
  | 'exists';

/** The expressions that are allowed on fields of each type (SEARCH034 to SEARCH045), where the dialect has them. */
export const allowedExpressions: Readonly<Record<SearchFieldType, readonly ExpressionKind[]>> = {
  boolean: ['exact', 'exists'],
  long: ['exact', 'range', 'exists'],
  dateTime: ['exact', 'range', 'exists'],
  keyword: ['exact', 'prefix', 'wildcard', 'exists'],
  text: ['fullText', 'fullTextPrefix', 'fuzzy', 'exact', 'prefix', 'wildcard', 'exists'],
  localizedText: ['fullText', 'fullTextPrefix', 'fuzzy', 'exact', 'prefix', 'wildcard', 'exists'],
  phone: ['fullText', 'exact', 'prefix', 'wildcard'],
  number: ['exact', 'range', 'exists'],
  string: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  date: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  time: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
  instant: ['exact', 'prefix', 'range', 'wildcard', 'exists'],
};

/** One step into a content: the position of a member, or the name of a value of open fields. */
export interface ContentStep {
  readonly at: number | string;
  readonly isList: boolean;
  /** Selects, in a list of objects, only the elements with this value at a position. */
  readonly only?: { readonly at: number; readonly value: string };
}
export type ContentPath = readonly ContentStep[];

/** A row of a table of fields; the table adds the rest (FieldTable.ts). */
export interface SearchFieldRow {
  /** Name in the index, of lower-case letters and digits. A change requires a new `documentLayout`. */
  readonly code: string;
  /** The path of the values in a resource; by default the name of the field. */
  readonly path?: string;
  /** Column of a number that every resource has exactly once; the index can sort by it. */
  readonly column?: NumberColumn;
  /** Lengths of the indexed prefixes. Other prefixes are searched by the longest indexed one, then checked. */
  readonly prefixes?: readonly number[];
  /**
   * Code of the terms that the field shares with its twin where both have the same values: most orders have one address
   * for billing and shipping.
   */
  readonly pairCode?: string;
  /** True if the indexed prefixes disregard accents, as words do. */
  readonly foldsAccents?: boolean;
  /** True if few resources have the same value. */
  readonly isDistinct?: boolean;
  /** True if the value comes from another resource, as it was when the document was made (SEARCH054). */
  readonly isReferenced?: boolean;
  /** True if every resource has a value. */
  readonly isAlwaysPresent?: boolean;
  /** True if the field stands for all fields with text (SEARCH046, `all`). */
  readonly isAll?: boolean;
  /** True if clients cannot name it: operations other than a search by a query read it. */
  readonly isHidden?: boolean;
  /** True if the index has no terms of it, so that contents are compared. */
  readonly isUnindexed?: boolean;
  /**
   * The name of another field whose values include the value of this one, which is computed from the content when a
   * search reads it: the index has no terms of this field, and the terms of the other field find more.
   */
  readonly computedFrom?: string;
  /** The name of the field for which this is another name, without terms or a place in contents of its own. */
  readonly sameAs?: string;
}

/** Values that one search computes of contents, such as the price of its buyer. */
export interface Computation {
  /** Equal names stand for equal values of equal contents; columns add the times between which the values stay. */
  name: string;
  readonly of: (content: readonly unknown[]) => readonly unknown[];
  /** Positions of the members of a content that are read in addition to the members of the fields. */
  readonly members?: readonly number[];
  /** The time of the values, and the fields that have the times at which they change. */
  readonly at?: string;
  readonly changesAt?: readonly SearchField[];
}

/** The texts of other fields, with and without language, that a field without values of its own collects. */
export interface CollectedTexts {
  readonly parts: readonly SearchField[];
  /** The paths at which contents have values of open fields; `isText` tells which of them are texts. */
  readonly holders: readonly ContentPath[];
  readonly isText: (openType: string, openName: string) => boolean;
}

export interface SearchField extends SearchFieldRow {
  readonly name: string;
  readonly type: SearchFieldType;
  /** The path of the values in a content; a list on the path stands for all its elements. Empty for `isAll`. */
  readonly contentPath: ContentPath;
  /** The declared lists that contain the field, the outermost first. */
  readonly lists: readonly string[];
  /** The fields that an `isAll` field stands for. */
  readonly parts?: readonly SearchField[];
  readonly collects?: CollectedTexts;
  /** Adds the values of the field to a content. */
  readonly computedBy?: Computation;
  /** The field of `computedFrom`. */
  readonly source?: SearchField;
  /**
   * A value of another field, which each resource with a value of this field has: the index has no terms of this field
   * and finds more by that value.
   */
  readonly requires?: { readonly field: SearchField; readonly value: string };
  /** Type of an open field as queries name it: `SetType.StringType`. */
  readonly openType?: string;
  /** Name of an open field within its family. */
  readonly openName?: string;
  /** True if an open field may be compared without a language: then the key of an enum value is compared. */
  readonly hasKey?: boolean;
  /**
   * The field with each possible type, when a sort names an open field without its type; a resource has one of them.
   * Some may be sorted in another language than the others.
   */
  readonly typedVariants?: readonly (SearchField & { readonly language?: string })[];
}

/** Returns the field with the code of the terms that it shares with its twin; undefined for a field without a twin. */
export const pairField = ({ pairCode, ...field }: SearchField): SearchField | undefined =>
  pairCode === undefined ? undefined : { ...field, code: pairCode };

/** Restricts a field to those elements of its innermost list that have a value in another field of the elements. */
export const elementField = (field: SearchField, other: SearchField, value: string): SearchField => ({
  ...field,
  contentPath: field.contentPath.map((step, at, path) =>
    at === path.length - 2 ? { ...step, only: { at: Number(other.contentPath.at(-1)?.at), value } } : step,
  ),
  requires: { field: other, value },
});

/** Returns the name of the type of a field in the specification and in queries. */
export const fieldTypeName = ({ type, openType, typedVariants }: SearchField): string =>
  openType ?? (typedVariants === undefined ? `${type}Field` : 'custom field');

/** The innermost list that contains a field; undefined for a field outside of lists. */
export const innermostList = ({ lists }: SearchField): string | undefined => lists.at(-1);

/** The innermost list that contains both fields in each of its elements (SEARCH058). */
export const innermostSharedList = (field: SearchField, other: SearchField): string | undefined =>
  field.lists.findLast(path => other.lists.includes(path));

/**
 * Returns the language in which the values of a field are sorted; `language` is the language of a localized field.
 * Undefined for identifiers, such as the keys of enum values. Texts of open fields are for people, not identifiers.
 */
export const sortLanguage = (field: SearchField, language: string | undefined): string | undefined => {
  if (language !== undefined) return language;
  const { name, openName, typedVariants = [field] } = field;
  const isText = ({ type, openType = '' }: SearchField): boolean =>
    type === 'text' || (type === 'string' && !openType.endsWith('EnumType'));
  if (!typedVariants.some(isText)) return undefined;
  return openName === undefined ? languageOfMember(name.slice(name.lastIndexOf('.') + 1)) : rootLanguage;
};

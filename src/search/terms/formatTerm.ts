import { enumKeyLanguage } from '../document/fieldValues.js';
import type { SearchField } from '../fields/searchFields.js';
import { encodeText } from './encodeText.js';

/**
 * What a term says about a field. The letters are stored in the index and never change. Terms that few documents have
 * start with `u` (redis/searchIndex/Generation.ts).
 */
export const termKinds = {
  /** A value is exactly this. */
  exact: 'x',
  rareExact: 'ux',
  /** A value is exactly this without regard to case. */
  exactFolded: 'i',
  rareExactFolded: 'ui',
  /** A text contains this word. */
  word: 'w',
  /** A value starts with this. */
  prefix: 'p',
  /** A value starts with this without regard to case. */
  prefixFolded: 'q',
  /** A phone number has exactly these digits. */
  digits: 'ud',
  /** The digits of a phone number start with these. */
  digitsPrefix: 'r',
  /** A number is exactly this (numberTerms.ts). */
  number: 'n',
  /** The hexadecimal digits of a number start with these (numberTerms.ts). */
  numberPrefix: 'e',
  /** The field has any value. */
  exists: 'h',
} as const;

export type TermKind = (typeof termKinds)[keyof typeof termKinds];

/** The kinds of terms for exact values of a field. */
export const exactKinds = ({ isDistinct }: SearchField): { readonly exact: TermKind; readonly folded: TermKind } =>
  isDistinct === true
    ? { exact: termKinds.rareExact, folded: termKinds.rareExactFolded }
    : { exact: termKinds.exact, folded: termKinds.exactFolded };

/** Names the values of a field in terms; of a localized field those in one language, or in any when it is absent. */
export const termScope = ({ code, customType, path }: SearchField, language?: string): string => {
  const name = customType === undefined ? code : `${code}__${encodeText(path.slice(1).join('.'))}`;
  return language === undefined || language === enumKeyLanguage ? name : `${name}__l${encodeText(language)}`;
};

/** Formats a term of the index: its kind, its scope and its encoded value. */
export const formatTerm = (kind: TermKind, scope: string, encoded = ''): string => `${kind}${scope}__${encoded}`;

/** A term that every document has; a search for documents without some terms starts from it. */
export const everyTerm = 'a__';

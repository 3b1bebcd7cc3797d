import { createHash } from 'node:crypto';
import { enumKeyLanguage } from '../document/fieldValues.js';
import type { SearchField } from '../fields/SearchField.js';

/**
 * The columns of the index store a number as a whole number with a fraction computed from the start of the id.
 * Resources with equal numbers thus have a fixed order, which is the same on every page and after every re-index.
 */
const significantBits = 52;
/** RediSearch cannot read an exponent, with which smaller fractions are written: -1 + (1 - 2^-32) is -2.3e-10. */
const tieBitsMax = 19;
const idBits = 32;
const idDigits = idBits / 4;

/** Returns the number of bits that are available for the fraction of a number. */
const tieBits = (whole: number): number =>
  Math.min(tieBitsMax, significantBits - (whole === 0 ? 0 : Math.floor(Math.log2(Math.abs(whole))) + 1));

/**
 * Keep fractions away from the next whole number: RediSearch 1.x rounds a number to a hundredth when that halves its
 * size, and must not round up to the next whole number.
 */
const tieShare = 0.98;
const maxShare = 0.995;

const truncatedFraction = (share: number, bits: number): number => Math.floor(share * 2 ** bits) / 2 ** bits;

/** Adds a fraction that grows with the id. The larger the number, the fewer ids it distinguishes. */
export const columnValue = (whole: number, id: string): number => {
  const bits = tieBits(whole);
  const tie = Number.parseInt(id.replaceAll('-', '').slice(0, idDigits), 16) || 0;
  return bits <= 0 ? whole : whole + truncatedFraction((tieShare * tie) / 2 ** idBits, bits);
};

/** Returns the largest value that a column stores for a whole number. */
export const maxColumnValue = (whole: number): number => {
  const bits = tieBits(whole);
  return bits <= 0 ? whole : whole + truncatedFraction(maxShare, bits);
};

/*
 * Terms of the index have lower-case letters, digits and `_` only, so that RediSearch does not fold, trim, split or
 * interpret them. Texts with a common prefix have encodings with a common prefix, and an encoding never
 * contains `__`, which separates the parts of a term.
 */

const frequent = '-_ .@,:/';

const encodeByte = (byte: number): string => {
  const character = String.fromCharCode(byte);
  if (/[a-z0-9]/.test(character)) return character;
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  const at = frequent.indexOf(character);
  return at >= 0 ? `_${at}` : `_9${byte.toString(16).padStart(2, '0')}`;
};

const encodedBytes = Array.from({ length: 256 }, (_, byte) => encodeByte(byte));

const plain = /^[a-z0-9]*$/;
const asciiEnd = 0x80;

const encodeBytes = (text: string): string => {
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += encodedBytes[byte];
  return encoded;
};

export const encodeText = (text: string): string => {
  if (plain.test(text)) return text;
  let encoded = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= asciiEnd) return encodeBytes(text);
    encoded += encodedBytes[code];
  }
  return encoded;
};

const wholeMax = 80;
const keptLength = 32;
const digestLength = 24;

/** Encodes a complete value; a long value becomes its start and a digest. */
export const encodeValue = (text: string): string => {
  const encoded = encodeText(text);
  if (encoded.length <= wholeMax) return encoded;
  return `${encoded.slice(0, keptLength)}__${createHash('sha256').update(text).digest('hex').slice(0, digestLength)}`;
};

/**
 * The statements that a term can make about a field. The letters are stored in the index and never change. Terms that
 * few documents have start with `u` (search/redisearch/Generation.ts).
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

/** Returns the kinds of terms for exact values of a field. */
export const exactKinds = ({ isDistinct }: SearchField): { readonly exact: TermKind; readonly folded: TermKind } =>
  isDistinct === true
    ? { exact: termKinds.rareExact, folded: termKinds.rareExactFolded }
    : { exact: termKinds.exact, folded: termKinds.exactFolded };

/** Names the values of a field in terms; for a localized field, those in one language, or in any without `language`. */
export const termScope = ({ code, openName }: SearchField, language?: string): string => {
  const name = openName === undefined ? code : `${code}__${encodeText(openName)}`;
  return language === undefined || language === enumKeyLanguage ? name : `${name}__l${encodeText(language)}`;
};

/** Formats a term of the index: its kind, its scope and its encoded value. */
export const formatTerm = (kind: TermKind, scope: string, encoded = ''): string => `${kind}${scope}__${encoded}`;

/** A term that every document has; a search for documents without some terms starts from it. */
export const everyTerm = 'a__';

/** Terms that tell whether a resource has staged data of its own, or the current data only. */
export const sameDataTerm = 'b__';
export const stagedDataTerm = 'c__';

/** Codes of fields in terms of staged data start with it; codes of current data have no `_`. */
const stagedCode = 's_';

/** Returns the field for the terms of staged data. Columns are the same for current and staged data. */
export const stagedField = (field: SearchField): SearchField => ({
  ...field,
  code: `${stagedCode}${field.code}`,
  ...(field.source !== undefined && { source: stagedField(field.source) }),
  ...(field.requires !== undefined && { requires: { ...field.requires, field: stagedField(field.requires.field) } }),
});

import { toUtcDateTime } from '../../schema/toUtcDateTime.js';

/**
 * The lists of ids of one hashed index. With 100,000 values a list has 24 ids and an id takes about 58 bytes; a key for
 * each value would take 240 (docs/measurements/indexes.md). Stored ids depend on this number, a power of two.
 */
const lists = 4_096;

export type IndexableValue = string | number | boolean;

/** Date-times are compared as times, whatever their offset: they have the text of that time. */
const comparedText = (value: IndexableValue): string =>
  typeof value === 'string' ? (toUtcDateTime(value) ?? value) : String(value);

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
/** The upper bits of the hash, which depend on more of the text than the lower ones. */
const upperBits = 20;

/** The name of the list for a value: FNV-1a of its UTF-16 code units. Values that a predicate calls equal share one. */
export const hashedValue = (value: IndexableValue): string => {
  const text = comparedText(value);
  let hash = fnvOffset;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime);
  return String(((hash >>> upperBits) ^ hash) & (lists - 1));
};

/** The names of all lists. */
export const hashedValues = (): string[] => Array.from({ length: lists }, (_, list) => String(list));

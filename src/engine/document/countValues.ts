/** Counts what a JSON text holds without parsing it, which takes up to a hundred times longer. */
import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
  space,
} from '../../store/jsonPunctuation.js';

/** A text has no more members and elements than half of its bytes: the shortest is `0,`. */
export const mayHoldMore = (json: Uint8Array, valuesMax: number): boolean => json.length > 2 * valuesMax;

/**
 * Counts the members and elements at all levels of a JSON text; repeated members count each time. There is one for each
 * comma outside of texts, and one more in every list and object that is not empty. For a text that is not JSON the
 * count has no meaning.
 */
export const countValues = (json: Uint8Array): number => {
  let count = 0;
  /** True if only white space came since the last opening bracket. */
  let isOpen = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte <= space) continue;
    if (isOpen) {
      isOpen = false;
      if (byte !== closeBrace && byte !== closeBracket) count++;
    }
    if (byte === quote) {
      for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++;
    } else if (byte === comma) count++;
    else if (byte === openBrace || byte === openBracket) isOpen = true;
  }
  return count;
};

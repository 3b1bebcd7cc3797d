/** How a term of the index is spelled: what it says of which field, and the value. */
import { enumKeyLanguage } from '../document/fieldValues.js';
import type { SearchField } from '../searchFields.js';
import { encodeText } from './encodeText.js';

/**
 * `x` has the value, `i` has it without regard to case, `w` has the word, `p` a value begins so, `q` the same without regard
 * to case, `d` the digits of a phone number, `r` these begin so, `n` and `e` numbers (numbers.ts), `h` has any value.
 */
export type TermKind = 'x' | 'i' | 'w' | 'p' | 'q' | 'd' | 'r' | 'n' | 'e' | 'h';

/** Names the values of one field, of localized ones those of one language; without it those of any. */
export const termScope = ({ code, customType, path }: SearchField, language?: string): string => {
  const named = customType === undefined ? code : `${code}__${encodeText(path.slice(1).join('.'))}`;
  return language === undefined || language === enumKeyLanguage ? named : `${named}__l${encodeText(language)}`;
};

export const formatTerm = (operation: TermKind, scope: string, encoded = ''): string =>
  `${operation}${scope}__${encoded}`;

/** Every document has it: what is looked for outside of other terms is looked for within this one. */
export const everyTerm = 'a__';

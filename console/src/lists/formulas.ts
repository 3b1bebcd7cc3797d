/**
 * Prevents spreadsheets from running texts as formulas, and restores the texts unchanged.
 *
 * A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, also in full width, and some skip blanks, quotes and
 * invisible characters before it. An apostrophe makes such a cell a text. A cell begins at the start of a text and, if
 * the reader uses other separators than the file, after a semicolon, a tab or the end of a line, since a reader of
 * semicolons ignores the quotes around a cell of this file. A comma begins no cell: a reader of commas respects quotes.
 *
 * A number alone stays unchanged, also with a currency, and so does a telephone number of digits and blanks: neither
 * can call anything, and a column of negative amounts must add up.
 */

/** Apostrophes are skipped like blanks: a text that has one gets a second one, so that reading removes only one. */
const skipped = String.raw`(?:[\p{Z}"'\u0060\u00b4\u2018-\u201f]|[^\P{C}\t\r\n])*`;
const trigger = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;
const cellStart = String.raw`(?<=^|[;\t\r\n])`;

/** Some spreadsheets drop a tab or a line at the start of a text. */
const unsafePlaces = new RegExp(String.raw`${cellStart}(?=${skipped}${trigger})|^(?='*[\t\r\n])`, 'gu');
const protection = new RegExp(String.raw`${cellStart}'(?=${skipped}${trigger})|^'(?='*[\t\r\n])`, 'gu');

const numberAlone = /^[+-]\d+(?:[ \u00a0\u202f.,]\d+)*(?:[eE][+-]?\d+)?(?: ?%| [A-Z]{3})?$/;

export const protectText = (text: string): string => (numberAlone.test(text) ? text : text.replace(unsafePlaces, "'"));

/** Restores a text that `protectText` wrote or that a spreadsheet contains, which hides the apostrophe. */
export const unprotectText = (text: string): string => text.replace(protection, '');

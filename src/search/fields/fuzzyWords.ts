import { spendWork } from '../../base/shedding/boundedWork.js';

/** The most edits that a fuzzy search allows. */
export const fuzzyLevelMax = 2;

/** Words up to the first length allow no edit, words up to the second length one, longer words two. */
const exactLengthMax = 2;
const oneEditLengthMax = 5;

/** Returns the number of edits that a fuzzy search of a level allows for a word. */
export const editsOf = (word: string, level: number): number => {
  const { length } = Array.from(word);
  return Math.min(level, length <= exactLengthMax ? 0 : length <= oneEditLengthMax ? 1 : 2);
};

/** Computes one row of the table of distances between the starts of two words. */
const nextRow = (row: readonly number[], character: string, other: readonly string[]): number[] => {
  const next = [row[0]! + 1];
  other.forEach((each, at) =>
    next.push(Math.min(row[at]! + (each === character ? 0 : 1), row[at + 1]! + 1, next[at]! + 1)),
  );
  return next;
};

/** Tests whether another word differs by a few edits: a character that is inserted, removed or replaced. */
export const fuzzyWordTest = (word: string, level: number): ((other: string) => boolean) => {
  const characters = Array.from(word);
  const edits = editsOf(word, level);
  return text => {
    const other = Array.from(text);
    if (Math.abs(other.length - characters.length) > edits) return false;
    spendWork((characters.length * other.length) / 8);
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (const character of characters) {
      row = nextRow(row, character, other);
      if (Math.min(...row) > edits) return false;
    }
    return row.at(-1)! <= edits;
  };
};

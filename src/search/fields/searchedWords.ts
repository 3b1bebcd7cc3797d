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

/**
 * The words of texts (SEARCH023). Words are compared without regard to case, accents and width. In scripts that are
 * written without spaces only a dictionary knows words, and dictionaries differ: for ICU, 東京タワー is one word. There
 * `Intl.Segmenter` divides the searched text, and each of its words is found wherever it stands in a text; the index
 * has the pairs of characters, so that it does not depend on the version of the dictionary.
 */

/** Letters without a removable accent, which people spell with other letters where a keyboard lacks them. */
const spelledLetters: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ё', 'е'],
]);

const ascii = /^[\0-\x7f]*$/;
/** Only Latin and Greek letters: in other scripts a mark makes another letter. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const spelled = /[æœøđðħłŧþё]/g;

/** Returns the form in which words are compared: `GRÖSSE` and `Größe` are `grosse`, `café` is `cafe`. */
export const foldText = (text: string): string => {
  if (ascii.test(text)) return text.toLowerCase();
  // A capital has its full form only in upper case: ß is SS, and a final sigma is a sigma.
  const folded = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const plain = folded.normalize('NFD').replace(accents, '').normalize('NFC');
  return plain.replace(spelled, letter => spelledLetters.get(letter) ?? letter);
};

const unspacedScripts = ['Han', 'Hira', 'Kana', 'Thai', 'Lao', 'Khmr', 'Mymr'].map(name => `\\p{scx=${name}}`).join('');
const letters = '\\p{L}\\p{M}\\p{N}';
const unspacedRun = new RegExp(`^[${unspacedScripts}]`, 'u');
const runs = new RegExp(`(?:(?=[${letters}])[${unspacedScripts}])+|(?:(?![${unspacedScripts}])[${letters}])+`, 'gu');

/** Tells whether a word is of a script that is written without spaces. */
export const isUnspaced = (word: string): boolean => unspacedRun.test(word);

/** Returns the words of a text; a run of letters of a script without spaces counts as one word. */
export const wordsOf = (text: string): string[] => [...new Set(foldText(text).match(runs) ?? [])];

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the words of a text that is searched for; a run of a script without spaces is divided by a dictionary. */
export const searchedWords = (text: string): string[] => [
  ...new Set(
    wordsOf(text).flatMap(word =>
      isUnspaced(word) ? Array.from(segmenter.segment(word), ({ segment }) => segment) : [word],
    ),
  ),
];

/** Returns the pairs of characters by which a word without spaces is found; a single character stands for itself. */
export const pairsOf = (word: string): string[] => {
  const characters = Array.from(word);
  return characters.length === 1 ? characters : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
};

/** Returns the words of a text that are indexed; a run without spaces gives its characters and its pairs. */
export const indexedWords = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap(word => (isUnspaced(word) ? [...Array.from(word), ...pairsOf(word)] : [word]))),
];

/** Tests for searched words among the words of texts. */
export const wordFinder = (present: readonly string[]): ((searched: string) => boolean) => {
  const words = new Set(present);
  const unspaced = present.filter(isUnspaced);
  return searched => words.has(searched) || (isUnspaced(searched) && unspaced.some(run => run.includes(searched)));
};

/** Creates a test for words that are like a searched one; a run without spaces may also contain the searched one. */
export const similarWordTest = (searched: string, isLike: (word: string) => boolean): ((word: string) => boolean) =>
  isUnspaced(searched) ? word => word.includes(searched) || isLike(word) : isLike;

/** Returns the words of a text, and the words within its runs without spaces. */
export const dividedWords = (text: string): string[] => [...new Set([...wordsOf(text), ...searchedWords(text)])];

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

/** Counts the edits between two words: a character that is inserted, removed or replaced, or two that are swapped. */
export type EditCounter = (other: string) => number | undefined;

/** Two rows of the table of distances between the starts of two words, and the characters that they belong to. */
interface Rows {
  readonly before?: readonly number[];
  readonly current: readonly number[];
  readonly character?: string;
}

const nextRow = ({ before, current, character }: Rows, next: string, other: readonly string[]): number[] => {
  const row = [current[0]! + 1];
  other.forEach((each, at) => {
    const replaced = current[at]! + (each === next ? 0 : 1);
    const isSwapped = at > 0 && each === character && other[at - 1] === next;
    const swapped = isSwapped ? before![at - 1]! + 1 : replaced;
    row.push(Math.min(replaced, swapped, current[at + 1]! + 1, row[at]! + 1));
  });
  return row;
};

/**
 * Creates a counter of the edits between a word and others; it returns undefined for more than `max`. With `isStart`
 * the word is compared with the most similar start of the other one.
 */
export const editCounter = (word: string, max: number, { isStart = false } = {}): EditCounter => {
  const characters = Array.from(word);
  return text => {
    const all = Array.from(text);
    const other = isStart ? all.slice(0, characters.length + max) : all;
    if (Math.abs(other.length - characters.length) > max) return undefined;
    spendWork((characters.length * other.length) / 8);
    let rows: Rows = { current: Array.from({ length: other.length + 1 }, (_, at) => at) };
    for (const character of characters) {
      const current = nextRow(rows, character, other);
      if (Math.min(...current) > max) return undefined;
      rows = { before: rows.current, current, character };
    }
    const edits = isStart ? Math.min(...rows.current) : rows.current.at(-1)!;
    return edits <= max ? edits : undefined;
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

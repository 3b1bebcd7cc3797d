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

/** Whether a word is of a script that is written without spaces. */
export const isUnspaced = (word: string): boolean => unspacedRun.test(word);

/** The words of a text; a run of letters without spaces counts as one. */
export const wordsOf = (text: string): string[] => [...new Set(foldText(text).match(runs) ?? [])];

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words that a text asks for. */
export const searchedWords = (text: string): string[] => [
  ...new Set(
    wordsOf(text).flatMap(word =>
      isUnspaced(word) ? Array.from(segmenter.segment(word), ({ segment }) => segment) : [word],
    ),
  ),
];

/** The pairs of characters by which a word without spaces is found; a single character stands for itself. */
export const pairsOf = (word: string): string[] => {
  const characters = Array.from(word);
  return characters.length === 1 ? characters : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
};

/** What the index has of a text. */
export const indexedWords = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap(word => (isUnspaced(word) ? [...Array.from(word), ...pairsOf(word)] : [word]))),
];

/** Tests for searched words among the words of texts. */
export const wordFinder = (present: readonly string[]): ((searched: string) => boolean) => {
  const words = new Set(present);
  const unspaced = present.filter(isUnspaced);
  return searched => words.has(searched) || (isUnspaced(searched) && unspaced.some(run => run.includes(searched)));
};

/** A test for words that are like a searched one; in a run without spaces the searched one itself is enough. */
export const similarWordTest = (searched: string, isLike: (word: string) => boolean): ((word: string) => boolean) =>
  isUnspaced(searched) ? word => word.includes(searched) || isLike(word) : isLike;

/** The words of a text with those within its runs without spaces. */
export const dividedWords = (text: string): string[] => [...new Set([...wordsOf(text), ...searchedWords(text)])];

import { spendWork } from '../../base/shedding/boundedWork.js';
import { isPresent } from '../../engine/document/json.js';
import type { Content } from '../document/contentOf.js';
import { fieldValues } from '../document/fieldValues.js';
import {
  type Exact,
  type Expression,
  type FullText,
  type FullTextPrefix,
  type Fuzzy,
  type Prefix,
  preferencesOf,
  type Range,
  type Wildcard,
} from '../query/ast.js';
import {
  dividedWords,
  editCounter,
  editsOf,
  isUnspaced,
  searchedWords,
  wordFinder,
  wordsOf,
} from '../fields/searchedWords.js';
import { comparableNumber, digitsOf, foldCase, isNumericType } from '../fields/comparableValues.js';

const bitsPerWord = 32;

/** The states of a pattern as bits: state n is reached when the first n parts match the text so far. */
const createStates = (partCount: number): Int32Array => new Int32Array(Math.ceil((partCount + 1) / bitsPerWord));

const addState = (states: Int32Array, state: number): void => {
  states[Math.floor(state / bitsPerWord)]! |= 1 << (state % bitsPerWord);
};

const hasState = (states: Int32Array, state: number): boolean =>
  ((states[Math.floor(state / bitsPerWord)]! >>> (state % bitsPerWord)) & 1) === 1;

interface Transitions {
  /** The states that a character of the pattern leads to. */
  readonly byCharacter: ReadonlyMap<number, Int32Array>;
  /** The states that any other character leads to. */
  readonly byOther: Int32Array;
  /** The states in which every character may follow. */
  readonly lasting: Int32Array;
}

const transitionsOf = (parts: readonly string[]): Transitions => {
  const byOther = createStates(parts.length);
  const lasting = createStates(parts.length);
  for (const [at, part] of parts.entries()) {
    if (part === '*') addState(lasting, at + 1);
    if (part === '*' || part === '?') addState(byOther, at + 1);
  }
  const byCharacter = new Map<number, Int32Array>();
  for (const [at, part] of parts.entries()) {
    const code = part.codePointAt(0)!;
    const states = byCharacter.get(code) ?? byOther.slice();
    addState(states, at + 1);
    byCharacter.set(code, states);
  }
  return { byCharacter, byOther, lasting };
};

/** Advances all states by one character; false when none is left. */
const advance = (states: Int32Array, reachable: Int32Array, lasting: Int32Array): boolean => {
  let carry = 0;
  let left = 0;
  for (let at = 0; at < states.length; at++) {
    const word = states[at]!;
    const next = (((word << 1) | carry) & reachable[at]!) | (word & lasting[at]!);
    carry = word >>> (bitsPerWord - 1);
    states[at] = next;
    left |= next;
  }
  return left !== 0;
};

/**
 * Compiles a wildcard pattern: `*` stands for one or more characters, `?` for exactly one; the whole text must match
 * (SEARCH027). All ways to match are followed at once, 32 parts of the pattern in one operation, so that patterns of
 * equal length take equal time.
 */
export const compileWildcard = (pattern: string, spend = spendWork): ((text: string) => boolean) => {
  const parts = Array.from(pattern);
  const { byCharacter, byOther, lasting } = transitionsOf(parts);
  return text => {
    const states = createStates(parts.length);
    addState(states, 0);
    for (const character of text) {
      spend(1 + states.length / 8);
      if (!advance(states, byCharacter.get(character.codePointAt(0)!) ?? byOther, lasting)) return false;
    }
    return hasState(states, parts.length);
  };
};

/** The number of characters that are compared, folded, or split into words in about the time of one step. */
const comparedPerStep = 64;
const foldedPerStep = 8;
const splitPerStep = 1;

/**
 * Measures how well a content matches: 0 for no match, 1 for a match, in between when only some words match, or similar
 * words.
 */
export type ExpressionMeasure = (content: Content) => number;

/** Measures how well the values of a field match an expression. */
type ValuesMeasure = (values: readonly unknown[]) => number;

type TextTest = (text: string) => boolean;

const any =
  (test: TextTest): ValuesMeasure =>
  values =>
    values.some(value => {
      const text = String(value);
      spendWork(1 + text.length / comparedPerStep);
      return test(text);
    })
      ? 1
      : 0;

/** Compares folded texts when an expression disregards case. */
const testCase = (caseInsensitive: boolean, text: string, testOf: (text: string) => TextTest): TextTest => {
  if (!caseInsensitive) return testOf(text);
  const test = testOf(foldCase(text));
  return value => {
    spendWork(value.length / foldedPerStep);
    return test(foldCase(value));
  };
};

type Split = (text: string) => string[];

const phoneWords: Split = text => [digitsOf(text)].filter(digits => digits !== '');

const splitValues = (values: readonly unknown[], split: Split): string[] =>
  values.flatMap(value => {
    const text = String(value);
    spendWork(1 + text.length / splitPerStep);
    return split(text);
  });

/** Measures a search for words, which may be spread over all values of the field. */
const measureFullText = ({ value, mustMatch, field }: FullText): ValuesMeasure => {
  const isPhone = field.type === 'phone';
  const words = splitValues([value], isPhone ? phoneWords : searchedWords);
  if (words.length === 0) return () => 0;
  return values => {
    const holdsWord = wordFinder(splitValues(values, isPhone ? phoneWords : wordsOf));
    return shareOfAll(
      words.map(word => (holdsWord(word) ? 1 : 0)),
      mustMatch,
    );
  };
};

/** Returns the mean of the shares of all words; 0 where a word is missing that must match. */
const shareOfAll = (shares: readonly number[], mustMatch: FullText['mustMatch']): number =>
  mustMatch === 'all' && shares.includes(0) ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** Measures how like a searched word another one is: 0 for unlike, 1 for the same word. */
type Likeness = (other: string) => number;

/** A word that is typed completely is more like the searched one than a longer word. */
const likenessOfStart =
  (word: string): Likeness =>
  other =>
    other.startsWith(word) ? word.length / other.length : 0;

/** Each edit makes a word less like the searched one; those at its end less so: they are often a plural. */
const likenessByEdits = (word: string, level: number): Likeness => {
  const countEdits = editCounter(word, editsOf(word, level));
  return other => {
    const edits = countEdits(other);
    if (edits === undefined) return 0;
    const isAtEnd = other.startsWith(word) || word.startsWith(other);
    return 1 / (1 + (isAtEnd ? edits / 2 : edits));
  };
};

/** The words of which a search remembers how like they are to a searched word: texts share most of their words. */
const rememberedMax = 5_000;

const remembered = (likeness: Likeness): Likeness => {
  const known = new Map<string, number>();
  return other => {
    const before = known.get(other);
    if (before !== undefined) return before;
    const value = likeness(other);
    if (known.size < rememberedMax) known.set(other, value);
    return value;
  };
};

/** A run without spaces may also contain the searched word. */
const likenessOf = (word: string, likeness: Likeness): Likeness =>
  isUnspaced(word) ? other => (other.includes(word) ? 1 : likeness(other)) : remembered(likeness);

const greatest = (likeness: Likeness, words: readonly string[]): number => {
  let most = 0;
  for (const word of words) {
    most = Math.max(most, likeness(word));
    if (most === 1) break;
  }
  return most;
};

/** Compares each word with all words of the values by its own measure. */
const measureSimilarWords = (
  { value, mustMatch }: FullTextPrefix | Fuzzy,
  measureWord: (word: string) => Likeness,
): ValuesMeasure => {
  const searched = splitValues([value], searchedWords).map(word => likenessOf(word, measureWord(word)));
  if (searched.length === 0) return () => 0;
  return values => {
    const present = [...new Set(splitValues(values, dividedWords))];
    spendWork(searched.length * present.length);
    return shareOfAll(
      searched.map(likeness => greatest(likeness, present)),
      mustMatch,
    );
  };
};

const measureExact = ({ others = [], ...single }: Exact): ValuesMeasure => {
  const measures = [single.value, ...others].map(value => measureExactValue({ ...single, value }));
  return measures.length === 1 ? measures[0]! : values => (measures.some(measure => measure(values) > 0) ? 1 : 0);
};

const measureExactValue = ({ value, caseInsensitive, field }: Exact): ValuesMeasure => {
  if (isNumericType(field.type))
    return values => (values.some(each => comparableNumber(field.type, each) === value) ? 1 : 0);
  return any(testCase(caseInsensitive, String(value), wanted => text => text === wanted));
};

const measurePrefix = ({ value, caseInsensitive, field }: Prefix): ValuesMeasure => {
  if (field.type !== 'phone') return any(testCase(caseInsensitive, value, wanted => text => text.startsWith(wanted)));
  const digits = digitsOf(value);
  if (digits === '') return () => 0;
  return any(text => {
    spendWork(text.length / foldedPerStep);
    return digitsOf(text).startsWith(digits);
  });
};

const measureWildcard = ({ value, caseInsensitive }: Wildcard): ValuesMeasure =>
  any(testCase(caseInsensitive, value, compileWildcard));

const measureRange = ({ field, gte, lte, isBelow }: Range): ValuesMeasure => {
  const isIn = (value: string | number | undefined): boolean =>
    value !== undefined &&
    (gte === undefined || value >= gte) &&
    (lte === undefined || (isBelow === true ? value < lte : value <= lte));
  return values =>
    values.some(value => isIn(isNumericType(field.type) ? comparableNumber(field.type, value) : String(value))) ? 1 : 0;
};

/** Compiles an expression for the values of its field. */
export const measureValues = (expression: Expression): ValuesMeasure => {
  switch (expression.kind) {
    case 'fullText':
      return measureFullText(expression);
    case 'fullTextPrefix':
      return measureSimilarWords(expression, likenessOfStart);
    case 'fuzzy':
      return measureSimilarWords(expression, word => likenessByEdits(word, expression.level));
    case 'exact':
      return measureExact(expression);
    case 'prefix':
      return measurePrefix(expression);
    case 'wildcard':
      return measureWildcard(expression);
    case 'range':
      return measureRange(expression);
    case 'exists':
      return values => (values.some(isPresent) ? 1 : 0);
  }
};

/**
 * Returns the language of the compared values. Without one, `exists` reads all languages; other expressions read the
 * key of an enum.
 */
export const expressionLanguage = ({ kind, field, language }: Expression): string | undefined =>
  language ?? (field.type === 'localizedText' && kind !== 'exists' ? '' : undefined);

const measureField = (expression: Expression): ExpressionMeasure => {
  const measure = measureValues(expression);
  const language = expressionLanguage(expression);
  return content => {
    const values = fieldValues(content, expression.field, language);
    spendWork(1 + values.length);
    return measure(values);
  };
};

/** Compiles an expression for whole contents; a match of its best preference counts beside that of the expression. */
export const measureExpression = (expression: Expression): ExpressionMeasure => {
  const measure = measureField(expression);
  const preferences = preferencesOf(expression).map(each => ({ boost: each.boost, measure: measureField(each) }));
  if (preferences.length === 0) return measure;
  const most = 1 + Math.max(...preferences.map(({ boost }) => boost));
  return content => {
    const share = measure(content);
    if (share === 0) return 0;
    return (share + Math.max(...preferences.map(each => each.boost * each.measure(content)))) / most;
  };
};

import { isExactNumber } from '../../document/inexactNumber.js';
import { abbreviateClientText } from './predicateLimits.js';
import type { Literal } from './Predicate.js';

interface Scanned {
  readonly text: string;
  /** The offset after the closing quote; of the invalid character when there is a problem. */
  readonly end: number;
  readonly problem?: string;
}

const quote = 34;
const backslash = 92;

/** RFC 8259 section 7: a string of the predicate language is a JSON string, in which line breaks may stand too. */
const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const unicodeEscape = /^[0-9a-fA-F]{4}$/;
const unicodeDigits = 4;

/** The character an escape stands for and the source's length of that escape, from the backslash on. */
const readEscape = (source: string, at: number): { character: string; length: number } | undefined => {
  const plain = escapes.get(source[at + 1] ?? '');
  if (plain !== undefined) return { character: plain, length: 2 };
  const digits = source.slice(at + 2, at + 2 + unicodeDigits);
  if (source[at + 1] !== 'u' || !unicodeEscape.test(digits)) return undefined;
  return { character: String.fromCharCode(Number.parseInt(digits, 16)), length: 2 + unicodeDigits };
};

const badEscape = (source: string, at: number): Scanned => ({
  text: '',
  end: at,
  problem: `Invalid input '${abbreviateClientText(source.slice(at, at + 2))}', expected an escape of JSON`,
});

/** Reads the string whose opening quote is at `at`. */
const scanString = (source: string, at: number): Scanned => {
  let text = '';
  let from = at + 1;
  for (let index = from; index < source.length; index++) {
    const unit = source.charCodeAt(index);
    if (unit === quote) return { text: text + source.slice(from, index), end: index + 1 };
    if (unit !== backslash) continue;
    const escape = readEscape(source, index);
    if (escape === undefined) return badEscape(source, index);
    text += source.slice(from, index) + escape.character;
    from = index + escape.length;
    index = from - 1;
  }
  return { text: '', end: source.length, problem: `Unexpected end of input, expected '"'` };
};

/** `unknown` is a character outside the language, `malformed` a token with a valid start and an invalid end. */
type TokenKind = 'name' | 'quotedName' | 'string' | 'number' | 'variable' | 'symbol' | 'unknown' | 'malformed' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /**
   * The meaning of the token: a string without quotes and escapes, a variable without its colon, the error text of a
   * malformed token.
   */
  readonly text: string;
  /** Offsets in the source: the first character, and the one after the last. */
  readonly at: number;
  readonly end: number;
}

const createToken = (kind: TokenKind, text: string, at: number, end: number): Token => ({ kind, text, at, end });

// The patterns are sticky and repeat one character class at a time: a match costs its own length.
const space = /[ \t\r\n]*/y;
const name = /[a-zA-Z_][a-zA-Z0-9_-]*/y;
const number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const variable = /:[a-zA-Z0-9]+/y;
const symbol = /!=|<>|<=|>=|[=<>(),]/y;

/** The offset after the match that starts at `from`; `from` itself when nothing matches there. */
const matchEnd = (pattern: RegExp, source: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(source) ? pattern.lastIndex : from;
};

const readString = (source: string, at: number): Token => {
  const { text, end, problem } = scanString(source, at);
  return problem === undefined ? createToken('string', text, at, end) : createToken('malformed', problem, end, end);
};

const readQuotedName = (source: string, at: number): Token => {
  const close = source.indexOf('`', at + 1);
  if (close < 0) return createToken('malformed', "Unexpected end of input, expected '`'", source.length, source.length);
  if (close === at + 1)
    return createToken('malformed', "Invalid input '``', expected a field name between the backticks", at, at);
  return createToken('quotedName', source.slice(at + 1, close), at, close + 1);
};

const readNumber = (source: string, at: number, end: number): Token => {
  const text = source.slice(at, end);
  const problem = `Invalid input '${abbreviateClientText(text)}', expected a number that a double holds exactly`;
  return isExactNumber(text) ? createToken('number', text, at, end) : createToken('malformed', problem, at, end);
};

const readWord = (source: string, at: number): Token => {
  const nameEnd = matchEnd(name, source, at);
  if (nameEnd > at) return createToken('name', source.slice(at, nameEnd), at, nameEnd);
  const numberEnd = matchEnd(number, source, at);
  if (numberEnd > at) return readNumber(source, at, numberEnd);
  const variableEnd = matchEnd(variable, source, at);
  if (variableEnd > at) return createToken('variable', source.slice(at + 1, variableEnd), at, variableEnd);
  const symbolEnd = matchEnd(symbol, source, at);
  if (symbolEnd > at) return createToken('symbol', source.slice(at, symbolEnd), at, symbolEnd);
  return createToken('unknown', source[at]!, at, at + 1);
};

/**
 * Reads the token that starts at `from` or after the white space there. Never throws: the text of a variable that is no
 * token is plain text, and only the parser knows which tokens it expects.
 */
export const readToken = (source: string, from: number): Token => {
  const at = matchEnd(space, source, from);
  if (at >= source.length) return createToken('end', '', at, at);
  if (source[at] === '"') return readString(source, at);
  if (source[at] === '`') return readQuotedName(source, at);
  return readWord(source, at);
};

/**
 * The possible meanings of one written value. A query parameter has no types, so the bare `7` of a variable is the
 * number 7 and the text "7"; all other values have one meaning.
 */
export type Alternatives = readonly Literal[];

/** The number of a token; negative zero becomes zero, as JSON readers lose its sign too. */
export const tokenNumber = (token: Token): number => Number(token.text) + 0;

const flags = new Map([
  ['true', true],
  ['false', false],
]);
export const tokenFlag = (text: string): boolean | undefined => flags.get(text);

/** `source` is the text of a variable, in which a bare number or flag may also mean itself as text. */
const meaning = (token: Token, source: string): Alternatives | undefined => {
  const written = source.slice(token.at, token.end);
  if (token.kind === 'string') return [token.text];
  if (token.kind === 'number') return [tokenNumber(token), written];
  const flag = token.kind === 'name' ? tokenFlag(token.text) : undefined;
  return flag === undefined ? undefined : [flag, written];
};

/**
 * The meanings of a variable where one value is expected (GEN053): a literal when its whole text is one, otherwise its
 * text.
 */
export const bindVariable = (text: string): Alternatives => {
  const token = readToken(text, 0);
  const isWhole = token.at === 0 && token.end === text.length;
  return (isWhole ? meaning(token, text) : undefined) ?? [text];
};

const isSymbolToken = (token: Token, text: string): boolean => token.kind === 'symbol' && token.text === text;

/** Reads `"a","b"` or `("a","b")` as a list of values; undefined when the text is no such list. */
const readListText = (text: string): Alternatives[] | undefined => {
  let token = readToken(text, 0);
  const isEnclosed = isSymbolToken(token, '(');
  if (isEnclosed) token = readToken(text, token.end);
  const values: Alternatives[] = [];
  for (;;) {
    const value = meaning(token, text);
    if (value === undefined) return undefined;
    values.push(value);
    token = readToken(text, token.end);
    if (!isSymbolToken(token, ',')) break;
    token = readToken(text, token.end);
  }
  if (!isEnclosed) return token.kind === 'end' ? values : undefined;
  return isSymbolToken(token, ')') && readToken(text, token.end).kind === 'end' ? values : undefined;
};

/** The meanings of a variable where a list is expected; a text that is no list is a list of one value. */
export const bindListVariable = (text: string): readonly Alternatives[] => readListText(text) ?? [bindVariable(text)];

/**
 * Joins the texts of a variable that is passed several times (`var.state=Open&var.state=Complete`) into one list for
 * `in :state`. Numbers and flags stay bare, so that they keep both meanings.
 */
export const joinVariableTexts = (texts: readonly string[]): string => {
  if (texts.length === 1) return texts[0]!;
  return texts.map(text => (bindVariable(text).length > 1 ? text : JSON.stringify(bindVariable(text)[0]))).join(',');
};

import { abbreviateClientText } from './predicateSyntaxError.js';
import { scanString } from './scanString.js';

/** `unknown` is a character outside the language, `malformed` a token with a valid start and an invalid end. */
export type TokenKind =
  | 'name'
  | 'quotedName'
  | 'string'
  | 'number'
  | 'variable'
  | 'symbol'
  | 'unknown'
  | 'malformed'
  | 'end';

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
  const problem = `Invalid input '${abbreviateClientText(text)}', expected a number that a double can hold`;
  return Number.isFinite(Number(text))
    ? createToken('number', text, at, end)
    : createToken('malformed', problem, at, end);
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

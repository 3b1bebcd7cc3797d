import { abbreviateClientText } from './predicateSyntaxError.js';
import { scanString } from './scanString.js';

/** `unknown` is a character the language has no use for; `flawed` a token that begins well and ends badly. */
export type TokenKind =
  | 'name'
  | 'quotedName'
  | 'string'
  | 'number'
  | 'variable'
  | 'symbol'
  | 'unknown'
  | 'flawed'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** What the token means: a string without quotes and escapes, a variable without its colon, the complaint of a flawed one. */
  readonly text: string;
  /** Offsets in the source: the first character, and the one after the last. */
  readonly at: number;
  readonly end: number;
}

const token = (kind: TokenKind, text: string, at: number, end: number): Token => ({ kind, text, at, end });

// Sticky, and each repeats one character class at a time: a match costs its own length.
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
  const { text, end, complaint } = scanString(source, at);
  return complaint === undefined ? token('string', text, at, end) : token('flawed', complaint, end, end);
};

const readQuotedName = (source: string, at: number): Token => {
  const close = source.indexOf('`', at + 1);
  if (close < 0) return token('flawed', "Unexpected end of input, expected '`'", source.length, source.length);
  if (close === at + 1)
    return token('flawed', "Invalid input '``', expected a field name between the backticks", at, at);
  return token('quotedName', source.slice(at + 1, close), at, close + 1);
};

const readNumber = (source: string, at: number, end: number): Token => {
  const text = source.slice(at, end);
  const flaw = `Invalid input '${abbreviateClientText(text)}', expected a number that a double can hold`;
  return Number.isFinite(Number(text)) ? token('number', text, at, end) : token('flawed', flaw, at, end);
};

const readWord = (source: string, at: number): Token => {
  const nameEnd = matchEnd(name, source, at);
  if (nameEnd > at) return token('name', source.slice(at, nameEnd), at, nameEnd);
  const numberEnd = matchEnd(number, source, at);
  if (numberEnd > at) return readNumber(source, at, numberEnd);
  const variableEnd = matchEnd(variable, source, at);
  if (variableEnd > at) return token('variable', source.slice(at + 1, variableEnd), at, variableEnd);
  const symbolEnd = matchEnd(symbol, source, at);
  if (symbolEnd > at) return token('symbol', source.slice(at, symbolEnd), at, symbolEnd);
  return token('unknown', source[at]!, at, at + 1);
};

/**
 * The token that starts at `from` or after the white space there. Never throws: a variable's text that is no token is
 * plain text, and only the parser knows what it would have liked to see instead.
 */
export const readToken = (source: string, from: number): Token => {
  const at = matchEnd(space, source, from);
  if (at >= source.length) return token('end', '', at, at);
  if (source[at] === '"') return readString(source, at);
  if (source[at] === '`') return readQuotedName(source, at);
  return readWord(source, at);
};

import { fail } from '../../../base/errors/ApiError.js';
import type { TokenStream } from './TokenStream.js';
import { abbreviateClientText } from './limits.js';
import { tokenFlag, tokenNumber, type Alternatives } from './readToken.js';

const expected = 'a string, a number, true, false or a variable';

/** Parses a literal or a variable. */
export const parsePredicateValue = (cursor: TokenStream): Alternatives => {
  const { token } = cursor;
  const flag = token.kind === 'name' ? tokenFlag(token.text.toLowerCase()) : undefined;
  if (flag === undefined && token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'variable')
    throw cursor.unexpected(expected);
  cursor.advance();
  if (token.kind === 'variable') return cursor.bindOne(token.text);
  if (token.kind === 'number') return [tokenNumber(token)];
  return [flag ?? token.text];
};

const parseListed = (cursor: TokenStream): Alternatives => {
  const value = parsePredicateValue(cursor);
  cursor.countListValues(value.length);
  return value;
};

const parseEnclosedValues = (cursor: TokenStream): Alternatives[] => {
  const values = [parseListed(cursor)];
  while (cursor.takeSymbol(',')) values.push(parseListed(cursor));
  cursor.expectSymbol(')', "',' or ')'");
  return values;
};

/** Parses a list: `("a", "b")`, `(:a, :b)` or `:list`. */
export const parseList = (cursor: TokenStream): readonly Alternatives[] => {
  if (cursor.takeSymbol('(')) return parseEnclosedValues(cursor);
  if (cursor.token.kind !== 'variable') throw cursor.unexpected("'(' or a variable");
  const values = cursor.bindList(cursor.advance().text);
  cursor.countListValues(values.reduce((count, value) => count + value.length, 0));
  return values;
};

/** Parses a number, or a variable that reads as one. */
export const parseNumber = (cursor: TokenStream): number => {
  const { token } = cursor;
  if (token.kind !== 'number' && token.kind !== 'variable') throw cursor.unexpected('a number or a variable');
  const [value] = parsePredicateValue(cursor);
  if (typeof value === 'number') return value;
  throw fail('InvalidInput', {
    message: `The predicate variable ':${abbreviateClientText(token.text)}' must be a number, not '${abbreviateClientText(String(value))}'.`,
  });
};

import { invalidInput } from '../../../base/errors/ApiError.js';
import { TokenStream } from './TokenStream.js';
import { abbreviateClientText } from './predicateLimits.js';
import { tokenFlag, tokenNumber, type Alternatives } from './readToken.js';
import type { FieldScope } from './FieldScope.js';
import type { CompareOperator, Predicate } from './Predicate.js';

const expected = 'a string, a number, true, false or a variable';

/** Parses a literal or a variable. */
const parsePredicateValue = (cursor: TokenStream): Alternatives => {
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
const parseList = (cursor: TokenStream): readonly Alternatives[] => {
  if (cursor.takeSymbol('(')) return parseEnclosedValues(cursor);
  if (cursor.token.kind !== 'variable') throw cursor.unexpected("'(' or a variable");
  const values = cursor.bindList(cursor.advance().text);
  cursor.countListValues(values.reduce((count, value) => count + value.length, 0));
  return values;
};

/** Parses a number, or a variable that reads as one. */
const parseNumber = (cursor: TokenStream): number => {
  const { token } = cursor;
  if (token.kind !== 'number' && token.kind !== 'variable') throw cursor.unexpected('a number or a variable');
  const [value] = parsePredicateValue(cursor);
  if (typeof value === 'number') return value;
  throw invalidInput(
    `The predicate variable ':${abbreviateClientText(token.text)}' must be a number, not ` +
      `'${abbreviateClientText(String(value))}'.`,
  );
};

/*
 * predicate   = conjunction { "or" conjunction }
 * conjunction = unary { "and" unary }
 * unary       = "not" unary | "(" predicate ")" | field condition
 * condition   = "(" predicate ")"
 *             | ( "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=" ) value
 *             | [ "not" ] "in" list
 *             | "contains" ( "any" | "all" ) list
 *             | "is" [ "not" ] ( "empty" | "defined" )
 *             | "within" "circle" "(" longitude "," latitude "," radiusMeters ")"
 */

const operators = new Map<string, CompareOperator>([
  ['=', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

/** A variable with two meanings becomes two comparisons, so that indexes and filters need not know variables. */
const parseComparison = (cursor: TokenStream, field: string, operator: CompareOperator): Predicate => {
  const values = parsePredicateValue(cursor);
  if (values.length === 1) return cursor.node({ kind: 'compare', field, operator, value: values[0]! });
  if (operator === '=' || operator === '!=')
    return cursor.node({ kind: 'in', field, values, negated: operator === '!=' });
  const parts = values.map(value => cursor.node({ kind: 'compare', field, operator, value }));
  return cursor.node({ kind: 'or', parts });
};

const parseIn = (cursor: TokenStream, field: string, negated: boolean): Predicate =>
  cursor.node({ kind: 'in', field, values: parseList(cursor).flat(), negated });

const parseNotIn = (cursor: TokenStream, field: string): Predicate => {
  if (!cursor.takeKeyword('in')) throw cursor.unexpected("'in'");
  return parseIn(cursor, field, true);
};

/** Where a value has two meanings, `all` asks for one of the two, for each value. */
const parseContainsAll = (cursor: TokenStream, field: string): Predicate => {
  const listed = parseList(cursor);
  if (listed.every(values => values.length === 1))
    return cursor.node({ kind: 'contains', field, mode: 'all', values: listed.flat() });
  const parts = listed.map(values => cursor.node({ kind: 'contains', field, mode: 'any', values }));
  return parts.length === 1 ? parts[0]! : cursor.node({ kind: 'and', parts });
};

const parseContains = (cursor: TokenStream, field: string): Predicate => {
  if (cursor.takeKeyword('all')) return parseContainsAll(cursor, field);
  if (!cursor.takeKeyword('any')) throw cursor.unexpected("'any' or 'all'");
  return cursor.node({ kind: 'contains', field, mode: 'any', values: parseList(cursor).flat() });
};

const parseIs = (cursor: TokenStream, field: string): Predicate => {
  const negated = cursor.takeKeyword('not');
  if (cursor.takeKeyword('empty')) return cursor.node({ kind: 'empty', field, negated });
  if (cursor.takeKeyword('defined')) return cursor.node({ kind: 'defined', field, negated });
  throw cursor.unexpected(negated ? "'empty' or 'defined'" : "'not', 'empty' or 'defined'");
};

const isOnEarth = (longitude: number, latitude: number, radiusMeters: number): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && radiusMeters >= 0;

const parseWithin = (cursor: TokenStream, field: string): Predicate => {
  if (!cursor.takeKeyword('circle')) throw cursor.unexpected("'circle'");
  cursor.expectSymbol('(');
  const longitude = parseNumber(cursor);
  cursor.expectSymbol(',');
  const latitude = parseNumber(cursor);
  cursor.expectSymbol(',');
  const radiusMeters = parseNumber(cursor);
  cursor.expectSymbol(')');
  if (isOnEarth(longitude, latitude, radiusMeters))
    return cursor.node({ kind: 'within', field, longitude, latitude, radiusMeters });
  throw invalidInput(
    'A circle has a longitude from -180 to 180, a latitude from -90 to 90, and a radius from 0 in meters.',
  );
};

type ParseCondition = (cursor: TokenStream, field: string) => Predicate;
const conditions = new Map<string, ParseCondition>([
  ['in', (cursor, field) => parseIn(cursor, field, false)],
  ['not', parseNotIn],
  ['contains', parseContains],
  ['is', parseIs],
  ['within', parseWithin],
]);

const parseEnclosed = (cursor: TokenStream): Predicate => {
  const predicate = cursor.deeper(parseDisjunction);
  cursor.expectSymbol(')', "'and', 'or' or ')'");
  return predicate;
};

const parseFieldCondition = (cursor: TokenStream, field: string): Predicate => {
  if (cursor.takeSymbol('(')) return cursor.node({ kind: 'nested', field, part: parseEnclosed(cursor) });
  const { kind, text } = cursor.token;
  const operator = kind === 'symbol' ? operators.get(text) : undefined;
  const condition = kind === 'name' ? conditions.get(text.toLowerCase()) : undefined;
  if (operator === undefined && condition === undefined) throw cursor.unexpected("an operator or '('");
  cursor.advance();
  return operator === undefined ? condition!(cursor, field) : parseComparison(cursor, field, operator);
};

/** `and` and `or` are never bare field names, so that the error for `a = 1 and or b = 2` points to the right place. */
const isReserved = (cursor: TokenStream): boolean => cursor.isKeyword('and') || cursor.isKeyword('or');

const parseFieldName = (cursor: TokenStream): string => {
  const { kind } = cursor.token;
  if ((kind !== 'name' && kind !== 'quotedName') || isReserved(cursor))
    throw cursor.unexpected("a field, 'not' or '('");
  return cursor.advance().text;
};

const parseUnary = (cursor: TokenStream): Predicate => {
  if (cursor.takeKeyword('not')) return cursor.node({ kind: 'not', part: cursor.deeper(parseUnary) });
  if (cursor.takeSymbol('(')) return parseEnclosed(cursor);
  const { at } = cursor.token;
  return cursor.inField(parseFieldName(cursor), at, parseFieldCondition);
};

const parseJoined = (
  cursor: TokenStream,
  kind: 'and' | 'or',
  parseOperand: (cursor: TokenStream) => Predicate,
): Predicate => {
  const parts = [parseOperand(cursor)];
  while (cursor.takeKeyword(kind)) parts.push(parseOperand(cursor));
  return parts.length === 1 ? parts[0]! : cursor.node({ kind, parts });
};

const parseConjunction = (cursor: TokenStream): Predicate => parseJoined(cursor, 'and', parseUnary);
function parseDisjunction(cursor: TokenStream): Predicate {
  return parseJoined(cursor, 'or', parseConjunction);
}

/**
 * Reads a `where` predicate; `variables` are the query parameters `var.<name>`, by name (GEN053). With `fields` it may
 * name only fields that its resources can have.
 * Throws SyntaxError with line and column (GEN054), also beyond a limit of predicateLimits.ts; InvalidInput for a
 * variable that is missing, or is no number where one is needed, for a circle that is not on earth, and for a field
 * that does not exist.
 */
export const parsePredicate = (
  text: string,
  variables: ReadonlyMap<string, string>,
  fields?: FieldScope,
): Predicate => {
  const cursor = new TokenStream(text, variables, fields);
  const predicate = parseDisjunction(cursor);
  if (cursor.token.kind !== 'end') throw cursor.unexpected("'and', 'or' or end of input");
  return predicate;
};

/**
 * Conditions about carts may have operands on their left that the query language does not know: a literal (`1 = 1`), a
 * dotted path (`shippingAddress.country`) or a function (`lineItemCount(sku = "x")`). Each is replaced by the field `_`
 * and spaces, so that the parser of the query language reads the text and all offsets stay the same.
 */
import { required } from '../../../base/errors/ApiError.js';
import type { Literal, Predicate } from '../../../engine/query/predicate/Predicate.js';
import { predicateSyntaxError } from '../../../engine/query/predicate/predicateLimits.js';
import { readToken, type Token } from '../../../engine/query/predicate/readToken.js';
import { cartFunctions } from './cartFunctions.js';

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | {
      readonly kind: 'path';
      readonly steps: readonly string[];
      /** The condition, where the query language does not know its form. */
      readonly leaf?: Predicate;
    }
  | {
      readonly kind: 'exactly';
      readonly steps: readonly string[];
      readonly at: number;
      readonly values: readonly Literal[];
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly at: number;
      readonly argument: string;
      readonly isWhole: boolean;
    };

/** The field that replaces an operand. */
export const placeholder = '_';

const operators = new Set(['=', '!=', '<>', '<', '<=', '>', '>=']);
const equalities = new Set(['=', '!=', '<>']);
const contains = new Set(['contains']);
const negation = new Set(['not']);
const conjunctions = new Set(['and', 'or']);
/** After these words a parenthesis opens a list of values. */
const listOperators = new Set(['in', 'any', 'all', 'circle']);
const booleans = new Map([
  ['true', true],
  ['false', false],
]);

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (
    let token = readToken(text, 0);
    token.kind !== 'end' && token.kind !== 'malformed';
    token = readToken(text, token.end)
  )
    tokens.push(token);
  return tokens;
};

const isSymbol = (token: Token | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text;
const isWordOf = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.kind === 'name' && words.has(token.text.toLowerCase());
const isName = (token: Token | undefined): token is Token => token?.kind === 'name' || token?.kind === 'quotedName';

const tokenAt = (tokens: readonly Token[], at: number): Token => required(tokens[at], 'a token of a predicate');

/** Tells whether a condition begins at a token. */
const startsCondition = (tokens: readonly Token[], at: number): boolean =>
  at === 0 ||
  (isWordOf(tokens[at - 1], negation)
    ? // In `is not defined` and `not in (…)` it is a part of the operator.
      startsCondition(tokens, at - 1)
    : isWordOf(tokens[at - 1], conjunctions)) ||
  (isSymbol(tokens[at - 1], '(') && !isWordOf(tokens[at - 2], listOperators) && !isOperator(tokens[at - 2]));

/** Tells whether a condition ends before a token. */
const endsCondition = (token: Token | undefined): boolean =>
  token === undefined || isSymbol(token, ')') || isWordOf(token, conjunctions);

const isOperator = (token: Token | undefined): boolean => token?.kind === 'symbol' && operators.has(token.text);

/** An operand with the index after its last token; `isWhole` where the condition has nothing else. */
interface ExtractedOperand {
  readonly operand: Operand;
  readonly next: number;
  readonly isWhole: boolean;
}

const literalOf = ({ kind, text }: Token): Literal | undefined => {
  if (kind === 'string') return text;
  if (kind === 'number') return Number(text);
  return kind === 'name' ? booleans.get(text.toLowerCase()) : undefined;
};

const extractLiteral = (tokens: readonly Token[], at: number): ExtractedOperand | undefined => {
  const value = literalOf(tokenAt(tokens, at));
  const next = at + 1;
  if (value === undefined) return undefined;
  if (isOperator(tokens[next])) return { operand: { kind: 'literal', value }, next, isWhole: false };
  return typeof value === 'boolean' && endsCondition(tokens[next])
    ? { operand: { kind: 'literal', value }, next, isWhole: true }
    : undefined;
};

const holdersOfFields = new Set(['customer', 'shippingAddress', 'billingAddress', 'shippingInfo', 'price']);

/** Custom fields are stored one level lower: `custom.note` at `custom.fields.note`. */
const storedPath = (steps: readonly string[]): readonly string[] => {
  const at = holdersOfFields.has(steps[0] ?? '') ? 1 : 0;
  const [name = ''] = steps.slice(at + 1);
  return steps[at] === 'custom' && !['fields', 'type', ''].includes(name)
    ? [...steps.slice(0, at + 1), 'fields', ...steps.slice(at + 1)]
    : steps;
};

/** Bounds the steps of a path: each becomes a level of the predicate. */
const stepsMax = 16;

/** The dotted path that begins at a token, with the index after its last token. */
const readPath = (
  text: string,
  tokens: readonly Token[],
  at: number,
): { readonly steps: readonly string[]; readonly next: number } => {
  let last = tokenAt(tokens, at);
  const steps = [last.text];
  let next = at + 1;
  for (; ; next += 2) {
    const [dot, name] = [tokens[next], tokens[next + 1]];
    if (dot?.text !== '.' || dot.at !== last.end || !isName(name) || name.at !== dot.end) break;
    steps.push(name.text);
    last = name;
  }
  if (steps.length > stepsMax)
    throw predicateSyntaxError(text, tokenAt(tokens, at).at, `A path has at most ${stepsMax} steps`);
  return { steps: storedPath(steps), next };
};

/** The values of a list of literals whose parenthesis opens at a token, with the index after the closing one. */
const readValues = (
  tokens: readonly Token[],
  at: number,
): { readonly values: readonly Literal[]; readonly next: number } | undefined => {
  if (!isSymbol(tokens[at], '(')) return undefined;
  const values: Literal[] = [];
  for (let next = at + 1; ; next += 2) {
    const token = tokens[next];
    const value = token && literalOf(token);
    if (value === undefined) return undefined;
    values.push(value);
    if (isSymbol(tokens[next + 1], ')')) return { values, next: next + 2 };
    if (!isSymbol(tokens[next + 1], ',')) return undefined;
  }
};

/**
 * A field with a condition that the query language does not have: a flag alone (`attributes.available`), one value
 * that a list contains (`categories.id contains "x"`), and a list of all values that it contains (`= ("x", "y")`) or of
 * values of which it contains none (`!= ("x")`).
 */
const extractCondition = (
  tokens: readonly Token[],
  { steps, next }: { readonly steps: readonly string[]; readonly next: number },
): ExtractedOperand | undefined => {
  const whole = (leaf: Predicate, end: number): ExtractedOperand => ({
    operand: { kind: 'path', steps, leaf },
    next: end,
    isWhole: true,
  });
  const [operator, second] = [tokens[next], tokens[next + 1]];
  if (endsCondition(operator)) return whole({ kind: 'compare', field: '', operator: '=', value: true }, next);
  const contained = isWordOf(operator, contains) && second !== undefined ? literalOf(second) : undefined;
  if (contained !== undefined)
    return whole({ kind: 'contains', field: '', mode: 'any', values: [contained] }, next + 2);
  const list = operator !== undefined && equalities.has(operator.text) ? readValues(tokens, next + 1) : undefined;
  if (list === undefined) return undefined;
  if (operator?.text !== '=') return whole({ kind: 'in', field: '', values: list.values, negated: true }, list.next);
  return {
    operand: { kind: 'exactly', steps, at: operator.at, values: list.values },
    next: list.next,
    isWhole: true,
  };
};

const extractField = (text: string, tokens: readonly Token[], at: number): ExtractedOperand | undefined => {
  if (isWordOf(tokens[at], conjunctions) || isWordOf(tokens[at], negation)) return undefined;
  const path = readPath(text, tokens, at);
  const { steps, next } = path;
  return (
    extractCondition(tokens, path) ??
    (next === at + 1 ? undefined : { operand: { kind: 'path', steps }, next, isWhole: false })
  );
};

/** The text up to `to`, with spaces before `from`, so that offsets stay the same. */
const blankOutside = (text: string, from: number, to: number): string =>
  text.slice(0, from).replace(/[^\n]/g, ' ') + text.slice(from, to);

const extractCall = (text: string, tokens: readonly Token[], at: number): ExtractedOperand | undefined => {
  const { text: name, at: start } = tokenAt(tokens, at);
  if (!cartFunctions.has(name) || !isSymbol(tokens[at + 1], '(')) return undefined;
  let open = 1;
  let close = at + 2;
  for (; close < tokens.length; close++) {
    if (isSymbol(tokens[close], '(')) open++;
    if (isSymbol(tokens[close], ')') && --open === 0) break;
  }
  if (open > 0) return undefined;
  const argument = blankOutside(text, tokenAt(tokens, at + 1).end, tokenAt(tokens, close).at);
  const isWhole = endsCondition(tokens[close + 1]);
  return { operand: { kind: 'call', name, at: start, argument, isWhole }, next: close + 1, isWhole };
};

const extractOperand = (text: string, tokens: readonly Token[], at: number): ExtractedOperand | undefined => {
  const token = tokenAt(tokens, at);
  if (isName(token) && token.text === placeholder)
    throw predicateSyntaxError(text, token.at, `A field called '${placeholder}' is not supported`);
  return (
    extractLiteral(tokens, at) ??
    (isName(token) ? (extractCall(text, tokens, at) ?? extractField(text, tokens, at)) : undefined)
  );
};

/**
 * The placeholder of an operand, filled with spaces to the same length and lines. A whole condition becomes `_=1`,
 * which is at most as long as `true`.
 */
const placeholderText = (source: string, isWhole: boolean): string => {
  const head = isWhole ? `${placeholder}=1` : placeholder;
  return head + source.slice(head.length).replace(/[^\n]/g, ' ');
};

/** Replaces the operands of a predicate by placeholders and returns both. */
export const extractOperands = (text: string): { readonly text: string; readonly operands: readonly Operand[] } => {
  const tokens = tokensOf(text);
  const variable = tokens.find(({ kind }) => kind === 'variable');
  if (variable !== undefined) throw predicateSyntaxError(text, variable.at, 'Variables are not supported here');
  const operands: Operand[] = [];
  let replaced = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; ) {
    const extracted = startsCondition(tokens, at) ? extractOperand(text, tokens, at) : undefined;
    if (extracted === undefined) {
      at++;
      continue;
    }
    const [{ at: start }, { end }] = [tokenAt(tokens, at), tokenAt(tokens, extracted.next - 1)];
    operands.push(
      extracted.isWhole && extracted.operand.kind === 'literal'
        ? { kind: 'literal', value: Number(extracted.operand.value) }
        : extracted.operand,
    );
    replaced += text.slice(copied, start) + placeholderText(text.slice(start, end), extracted.isWhole);
    copied = end;
    at = extracted.next;
  }
  return { text: replaced + text.slice(copied), operands };
};

/**
 * What may stand on the left of a condition about a cart, and may not in a `where`: a literal (`1 = 1`), a dotted path
 * (`shippingAddress.country`), a function (`lineItemCount(sku = "x")`). Each is taken out, and a field `_` left in its
 * place, so that the parser of the query language reads the rest and every offset stays what it was.
 */
import { required } from '../../errors/required.js';
import type { Literal } from '../../engine/query/predicate/Predicate.js';
import { readToken, type Token } from '../../engine/query/predicate/readToken.js';
import { predicateSyntaxError } from '../../engine/query/predicate/predicateSyntaxError.js';
import { cartFunctions } from './functions.js';

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'path'; readonly steps: readonly string[] }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly at: number;
      readonly argument: string;
      readonly isWhole: boolean;
    };

/** The field that stands for the operands, in their order. */
export const placeholder = '_';

const operators = new Set(['=', '!=', '<>', '<', '<=', '>', '>=']);
const joining = new Set(['and', 'or', 'not']);
/** Behind these words a parenthesis opens a list of values. */
const listing = new Set(['in', 'any', 'all', 'circle']);
const flags = new Map([
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

/** Whether a condition begins at a token. */
const begins = (tokens: readonly Token[], at: number): boolean =>
  at === 0 ||
  isWordOf(tokens[at - 1], joining) ||
  (isSymbol(tokens[at - 1], '(') && !isWordOf(tokens[at - 2], listing));

/** Whether nothing more of a condition stands at a token. */
const ends = (token: Token | undefined): boolean =>
  token === undefined || isSymbol(token, ')') || isWordOf(token, joining);

const isOperator = (token: Token | undefined): boolean => token?.kind === 'symbol' && operators.has(token.text);

/** An operand with the index after its last token, and whether it is all of the condition. */
interface Taken {
  readonly operand: Operand;
  readonly next: number;
  readonly isWhole: boolean;
}

const literalOf = ({ kind, text }: Token): Literal | undefined => {
  if (kind === 'string') return text;
  if (kind === 'number') return Number(text);
  return kind === 'name' ? flags.get(text.toLowerCase()) : undefined;
};

const takeLiteral = (tokens: readonly Token[], at: number): Taken | undefined => {
  const value = literalOf(tokenAt(tokens, at));
  const next = at + 1;
  if (value === undefined) return undefined;
  if (isOperator(tokens[next])) return { operand: { kind: 'literal', value }, next, isWhole: false };
  return typeof value === 'boolean' && ends(tokens[next])
    ? { operand: { kind: 'literal', value }, next, isWhole: true }
    : undefined;
};

/** `custom.note` is what carts hold at `custom.fields.note`. */
const stored = (steps: readonly string[]): readonly string[] =>
  steps[0] === 'custom' && steps[1] !== 'fields' && steps[1] !== 'type'
    ? ['custom', 'fields', ...steps.slice(1)]
    : steps;

/** Every step is a level of the predicate that it stands for. */
const stepsMax = 16;

const takePath = (text: string, tokens: readonly Token[], at: number): Taken | undefined => {
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
  return steps.length === 1 ? undefined : { operand: { kind: 'path', steps: stored(steps) }, next, isWhole: false };
};

/** The text with spaces for all that stands outside: what is read of it has the offsets of the whole. */
const only = (text: string, from: number, to: number): string =>
  text.slice(0, from).replace(/[^\n]/g, ' ') + text.slice(from, to);

const takeCall = (text: string, tokens: readonly Token[], at: number): Taken | undefined => {
  const { text: name, at: start } = tokenAt(tokens, at);
  if (!cartFunctions.has(name) || !isSymbol(tokens[at + 1], '(')) return undefined;
  let open = 1;
  let close = at + 2;
  for (; close < tokens.length; close++) {
    if (isSymbol(tokens[close], '(')) open++;
    if (isSymbol(tokens[close], ')') && --open === 0) break;
  }
  if (open > 0) return undefined;
  const argument = only(text, tokenAt(tokens, at + 1).end, tokenAt(tokens, close).at);
  const isWhole = ends(tokens[close + 1]);
  return { operand: { kind: 'call', name, at: start, argument, isWhole }, next: close + 1, isWhole };
};

const take = (text: string, tokens: readonly Token[], at: number): Taken | undefined => {
  const token = tokenAt(tokens, at);
  if (isName(token) && token.text === placeholder)
    throw predicateSyntaxError(text, token.at, `A field called '${placeholder}' is not supported`);
  return (
    takeLiteral(tokens, at) ?? (isName(token) ? (takeCall(text, tokens, at) ?? takePath(text, tokens, at)) : undefined)
  );
};

/** As long as what it stands for, lines kept. A whole condition is one that says yes: `true` is shorter than any other. */
const standIn = (source: string, isWhole: boolean): string => {
  const head = isWhole ? `${placeholder}=1` : placeholder;
  return head + source.slice(head.length).replace(/[^\n]/g, ' ');
};

/** A predicate with placeholders, and what they stand for in their order. */
export const takeOperands = (text: string): { readonly text: string; readonly operands: readonly Operand[] } => {
  const tokens = tokensOf(text);
  const variable = tokens.find(({ kind }) => kind === 'variable');
  if (variable !== undefined) throw predicateSyntaxError(text, variable.at, 'Variables are not supported here');
  const operands: Operand[] = [];
  let marked = '';
  let done = 0;
  for (let at = 0; at < tokens.length; ) {
    const taken = begins(tokens, at) ? take(text, tokens, at) : undefined;
    if (taken === undefined) {
      at++;
      continue;
    }
    const [{ at: start }, { end }] = [tokenAt(tokens, at), tokenAt(tokens, taken.next - 1)];
    operands.push(
      taken.isWhole && taken.operand.kind === 'literal'
        ? { kind: 'literal', value: Number(taken.operand.value) }
        : taken.operand,
    );
    marked += text.slice(done, start) + standIn(text.slice(start, end), taken.isWhole);
    done = end;
    at = taken.next;
  }
  return { text: marked + text.slice(done), operands };
};

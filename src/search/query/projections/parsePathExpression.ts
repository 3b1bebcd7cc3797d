/**
 * Parses expressions of the older product search: a path, and the values to compare with. In a facet, its name
 * (`as colors`) and `counting products` may follow.
 */
import { abbreviate, invalidInput } from '../../../base/errors/ApiError.js';
import { limits } from '../../../base/config/limits.js';
import { isExactNumber } from '../../../engine/document/inexactNumber.js';

export type Scalar = string | number | boolean;

export type ComparedValue =
  | { readonly kind: 'value'; readonly value: Scalar }
  | { readonly kind: 'subtree'; readonly id: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'exists' };

/** Bounds as the client gave them; an absent bound was `*`. */
export interface ValueRange {
  readonly from?: Scalar;
  readonly to?: Scalar;
}

export interface PathExpression {
  readonly path: string;
  readonly values: readonly ComparedValue[];
  readonly ranges: readonly ValueRange[];
  readonly alias?: string;
  readonly countsProducts: boolean;
}

export const malformed = (parameter: string, given: string, expected: string) =>
  invalidInput(`Malformed parameter: ${parameter}: expected ${expected}, got '${abbreviate(given)}'.`);

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string };

const tokenPattern = /\s*(?:"((?:[^"\\]|\\.)*)"|([(),:])|([^\s(),:"]+))/sy;

class Tokens {
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(
    private readonly parameter: string,
    private readonly given: string,
  ) {
    if (given.length > limits.searchValueLengthMax)
      throw malformed(parameter, given, `at most ${limits.searchValueLengthMax} characters`);
    tokenPattern.lastIndex = 0;
    const end = given.trimEnd().length;
    while (tokenPattern.lastIndex < end) {
      const [, text, sign, word] = tokenPattern.exec(given) ?? [];
      if (text !== undefined) this.#tokens.push({ kind: 'text', text: text.replace(/\\(.)/gs, '$1') });
      else if (sign !== undefined) this.#tokens.push({ kind: 'sign', text: sign });
      else if (word !== undefined) this.#tokens.push({ kind: 'word', text: word });
      else throw this.refuse('a closing quotation mark');
    }
  }

  refuse(expected: string) {
    return malformed(this.parameter, this.given, expected);
  }

  get isEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Takes the next token if it is this sign or word, in any case: SDKs differ in capitals (subTree). */
  take(kind: 'sign' | 'word', text: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind || token.text.toLowerCase() !== text) return false;
    this.#at++;
    return true;
  }

  expect(kind: 'sign' | 'word', text: string): void {
    if (!this.take(kind, text)) throw this.refuse(`'${text}' ${this.#position()}`);
  }

  next(expected: string): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.refuse(`${expected} ${this.#position()}`);
    this.#at++;
    return token;
  }

  nextOf(expectedKind: 'word' | 'text', expected: string): string {
    const { kind, text } = this.next(expected);
    if (kind !== expectedKind) throw this.refuse(`${expected} instead of '${abbreviate(text)}'`);
    return text;
  }

  #position(): string {
    const token = this.#tokens[this.#at];
    return token === undefined ? 'at the end' : `before '${abbreviate(token.text)}'`;
  }
}

const expectedValue =
  'a text in quotation marks, a number, true, false, missing, exists, subtree("…") or range (… to …)';

export const numeral = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const scalarOf = (tokens: Tokens, { kind, text }: Token): Scalar => {
  if (kind === 'text') return text;
  if (kind === 'word' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'word' && numeral.test(text) && isExactNumber(text)) return Number(text);
  throw tokens.refuse(`${expectedValue} instead of '${abbreviate(text)}'`);
};

const parseValue = (tokens: Tokens): ComparedValue => {
  if (tokens.take('word', 'missing')) return { kind: 'missing' };
  if (tokens.take('word', 'exists')) return { kind: 'exists' };
  if (!tokens.take('word', 'subtree')) return { kind: 'value', value: scalarOf(tokens, tokens.next(expectedValue)) };
  tokens.expect('sign', '(');
  const id = tokens.nextOf('text', 'the id of a category in quotation marks');
  tokens.expect('sign', ')');
  return { kind: 'subtree', id };
};

const parseBound = (tokens: Tokens): Scalar | undefined =>
  tokens.take('word', '*') ? undefined : scalarOf(tokens, tokens.next("a number, a text in quotation marks or '*'"));

const parseRange = (tokens: Tokens): ValueRange => {
  tokens.expect('sign', '(');
  const from = parseBound(tokens);
  tokens.expect('word', 'to');
  const to = parseBound(tokens);
  tokens.expect('sign', ')');
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

const parseList = <T>(tokens: Tokens, max: number, parse: (tokens: Tokens) => T): T[] => {
  const list = [parse(tokens)];
  while (tokens.take('sign', ',')) {
    if (list.length === max) throw tokens.refuse(`at most ${max} values`);
    list.push(parse(tokens));
  }
  return list;
};

const parseOptions = (tokens: Tokens): Pick<PathExpression, 'alias' | 'countsProducts'> => {
  let alias: string | undefined;
  let countsProducts = false;
  while (!tokens.isEnd)
    if (tokens.take('word', 'as')) alias = tokens.nextOf('word', 'the name of the facet');
    else {
      tokens.expect('word', 'counting');
      tokens.expect('word', 'products');
      countsProducts = true;
    }
  return { ...(alias !== undefined && { alias }), countsProducts };
};

/** Parses an expression; a filter has values or ranges, but no name and no option. */
export const parsePathExpression = (parameter: string, given: string, isFacet: boolean): PathExpression => {
  const tokens = new Tokens(parameter, given);
  const path = tokens.nextOf('word', 'a path');
  const hasValues = tokens.take('sign', ':');
  if (!hasValues && !isFacet) throw tokens.refuse("a path, ':' and values");
  const ranges = hasValues && tokens.take('word', 'range') ? parseList(tokens, limits.searchRangesMax, parseRange) : [];
  const values =
    hasValues && ranges.length === 0 ? parseList(tokens, limits.projectionSearchValuesMax, parseValue) : [];
  const options = isFacet ? parseOptions(tokens) : { countsProducts: false };
  if (!tokens.isEnd) throw tokens.refuse('nothing behind the values');
  return { path, values, ranges, ...options };
};

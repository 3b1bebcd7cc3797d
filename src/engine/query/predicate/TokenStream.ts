import { type ApiError, invalidInput } from '../../../base/errors/ApiError.js';
import type { FieldScope } from './FieldScope.js';
import type { Predicate } from './Predicate.js';
import { readToken, type Token, bindListVariable, bindVariable, type Alternatives } from './readToken.js';
import {
  predicateCharactersMax,
  predicateLevelsMax,
  predicateListValuesMax,
  predicateNodesMax,
  abbreviateClientText,
  predicateSyntaxError,
} from './predicateLimits.js';

/** Reads tokens one ahead, binds variables, and counts everything that has a limit. */
export class TokenStream {
  #token: Token;
  #levels = 0;
  #nodes = 0;
  #listValues = 0;
  readonly #single = new Map<string, Alternatives>();
  readonly #lists = new Map<string, readonly Alternatives[]>();

  constructor(
    readonly source: string,
    readonly variables: ReadonlyMap<string, string>,
    private readonly fields?: FieldScope,
  ) {
    if (source.length > predicateCharactersMax) {
      throw predicateSyntaxError(
        source,
        predicateCharactersMax,
        `A predicate has at most ${predicateCharactersMax} characters`,
      );
    }
    this.#token = this.#read(0);
  }

  get token(): Token {
    return this.#token;
  }

  #read(from: number): Token {
    const token = readToken(this.source, from);
    if (token.kind === 'malformed') throw predicateSyntaxError(this.source, token.at, token.text);
    return token;
  }

  advance(): Token {
    const taken = this.#token;
    this.#token = this.#read(taken.end);
    return taken;
  }

  isSymbol(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === symbol;
  }

  /** Keywords are recognised by their place only, in upper or lower case: a field may be called `is`. */
  isKeyword(word: string): boolean {
    const { kind, text } = this.#token;
    return kind === 'name' && text.length === word.length && text.toLowerCase() === word;
  }

  takeSymbol(symbol: string): boolean {
    const isNext = this.isSymbol(symbol);
    if (isNext) this.advance();
    return isNext;
  }

  takeKeyword(word: string): boolean {
    const isNext = this.isKeyword(word);
    if (isNext) this.advance();
    return isNext;
  }

  expectSymbol(symbol: string, expected = `'${symbol}'`): void {
    if (!this.takeSymbol(symbol)) throw this.unexpected(expected);
  }

  unexpected(expected: string): ApiError {
    const { kind, at, end } = this.#token;
    const came =
      kind === 'end'
        ? 'Unexpected end of input'
        : `Invalid input '${abbreviateClientText(this.source.slice(at, end))}'`;
    return predicateSyntaxError(this.source, at, `${came}, expected ${expected}`);
  }

  /** Parses a part of the grammar one level deeper; the call stack grows nowhere else. */
  deeper<T>(parse: (cursor: TokenStream) => T): T {
    this.#levels++;
    if (this.#levels > predicateLevelsMax)
      throw this.#exceeded(`A predicate is nested at most ${predicateLevelsMax} levels deep`);
    const parsed = parse(this);
    this.#levels--;
    return parsed;
  }

  /** Parses the condition of a field whose name stands at an offset; refuses a field that no resource can have. */
  inField(field: string, at: number, parse: (cursor: TokenStream, field: string) => Predicate): Predicate {
    return this.fields === undefined ? parse(this, field) : this.fields.inField(field, at, () => parse(this, field));
  }

  node(predicate: Predicate): Predicate {
    this.#nodes++;
    if (this.#nodes > predicateNodesMax)
      throw this.#exceeded(`A predicate has at most ${predicateNodesMax} conditions`);
    return predicate;
  }

  countListValues(count: number): void {
    this.#listValues += count;
    if (this.#listValues > predicateListValuesMax)
      throw this.#exceeded(`A predicate lists at most ${predicateListValuesMax} values`);
  }

  #exceeded(problem: string): ApiError {
    return predicateSyntaxError(this.source, this.#token.at, problem);
  }

  bindOne(name: string): Alternatives {
    return this.#bind(name, this.#single, bindVariable);
  }

  bindList(name: string): readonly Alternatives[] {
    return this.#bind(name, this.#lists, bindListVariable);
  }

  /** Reads each variable once, however often the predicate names it: its text may be long. */
  #bind<T>(name: string, known: Map<string, T>, read: (text: string) => T): T {
    const bound = known.get(name) ?? read(this.#variableText(name));
    known.set(name, bound);
    return bound;
  }

  #variableText(name: string): string {
    const text = this.variables.get(name);
    if (text === undefined) {
      throw invalidInput(
        `The predicate variable ':${abbreviateClientText(name)}' has no value: ` +
          `pass it as 'var.${abbreviateClientText(name)}'.`,
      );
    }
    if (text.length <= predicateCharactersMax) return text;
    throw this.#exceeded(
      `The variable ':${abbreviateClientText(name)}' has more than ${predicateCharactersMax} characters`,
    );
  }
}

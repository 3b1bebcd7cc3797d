/**
 * Price functions of shipping rates, such as `(200 * x) - 1`: numbers, the score `x`, `+`, `-`, `*` and parentheses
 * give cents.
 */
import { BigNumber } from 'bignumber.js';
import { fail } from '../../base/errors/ApiError.js';
import { functionLengthMax } from '../values/shippingRate.js';

type Evaluate = (x: BigNumber) => BigNumber;

const token = /\s*(\d+(?:\.\d+)?|[x+\-*()])/y;

const tokensOf = (text: string): string[] | undefined => {
  const tokens: string[] = [];
  const source = text.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (found === null) return undefined;
    tokens.push(found[0].trim());
  }
  return tokens;
};

/** Reads tokens from the front; undefined if they are no function. The length of the text bounds the recursion. */
const parsePriceFunction = (tokens: string[]): Evaluate | undefined => {
  const factor = (): Evaluate | undefined => {
    const head = tokens.shift();
    if (head === 'x') return x => x;
    if (head === '-') {
      const part = factor();
      return part && (x => part(x).negated());
    }
    if (head === '(') {
      const part = sum();
      return tokens.shift() === ')' ? part : undefined;
    }
    return head === undefined || !/^\d/.test(head) ? undefined : () => new BigNumber(head);
  };
  const binary =
    (
      operand: () => Evaluate | undefined,
      operators: string,
      join: (operator: string, a: BigNumber, b: BigNumber) => BigNumber,
    ) =>
    (): Evaluate | undefined => {
      let left = operand();
      while (left !== undefined) {
        const [operator] = tokens;
        if (operator === undefined || !operators.includes(operator)) break;
        tokens.shift();
        const [a, b] = [left, operand()];
        left = b && (x => join(operator, a(x), b(x)));
      }
      return left;
    };
  const product = binary(factor, '*', (_, a, b) => a.times(b));
  const sum = binary(product, '+-', (operator, a, b) => (operator === '+' ? a.plus(b) : a.minus(b)));
  const whole = sum();
  return tokens.length === 0 ? whole : undefined;
};

/** Compiles a price function; its result is exact. Throws SyntaxError for any other text. */
export const compilePriceFunction = (text: string): ((score: number) => BigNumber) => {
  const evaluate = parsePriceFunction(tokensOf(text) ?? []);
  if (evaluate === undefined)
    throw fail('SyntaxError', {
      message:
        "Malformed field 'priceFunction.function': expected numbers, x, +, -, * and parentheses, " +
        `got '${text.slice(0, functionLengthMax)}'.`,
    });
  return score => evaluate(new BigNumber(score));
};

/** From a text to a function: the query language, and beside it what ./operands.ts takes out of the text. */
import { required } from '../../errors/required.js';
import type { Literal, Predicate } from '../../engine/query/predicate/Predicate.js';
import { compilePredicate } from '../../engine/query/predicate/compilePredicate.js';
import { predicateSyntaxError } from '../../engine/query/predicate/predicateSyntaxError.js';
import { isJsonObject } from '../../engine/query/predicate/ownMember.js';
import { parsePredicate } from '../../engine/query/predicate/parsePredicate.js';
import { withAmounts } from './amounts.js';
import { atPath } from './atPath.js';
import { cartFunctions, flagFunctions } from './functions.js';
import { type Operand, placeholder, takeOperands } from './operands.js';

type Test = (value: unknown) => boolean;
type Call = Extract<Operand, { kind: 'call' }>;

/** A value that a function has of a cart, under a name that no field has. */
interface Derived {
  readonly name: string;
  readonly of: (cart: unknown) => unknown;
}

/** Each function looks at every item of a cart. */
const callsMax = 32;

const noVariables: ReadonlyMap<string, string> = new Map();

const constant = (holds: boolean): Predicate => ({ kind: 'defined', field: '', negated: holds });

const isTrue = (leaf: Predicate, value: Literal): boolean =>
  compilePredicate({ ...leaf, field: 'value' } as Predicate)({ value });

const derivedOf = ({ name, argument }: Call, index: number): Derived => {
  const evaluate = required(cartFunctions.get(name), 'the function of an operand');
  const matches = compileText(argument, false);
  return { name: `${name}()${index}`, of: cart => evaluate(cart, matches) };
};

/** Puts the operands where their placeholders stand; `derived` collects what the functions among them have to compute. */
const restorer = (source: string, operands: readonly Operand[], isCart: boolean, derived: Derived[]) => {
  let next = 0;
  const unsupported = (at: number, what: string) => predicateSyntaxError(source, at, `${what} is not supported here`);
  const called = (leaf: Predicate, call: Call, isTop: boolean): Predicate => {
    if (!isTop || !isCart) throw unsupported(call.at, `The function '${call.name}'`);
    const isFlag = flagFunctions.has(call.name);
    if ((leaf.kind !== 'compare' && leaf.kind !== 'in') || (call.isWhole && !isFlag))
      throw unsupported(call.at, `'${call.name}' without a comparison`);
    if (derived.length === callsMax)
      throw predicateSyntaxError(source, call.at, `A predicate has at most ${callsMax} functions`);
    const made = derivedOf(call, derived.length);
    derived.push(made);
    return call.isWhole
      ? { kind: 'compare', field: made.name, operator: '=', value: true }
      : withAmounts({ ...leaf, field: made.name });
  };
  const leafOf = (leaf: Predicate & { readonly field: string }, isTop: boolean): Predicate => {
    const operand = required(operands[next++], 'the operand of a placeholder');
    if (operand.kind === 'path')
      return atPath(operand.steps, leaf.kind === 'nested' ? { ...leaf, part: restore(leaf.part, false) } : leaf);
    if (operand.kind === 'call') return called(leaf, operand, isTop);
    return constant(isTrue(leaf, operand.value));
  };
  const restore = (predicate: Predicate, isTop: boolean): Predicate => {
    if ('parts' in predicate) return { ...predicate, parts: predicate.parts.map(part => restore(part, isTop)) };
    if (predicate.kind === 'not') return { ...predicate, part: restore(predicate.part, isTop) };
    if (predicate.field === placeholder) return leafOf(predicate, isTop);
    return predicate.kind === 'nested'
      ? { ...predicate, part: restore(predicate.part, false) }
      : withAmounts(predicate);
  };
  return restore;
};

/** `isCart`: whether functions of carts may stand in it. Throws SyntaxError. */
export function compileText(source: string, isCart: boolean): Test {
  const { text, operands } = takeOperands(source);
  const derived: Derived[] = [];
  const test = compilePredicate(restorer(source, operands, isCart, derived)(parsePredicate(text, noVariables), true));
  if (derived.length === 0) return test;
  return cart =>
    isJsonObject(cart) && test({ ...cart, ...Object.fromEntries(derived.map(({ name, of }) => [name, of(cart)])) });
}

import { required } from '../../errors/required.js';
import type { Literal, Predicate } from '../../engine/query/predicate/Predicate.js';
import { compilePredicate } from '../../engine/query/predicate/compilePredicate.js';
import { predicateSyntaxError } from '../../engine/query/predicate/predicateSyntaxError.js';
import { isJsonObject } from '../../engine/document/isJsonObject.js';
import { parsePredicate } from '../../engine/query/predicate/parsePredicate.js';
import { withAmounts } from './withAmounts.js';
import { conditionAtPath } from './conditionAtPath.js';
import { cartFunctions, booleanFunctions } from './cartFunctions.js';
import { type Operand, placeholder, extractOperands } from './extractOperands.js';

type PredicateTest = (value: unknown) => boolean;
type FunctionCall = Extract<Operand, { kind: 'call' }>;

/** The result of a function of a cart, under a name that no field has. */
interface DerivedField {
  readonly name: string;
  readonly valueOf: (cart: unknown) => unknown;
}

/** Bounds the functions of a predicate: each reads every item of a cart. */
const callsMax = 32;

const noVariables: ReadonlyMap<string, string> = new Map();

/** A condition that always or never holds. */
const constantCondition = (holds: boolean): Predicate => ({ kind: 'defined', field: '', negated: holds });

const holdsFor = (leaf: Predicate, value: Literal): boolean =>
  compilePredicate({ ...leaf, field: 'value' } as Predicate)({ value });

/** Replaces the placeholders of a parsed predicate by their operands, in their order. */
class PlaceholderReplacer {
  /** The functions among the operands. */
  readonly derivedFields: DerivedField[] = [];
  #next = 0;

  constructor(
    private readonly source: string,
    private readonly operands: readonly Operand[],
    private readonly isCart: boolean,
  ) {}

  replace(predicate: Predicate, isTop: boolean): Predicate {
    if ('parts' in predicate) return { ...predicate, parts: predicate.parts.map(part => this.replace(part, isTop)) };
    if (predicate.kind === 'not') return { ...predicate, part: this.replace(predicate.part, isTop) };
    if (predicate.field === placeholder) return this.#replaceOperand(predicate, isTop);
    return predicate.kind === 'nested'
      ? { ...predicate, part: this.replace(predicate.part, false) }
      : withAmounts(predicate);
  }

  #replaceOperand(leaf: Predicate, isTop: boolean): Predicate {
    const operand = required(this.operands[this.#next++], 'the operand of a placeholder');
    if (operand.kind === 'call') return this.#replaceCall(leaf, operand, isTop);
    if (operand.kind === 'literal') return constantCondition(holdsFor(leaf, operand.value));
    const condition = leaf.kind === 'nested' ? { ...leaf, part: this.replace(leaf.part, false) } : leaf;
    return conditionAtPath(operand.steps, condition);
  }

  #replaceCall(leaf: Predicate, call: FunctionCall, isTop: boolean): Predicate {
    if (!isTop || !this.isCart) throw this.#unsupported(call.at, `The function '${call.name}'`);
    const isCompared = leaf.kind === 'compare' || leaf.kind === 'in';
    if (!isCompared || (call.isWhole && !booleanFunctions.has(call.name)))
      throw this.#unsupported(call.at, `'${call.name}' without a comparison`);
    if (this.derivedFields.length === callsMax)
      throw predicateSyntaxError(this.source, call.at, `A predicate has at most ${callsMax} functions`);
    const field = this.#addDerivedField(call);
    return call.isWhole ? { kind: 'compare', field, operator: '=', value: true } : withAmounts({ ...leaf, field });
  }

  #addDerivedField({ name: functionName, argument }: FunctionCall): string {
    const evaluate = required(cartFunctions.get(functionName), 'the function of an operand');
    const matches = compileExtendedPredicate(argument, false);
    const name = `${functionName}()${this.derivedFields.length}`;
    this.derivedFields.push({ name, valueOf: cart => evaluate(cart, matches) });
    return name;
  }

  #unsupported(at: number, subject: string): Error {
    return predicateSyntaxError(this.source, at, `${subject} is not supported here`);
  }
}

/** A derived field is computed when a condition reads it first: the conditions before it may decide. */
const withDerivedFields = (cart: Readonly<Record<string, unknown>>, derivedFields: readonly DerivedField[]): object => {
  const fields = { ...cart };
  for (const { name, valueOf } of derivedFields) {
    let result: { readonly value: unknown } | undefined;
    const get = () => (result ??= { value: valueOf(cart) }).value;
    Object.defineProperty(fields, name, { get, enumerable: true });
  }
  return fields;
};

/**
 * Compiles a predicate of the query language with the extensions of `extractOperands`; `isCart` allows functions of
 * carts. Throws SyntaxError.
 */
export function compileExtendedPredicate(source: string, isCart: boolean): PredicateTest {
  const { text, operands } = extractOperands(source);
  const replacer = new PlaceholderReplacer(source, operands, isCart);
  const test = compilePredicate(replacer.replace(parsePredicate(text, noVariables), true));
  const { derivedFields } = replacer;
  if (derivedFields.length === 0) return test;
  return cart => isJsonObject(cart) && test(withDerivedFields(cart, derivedFields));
}

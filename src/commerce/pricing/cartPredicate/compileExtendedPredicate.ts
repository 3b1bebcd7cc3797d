import { required } from '../../../base/errors/ApiError.js';
import { isJsonObject } from '../../../engine/document/json.js';
import { compilePredicate } from '../../../engine/query/predicate/compilePredicate.js';
import { parsePredicate } from '../../../engine/query/predicate/parsePredicate.js';
import { comparedTexts, type Literal, type Predicate } from '../../../engine/query/predicate/Predicate.js';
import { predicateSyntaxError } from '../../../engine/query/predicate/predicateLimits.js';
import { attributeList, readsAttributeList } from './itemFields.js';
import { booleanFunctions, cartFunctions } from './cartFunctions.js';
import { conditionAtPath, conditionOf, exactTest, storedSteps, withAmounts } from './pathConditions.js';
import type { FieldPath, PredicateScope } from './fieldNames.js';
import { extractOperands, type Operand, placeholder } from './extractOperands.js';

type PredicateTest = (value: unknown) => boolean;

export interface CompiledPredicate {
  readonly test: PredicateTest;
  /** The fields that the predicate names. */
  readonly paths: readonly FieldPath[];
}

type FunctionCall = Extract<Operand, { kind: 'call' }>;
type ExactValues = Extract<Operand, { kind: 'exactly' }>;

/** A value that is computed of a cart or an item, under a name that no field has. */
interface DerivedField {
  readonly name: string;
  readonly valueOf: (cart: unknown) => unknown;
}

/** Bounds the functions and lists of a predicate: a function reads every item of a cart. */
const derivedFieldsMax = 32;

const noVariables: ReadonlyMap<string, string> = new Map();

/** A condition that always or never holds. */
const constantCondition = (holds: boolean): Predicate => ({ kind: 'defined', field: '', negated: holds });

const holdsFor = (leaf: Predicate, value: Literal): boolean =>
  compilePredicate({ ...leaf, field: 'value' } as Predicate)({ value });

const wantedValues = (leaf: Predicate): readonly Literal[] | undefined => {
  if (leaf.kind === 'compare') return leaf.operator === '=' || leaf.operator === '!=' ? [leaf.value] : undefined;
  return 'values' in leaf ? leaf.values : undefined;
};

/** A nested condition at a path; one that may be about the list of attributes holds for either of the two. */
const withAttributeList = (
  part: Predicate,
  path: readonly string[],
  conditionAt: (...path: string[]) => Predicate,
): Predicate =>
  readsAttributeList(path.at(-1) ?? '', part)
    ? { kind: 'or', parts: [conditionAt(...path), conditionAt(...path.slice(0, -1), attributeList)] }
    : conditionAt(...path);

/** Replaces the placeholders of a parsed predicate by their operands, in their order. */
class PlaceholderReplacer {
  /** The functions among the operands. */
  readonly derivedFields: DerivedField[] = [];
  readonly paths: FieldPath[] = [];
  #next = 0;

  constructor(
    private readonly source: string,
    private readonly operands: readonly Operand[],
    private readonly scope: PredicateScope,
  ) {}

  /** `holder` is the path of the field that the predicate is nested in; a function is never nested. */
  replace(predicate: Predicate, holder: readonly string[]): Predicate {
    if ('parts' in predicate) return { ...predicate, parts: predicate.parts.map(part => this.replace(part, holder)) };
    if (predicate.kind === 'not') return { ...predicate, part: this.replace(predicate.part, holder) };
    if (predicate.field === placeholder) return this.#replaceOperand(predicate, holder);
    const steps = storedSteps([...holder, predicate.field]);
    if (predicate.kind === 'nested') {
      const nested = { ...predicate, part: this.replace(predicate.part, steps) };
      return withAttributeList(nested.part, [nested.field], field => ({ ...nested, field }));
    }
    this.#addPath(steps, predicate);
    return conditionOf({ ...predicate, field: steps.at(-1) ?? predicate.field }, holder);
  }

  #addPath(steps: readonly string[], leaf: Predicate): void {
    this.paths.push({ scope: this.scope, steps, values: wantedValues(leaf), texts: comparedTexts(leaf) });
  }

  #replaceOperand(given: Predicate, holder: readonly string[]): Predicate {
    const operand = required(this.operands[this.#next++], 'the operand of a placeholder');
    if (operand.kind === 'call') return this.#replaceCall(given, operand, holder.length === 0);
    if (operand.kind === 'literal') return constantCondition(holdsFor(given, operand.value));
    if (operand.kind === 'exactly') return this.#replaceExactly(operand, holder.length === 0);
    const { leaf = given } = operand;
    const steps = storedSteps([...holder, ...operand.steps]);
    const ownSteps = steps.slice(holder.length);
    if (leaf.kind !== 'nested') this.#addPath(steps, leaf);
    if (leaf.kind !== 'nested') return conditionAtPath(ownSteps, leaf, holder);
    const condition = { ...leaf, part: this.replace(leaf.part, steps) };
    return withAttributeList(condition.part, ownSteps, (...path) => conditionAtPath(path, condition));
  }

  #replaceCall(leaf: Predicate, call: FunctionCall, isTop: boolean): Predicate {
    if (!isTop || this.scope !== 'cart') throw this.#unsupported(call.at, `The function '${call.name}'`);
    const isCompared = leaf.kind === 'compare' || leaf.kind === 'in';
    if (!isCompared || (call.isWhole && !booleanFunctions.has(call.name)))
      throw this.#unsupported(call.at, `'${call.name}' without a comparison`);
    const field = this.#addFunction(call);
    return call.isWhole ? { kind: 'compare', field, operator: '=', value: true } : withAmounts({ ...leaf, field });
  }

  #replaceExactly({ steps, at, values }: ExactValues, isTop: boolean): Predicate {
    if (!isTop) throw this.#unsupported(at, 'A comparison with a list');
    this.#addPath(steps, { kind: 'in', field: '', values, negated: false });
    const field = this.#addDerived('exactly', at, exactTest(steps, values));
    return { kind: 'compare', field, operator: '=', value: true };
  }

  #addFunction({ name: functionName, at, argument }: FunctionCall): string {
    const { evaluate, scope } = required(cartFunctions.get(functionName), 'the function of an operand');
    const { test: matches, paths } = compileExtendedPredicate(argument, scope);
    this.paths.push(...paths);
    return this.#addDerived(functionName, at, cart => evaluate(cart, matches));
  }

  #addDerived(title: string, at: number, valueOf: DerivedField['valueOf']): string {
    if (this.derivedFields.length === derivedFieldsMax)
      throw predicateSyntaxError(this.source, at, `A predicate has at most ${derivedFieldsMax} functions and lists`);
    const name = `${title}()${this.derivedFields.length}`;
    this.derivedFields.push({ name, valueOf });
    return name;
  }

  #unsupported(at: number, subject: string): Error {
    return predicateSyntaxError(this.source, at, `${subject} is not supported here`);
  }
}

/** A derived field is computed when a condition reads it first: the conditions before it may decide. */
const withDerivedFields = (cart: Readonly<Record<string, unknown>>, derivedFields: readonly DerivedField[]): object => {
  // Amounts of the cart are computed when they are read, too.
  const fields = Object.defineProperties({}, Object.getOwnPropertyDescriptors(cart));
  for (const { name, valueOf } of derivedFields) {
    let result: { readonly value: unknown } | undefined;
    const get = () => (result ??= { value: valueOf(cart) }).value;
    Object.defineProperty(fields, name, { get, enumerable: true });
  }
  return fields;
};

/**
 * Compiles a predicate of the query language with the extensions of `extractOperands`; those about carts may
 * have functions. Throws SyntaxError.
 */
export function compileExtendedPredicate(source: string, scope: PredicateScope): CompiledPredicate {
  const { text, operands } = extractOperands(source);
  const replacer = new PlaceholderReplacer(source, operands, scope);
  const test = compilePredicate(replacer.replace(parsePredicate(text, noVariables), []));
  const { derivedFields, paths } = replacer;
  if (derivedFields.length === 0) return { test, paths };
  return { test: cart => isJsonObject(cart) && test(withDerivedFields(cart, derivedFields)), paths };
}

/** Conditions about paths, and about amounts of money, which are texts such as `"10.50 EUR"` in predicates. */
import { fail, required } from '../../../base/errors/ApiError.js';
import { ownMember } from '../../../engine/query/predicate/comparisons.js';
import { canonicalLanguageTag, isLanguageTag } from '../../../engine/schema/languageTags.js';
import { withSpellings } from '../../../engine/query/predicate/spellings.js';
import type { Literal, Predicate } from '../../../engine/query/predicate/Predicate.js';
import { fractionDigitsOf, type MoneyDraft } from '../../values/money.js';

/**
 * Turns a condition with an amount into a condition about the members of money: the same currency, and the cents by the
 * operator. An amount in another currency is never equal, smaller or larger; `!=` is the negation of `=`.
 */
export const withAmounts = (leaf: Predicate): Predicate => {
  if ('field' in leaf && leaf.field === 'locale') return withSpellings(leaf);
  if (leaf.kind === 'compare') return comparison(leaf);
  return leaf.kind === 'in' ? membership(leaf) : leaf;
};

/** Tells whether a path may end with a language: after a name or a slug of an item, an attribute or a custom field. */
const endsWithLanguage = (steps: readonly string[]): boolean => {
  const [holder, member] = [steps.at(-3) ?? '', steps.at(-2) ?? ''];
  if (['name', 'productSlug'].includes(member)) return true;
  return ['attributes', 'fields'].includes(holder) || (holder === 'custom' && member !== 'fields');
};

/** A path with the language at its end as it is stored. */
export const storedSteps = (steps: readonly string[]): readonly string[] => {
  const last = steps.at(-1) ?? '';
  return isLanguageTag(last) && endsWithLanguage(steps) ? [...steps.slice(0, -1), canonicalLanguageTag(last)] : steps;
};

/** A condition on the last step of a path, nested in its other steps; the path begins in `holder`. */
export const conditionAtPath = (
  steps: readonly string[],
  leaf: Predicate,
  holder: readonly string[] = [],
): Predicate => {
  const field = required(steps.at(-1), 'the last step of a path');
  if (leaf.kind === 'contains' && leaf.mode === 'all')
    return {
      kind: 'and',
      parts: leaf.values.map(value => conditionAtPath(steps, { ...leaf, mode: 'any', values: [value] }, holder)),
    };
  const { part, negated } = withoutNegation({ ...leaf, field } as Predicate);
  const holders = steps.slice(0, -1);
  const innermost = withIdentifiers(withListItems(part), part, [...holder, ...holders]);
  const nested = holders.reduceRight<Predicate>(
    (inner, step) => ({ kind: 'nested', field: step, part: inner }),
    innermost,
  );
  return negated ? { kind: 'not', part: nested } : nested;
};

/** Expresses a condition on a field of a holder by conditions that the query language has. */
export const conditionOf = (leaf: Predicate, holder: readonly string[]): Predicate => {
  const { part, negated } = withoutNegation(leaf);
  const condition = withIdentifiers(withAmounts(part), part, holder);
  return negated ? { kind: 'not', part: condition } : condition;
};

/** Tells whether a field has the value of an attribute, also by `name` and `value`, or of a custom field. */
const holdsDefinedValues = (holder: readonly string[], field: string): boolean => {
  const last = holder.at(-1);
  return (last === 'attributes' && field !== 'name') || (last === 'fields' && holder.at(-2) === 'custom');
};

/** The value of an enum is also compared by its key, and a reference by its id. */
const identifiers = ['key', 'id'];

/** A condition that may also be about the identifier of the value of an attribute or a custom field. */
const withIdentifiers = (condition: Predicate, leaf: Predicate, holder: readonly string[]): Predicate => {
  if (!('field' in leaf) || !holdsDefinedValues(holder, leaf.field)) return condition;
  const ofIdentifier = identifierLeaf(leaf);
  if (ofIdentifier === undefined) return condition;
  const parts = identifiers.map(
    (field): Predicate => ({ kind: 'nested', field: leaf.field, part: { ...ofIdentifier, field } as Predicate }),
  );
  return { kind: 'or', parts: [condition, ...parts] };
};

/** The condition on one identifier; undefined where texts are not compared for equality. */
const identifierLeaf = (leaf: Predicate): Predicate | undefined => {
  if (leaf.kind === 'contains') return { kind: 'in', field: leaf.field, values: leaf.values, negated: false };
  return leaf.kind === 'in' || (leaf.kind === 'compare' && leaf.operator === '=') ? leaf : undefined;
};

/** The values at a path, of all elements of lists on it; an enum by its key, a reference by its id. */
const valuesAt = (value: unknown, steps: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(each => valuesAt(each, steps));
  if (value === undefined || value === null) return [];
  const [step, ...rest] = steps;
  if (step !== undefined) return valuesAt(ownMember(value, step), rest);
  return [ownMember(value, 'key') ?? ownMember(value, 'id') ?? value];
};

/** Tests whether the values at a path are those of a list, in any order, and no other ones. */
export const exactTest = (steps: readonly string[], values: readonly Literal[]): ((fields: unknown) => boolean) => {
  const wanted = new Set<unknown>(values);
  return fields => {
    const found = new Set(valuesAt(fields, steps));
    return found.size === wanted.size && [...found].every(value => wanted.has(value));
  };
};

type Compare = Extract<Predicate, { kind: 'compare' }>;
type In = Extract<Predicate, { kind: 'in' }>;
const pattern = /^(-?)(\d{1,16})(?:\.(\d{1,8}))? ([A-Z]{3})$/;

/** The amount of a text; undefined for other texts. Refuses an amount with more digits than its currency has. */
const parseAmount = (text: Literal): MoneyDraft | undefined => {
  const [, sign, whole, fraction = '', currencyCode] = (typeof text === 'string' && pattern.exec(text)) || [];
  if (currencyCode === undefined) return undefined;
  const digits = fractionDigitsOf(currencyCode);
  if (fraction.length > digits)
    throw fail('SyntaxError', {
      message: `The amount '${text}' has more than the ${digits} digits behind the point that ${currencyCode} has`,
    });
  const centAmount = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
  if (!Number.isSafeInteger(centAmount))
    throw fail('SyntaxError', { message: `The amount '${text}' is larger than any price` });
  return { currencyCode, centAmount: centAmount + 0 };
};

const amountCondition = (
  field: string,
  operator: Compare['operator'],
  { currencyCode, centAmount }: MoneyDraft,
): Predicate => ({
  kind: 'nested',
  field,
  part: {
    kind: 'and',
    parts: [
      { kind: 'compare', field: 'currencyCode', operator: '=', value: currencyCode },
      { kind: 'compare', field: 'centAmount', operator, value: centAmount },
    ],
  },
});

const comparison = (leaf: Compare): Predicate => {
  const { field, operator, value } = leaf;
  const amount = parseAmount(value);
  if (amount === undefined) return leaf;
  if (operator === '!=') return { kind: 'not', part: comparison({ ...leaf, operator: '=' }) };
  return { kind: 'or', parts: [leaf, amountCondition(field, operator, amount)] };
};

const membership = (leaf: In): Predicate => {
  const amounts = leaf.values.map(parseAmount).filter(amount => amount !== undefined);
  if (amounts.length === 0) return leaf;
  const oneOf: Predicate = {
    kind: 'or',
    parts: [{ ...leaf, negated: false }, ...amounts.map(amount => amountCondition(leaf.field, '=', amount))],
  };
  return leaf.negated ? { kind: 'not', part: oneOf } : oneOf;
};

/** Conditions that hold for missing members become negations: `a.b != 1` holds where `a` is missing. */
const withoutNegation = (leaf: Predicate): { readonly part: Predicate; readonly negated: boolean } => {
  if (leaf.kind === 'compare' && leaf.operator === '!=') return { part: { ...leaf, operator: '=' }, negated: true };
  if ((leaf.kind === 'in' || leaf.kind === 'defined') && leaf.negated)
    return { part: { ...leaf, negated: false }, negated: true };
  if (leaf.kind === 'empty' && !leaf.negated) return { part: { ...leaf, negated: true }, negated: true };
  return { part: leaf, negated: false };
};

/** In `categories.id contains any ("x")` the list may also be a step of the path. */
const withListItems = (leaf: Predicate): Predicate => {
  if (leaf.kind !== 'contains') return withAmounts(leaf);
  return { kind: 'or', parts: [leaf, { kind: 'in', field: leaf.field, values: leaf.values, negated: false }] };
};

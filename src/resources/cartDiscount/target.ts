/** What of a cart a discount is taken off. */
import type { Static } from '@sinclair/typebox';
import { fail } from '../../errors.js';
import { IntegerFrom, List, OneOf, Optional, Quantity, Shape } from '../types/basic.js';
import { assertCartPredicate, CartPredicate } from '../types/cartPredicate.js';
import { required } from '../types/required.js';
import type { Value } from './value.js';

const componentsMax = 100;
const Count = Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER));

const Component = Shape({
  type: OneOf(['CountOnLineItemUnits', 'CountOnCustomLineItemUnits']),
  predicate: CartPredicate, minCount: Count, maxCount: Count, excludeCount: Count,
});
const Pattern = Optional(List(Component, componentsMax));

/** Of each type's members only its own are stored (`targetOf`). */
export const Target = Shape({
  type: OneOf(['lineItems', 'customLineItems', 'shipping', 'totalPrice', 'multiBuyLineItems', 'multiBuyCustomLineItems', 'pattern']),
  predicate: Optional(CartPredicate),
  triggerQuantity: Optional(Quantity), discountedQuantity: Optional(Quantity),
  triggerPattern: Pattern, targetPattern: Pattern,
  maxOccurrence: Optional(Quantity),
  selectionMode: Optional(OneOf(['Cheapest', 'MostExpensive'])),
});

export type Target = Static<typeof Target>;

const predicateOf = ({ type, predicate }: Target): string => {
  const text = required(predicate, 'target.predicate', `the target ${type}`);
  assertCartPredicate(text, 'target.predicate');
  return text;
};

const multiBuyOf = (target: Target): Target => {
  const { type, maxOccurrence } = target;
  const holder = `the target ${type}`;
  const triggerQuantity = required(target.triggerQuantity, 'target.triggerQuantity', holder);
  const discountedQuantity = required(target.discountedQuantity, 'target.discountedQuantity', holder);
  if (discountedQuantity > triggerQuantity)
    throw fail('InvalidInput', { message: `The discountedQuantity must not exceed the triggerQuantity: expected at most ${triggerQuantity}, got ${discountedQuantity}.` });
  return { type, predicate: predicateOf(target), triggerQuantity, discountedQuantity, maxOccurrence, selectionMode: required(target.selectionMode, 'target.selectionMode', holder) };
};

const assertPattern = (components: NonNullable<Target['targetPattern']>, field: string): void => components.forEach(({ predicate, minCount, maxCount }, at) => {
  assertCartPredicate(predicate, `${field}[${at}].predicate`);
  if (minCount !== undefined && maxCount !== undefined && maxCount < minCount)
    throw fail('InvalidInput', { message: `The maxCount of ${field}[${at}] must not be less than its minCount: expected at least ${minCount}, got ${maxCount}.` });
});

const patternOf = (target: Target): Target => {
  const triggerPattern = required(target.triggerPattern, 'target.triggerPattern', 'a pattern');
  const targetPattern = required(target.targetPattern, 'target.targetPattern', 'a pattern');
  if (targetPattern.length === 0) throw fail('InvalidField', { field: 'target.targetPattern', invalidValue: targetPattern, expected: 'Expected at least 1 element(s).' });
  assertPattern(triggerPattern, 'target.triggerPattern');
  assertPattern(targetPattern, 'target.targetPattern');
  return { type: 'pattern', triggerPattern, targetPattern, maxOccurrence: target.maxOccurrence, selectionMode: required(target.selectionMode, 'target.selectionMode', 'a pattern') };
};

export const targetOf = (target: Target): Target => {
  const { type } = target;
  switch (type) {
    case 'shipping': case 'totalPrice': return { type };
    case 'lineItems': case 'customLineItems': return { type, predicate: predicateOf(target) };
    case 'multiBuyLineItems': case 'multiBuyCustomLineItems': return multiBuyOf(target);
    case 'pattern': return patternOf(target);
  }
};

const conflict = (message: string) => fail('InvalidOperation', { message });

/** How a share is spread is a matter of patterns, and over the units that trigger one only if there are such. */
const assertRelative = ({ applicationMode }: Value, { type, triggerPattern }: Target): void => {
  if (applicationMode === undefined) return;
  if (type !== 'pattern') throw conflict(`A relative discount with an applicationMode needs a target of type pattern; got ${type}.`);
  if (applicationMode !== 'IndividualApplication' && triggerPattern?.length === 0) throw conflict(`The applicationMode ${applicationMode} needs a triggerPattern that is not empty.`);
};

const withoutAmounts: readonly string[] = ['multiBuyLineItems', 'multiBuyCustomLineItems'];
const withoutPrices: readonly string[] = ['shipping', 'totalPrice'];

/** What can be taken off what: a gift has no target, all others have one. */
export const assertFits = (value: Value, target: Target | undefined): void => {
  if (value.type === 'giftLineItem') {
    if (target !== undefined) throw fail('InvalidInput', { message: `A discount of type giftLineItem has no target; got ${target.type}.` });
    return;
  }
  const { type } = required(target, 'target', `a discount of type ${value.type}`);
  if (value.type === 'relative') assertRelative(value, target!);
  if (value.type === 'absolute' && withoutAmounts.includes(type)) throw conflict(`An absolute discount cannot have the target ${type}.`);
  if (value.type === 'fixed' && withoutPrices.includes(type)) throw conflict(`A fixed price cannot have the target ${type}.`);
};

import { fail } from '../../errors/ApiError.js';
import type { DiscountTarget, DiscountValue } from '../../schema/discount.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { requireMember } from './requireMember.js';

const predicateOf = ({ type, predicate }: DiscountTarget): string => {
  const text = requireMember(predicate, 'target.predicate', `the target ${type}`);
  assertCartPredicate(text, 'target.predicate');
  return text;
};

const multiBuyOf = (target: DiscountTarget): DiscountTarget => {
  const { type, maxOccurrence } = target;
  const holder = `the target ${type}`;
  const triggerQuantity = requireMember(target.triggerQuantity, 'target.triggerQuantity', holder);
  const discountedQuantity = requireMember(target.discountedQuantity, 'target.discountedQuantity', holder);
  if (discountedQuantity > triggerQuantity)
    throw fail('InvalidInput', {
      message: `The discountedQuantity must not exceed the triggerQuantity: expected at most ${triggerQuantity}, got ${discountedQuantity}.`,
    });
  return {
    type,
    predicate: predicateOf(target),
    triggerQuantity,
    discountedQuantity,
    maxOccurrence,
    selectionMode: requireMember(target.selectionMode, 'target.selectionMode', holder),
  };
};

export const discountTargetOf = (target: DiscountTarget): DiscountTarget => {
  const { type } = target;
  switch (type) {
    case 'shipping':
    case 'totalPrice':
      return { type };
    case 'lineItems':
    case 'customLineItems':
      return { type, predicate: predicateOf(target) };
    case 'multiBuyLineItems':
    case 'multiBuyCustomLineItems':
      return multiBuyOf(target);
  }
};

const conflict = (message: string) => fail('InvalidOperation', { message });

const withoutAmounts: readonly string[] = ['multiBuyLineItems', 'multiBuyCustomLineItems'];
const withoutPrices: readonly string[] = ['shipping', 'totalPrice'];

/** Refuses a target that does not go with the value. A gift has no target, all other discounts have one. */
export const assertTargetFitsValue = (value: DiscountValue, target: DiscountTarget | undefined): void => {
  if (value.type === 'giftLineItem') {
    if (target !== undefined)
      throw fail('InvalidInput', { message: `A discount of type giftLineItem has no target; got ${target.type}.` });
    return;
  }
  const { type } = requireMember(target, 'target', `a discount of type ${value.type}`);
  // A share applies to each piece: there is no amount to distribute.
  if (value.type === 'relative' && value.applicationMode !== undefined)
    throw conflict(`A relative discount has no applicationMode; got ${value.applicationMode}.`);
  if (value.type === 'absolute' && withoutAmounts.includes(type))
    throw conflict(`An absolute discount cannot have the target ${type}.`);
  if (value.type === 'fixed' && withoutPrices.includes(type))
    throw conflict(`A fixed price cannot have the target ${type}.`);
};

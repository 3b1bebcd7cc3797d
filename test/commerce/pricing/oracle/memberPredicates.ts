/** Evaluates and writes predicates on the store and the customer of a cart and on custom fields. */
import { type Fraction, fraction, product } from '../fraction.js';
import { cents, show } from './amounts.js';
import { type CartCase, currencies, type Customer, type MemberPredicate, type Operator } from './CartCase.js';

/** Each combination of a customer and groups is a customer of its own, and so is one whose groups change in steps. */
export const customerKey = (customer: Customer, { customerGroup, assignments = [], owner }: CartCase): string =>
  [customer, customerGroup ?? 'none', ...assignments, ...(owner === undefined ? [] : [owner])].join('-');
export const customerEmail = (customer: Customer, given: CartCase): string =>
  `${customerKey(customer, given)}@example.com`;
export const annsTier = 'gold';

export const holds: Readonly<Record<Operator, (order: number) => boolean>> = {
  '>': order => order > 0,
  '>=': order => order >= 0,
  '<': order => order < 0,
  '<=': order => order <= 0,
  '=': order => order === 0,
  '!=': order => order !== 0,
};

/** A comparison with a member that the cart does not have holds only for `!=`. */
const holdsFor = (value: number | undefined, operator: Operator, is: number): boolean =>
  value === undefined ? operator === '!=' : holds[operator](value - is);

export const evaluateMember = (
  predicate: MemberPredicate,
  { store, customer, customerGroup, custom = {} }: CartCase,
): boolean => {
  switch (predicate.name) {
    case 'store':
      return store === predicate.is;
    case 'customer':
      return customer === predicate.is && (predicate.by === 'email' || customer === 'ann');
    case 'tier':
      return customer === 'ann' && predicate.is === annsTier;
    case 'customersGroup':
      return customerGroup === predicate.is;
    case 'note':
      return (custom.note === predicate.is) === (predicate.operator === '=');
    case 'noteIn':
      return custom.note !== undefined && predicate.of.includes(custom.note);
    case 'hasNote':
      return custom.note !== undefined;
    case 'level':
    case 'fee':
      return holdsFor(custom[predicate.name], predicate.operator, predicate.is);
    case 'isGift':
      return custom.isGift === predicate.is;
    case 'tags': {
      const { tags = [] } = custom;
      return predicate.quantifier === 'any'
        ? predicate.of.some(each => tags.includes(each))
        : predicate.of.every(each => tags.includes(each));
    }
  }
};

export const moneyText = (amount: Fraction, currency: CartCase['currency']): string => {
  const digits = currencies[currency];
  return `"${Number(show(product(amount, fraction(1n, 10n ** BigInt(digits))))).toFixed(digits)} ${currency}"`;
};

const textList = (texts: readonly string[]): string => texts.map(each => `"${each}"`).join(', ');

export const memberText = (predicate: MemberPredicate, given: CartCase): string => {
  switch (predicate.name) {
    case 'store':
      return `store.key = "${predicate.is}"`;
    case 'customer': {
      const text = predicate.by === 'key' ? customerKey : customerEmail;
      return `customer.${predicate.by} = "${text(predicate.is, given)}"`;
    }
    case 'tier':
      return `customer.custom.tier = "${predicate.is}"`;
    case 'customersGroup':
      return `customer.customerGroup.key = "${predicate.is}"`;
    case 'note':
      return `custom.note ${predicate.operator} "${predicate.is}"`;
    case 'noteIn':
      return `custom.note in (${textList(predicate.of)})`;
    case 'hasNote':
      return 'custom.note is defined';
    case 'level':
      return `custom.level ${predicate.operator} ${predicate.is}`;
    case 'fee':
      return `custom.fee ${predicate.operator} ${moneyText(cents(predicate.is), given.currency)}`;
    case 'isGift':
      return `custom.isGift = ${predicate.is}`;
    case 'tags':
      return `custom.tags contains ${predicate.quantifier} (${textList(predicate.of)})`;
  }
};

/** What a predicate may ask of a cart as a whole, through its items: how many match, whether any, whether all, for how much. */
import { ownMember } from '../../engine/query/predicate/ownMember.js';
import { lineItemFields } from './lineItemFields.js';

type Matches = (item: unknown) => boolean;
type Evaluate = (cart: unknown, matches: Matches) => unknown;

interface ItemList {
  readonly name: 'lineItems' | 'customLineItems';
  readonly fieldsOf: (item: unknown) => unknown;
}

const lineItems: ItemList = { name: 'lineItems', fieldsOf: lineItemFields };
const customLineItems: ItemList = { name: 'customLineItems', fieldsOf: item => item };

const itemsOf = (cart: unknown, { name }: ItemList): readonly unknown[] => {
  const items = ownMember(cart, name);
  return Array.isArray(items) ? items : [];
};

const matching = (cart: unknown, list: ItemList, matches: Matches): readonly unknown[] =>
  itemsOf(cart, list).filter(item => matches(list.fieldsOf(item)));

const at = (value: unknown, path: readonly string[]): unknown => path.reduce(ownMember, value);

const integerAt = (value: unknown, path: readonly string[]): number => {
  const found = at(value, path);
  return typeof found === 'number' ? found : 0;
};

const count =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).reduce<number>((sum, item) => sum + integerAt(item, ['quantity']), 0);

const exists =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).length > 0;

const forAll =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).length === itemsOf(cart, list).length;

/** Items have the currency of their cart. */
const total =
  (list: ItemList, ...path: readonly string[]): Evaluate =>
  (cart, matches) => ({
    currencyCode: at(cart, ['totalPrice', 'currencyCode']),
    centAmount: matching(cart, list, matches).reduce<number>(
      (sum, item) => sum + integerAt(item, [...path, 'centAmount']),
      0,
    ),
  });

/** By the names that predicates call them. */
export const cartFunctions: ReadonlyMap<string, Evaluate> = new Map([
  ['lineItemCount', count(lineItems)],
  ['customLineItemCount', count(customLineItems)],
  ['lineItemExists', exists(lineItems)],
  ['customLineItemExists', exists(customLineItems)],
  ['forAllLineItems', forAll(lineItems)],
  ['forAllCustomLineItems', forAll(customLineItems)],
  ['lineItemTotal', total(lineItems, 'totalPrice')],
  ['lineItemNetTotal', total(lineItems, 'taxedPrice', 'totalNet')],
  ['lineItemGrossTotal', total(lineItems, 'taxedPrice', 'totalGross')],
  ['customLineItemTotal', total(customLineItems, 'totalPrice')],
  ['customLineItemNetTotal', total(customLineItems, 'taxedPrice', 'totalNet')],
  ['customLineItemGrossTotal', total(customLineItems, 'taxedPrice', 'totalGross')],
]);

/** Those that say yes or no: they may be all of a condition. */
export const flagFunctions: ReadonlySet<string> = new Set([
  'lineItemExists',
  'customLineItemExists',
  'forAllLineItems',
  'forAllCustomLineItems',
]);

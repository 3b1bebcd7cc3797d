/** The functions of predicates about carts: the number of matching items, whether any or all match, and their total. */
import { ownMember } from '../../../engine/query/predicate/comparisons.js';
import { lineItemFields } from './itemFields.js';

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

const valueAt = (value: unknown, path: readonly string[]): unknown => path.reduce(ownMember, value);

const integerAt = (value: unknown, path: readonly string[]): number => {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : 0;
};

const countPieces =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).reduce<number>((sum, item) => sum + integerAt(item, ['quantity']), 0);

const someItem =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).length > 0;

const everyItem =
  (list: ItemList): Evaluate =>
  (cart, matches) =>
    matching(cart, list, matches).length === itemsOf(cart, list).length;

/** The total of matching items, which have the currency of their cart. */
const totalAt =
  (list: ItemList, ...path: readonly string[]): Evaluate =>
  (cart, matches) => ({
    currencyCode: valueAt(cart, ['totalPrice', 'currencyCode']),
    centAmount: matching(cart, list, matches).reduce<number>(
      (sum, item) => sum + integerAt(item, [...path, 'centAmount']),
      0,
    ),
  });

interface CartFunction {
  readonly evaluate: Evaluate;
  /** The list of items that its condition is about. */
  readonly scope: ItemList['name'];
}

const functionsOf = (list: ItemList, prefix: 'lineItem' | 'customLineItem'): (readonly [string, CartFunction])[] => {
  const title = `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}s`;
  const evaluations: Readonly<Record<string, Evaluate>> = {
    [`${prefix}Count`]: countPieces(list),
    [`${prefix}Exists`]: someItem(list),
    [`forAll${title}`]: everyItem(list),
    [`${prefix}Total`]: totalAt(list, 'totalPrice'),
    [`${prefix}NetTotal`]: totalAt(list, 'taxedPrice', 'totalNet'),
    [`${prefix}GrossTotal`]: totalAt(list, 'taxedPrice', 'totalGross'),
  };
  return Object.entries(evaluations).map(([name, evaluate]) => [name, { evaluate, scope: list.name }] as const);
};

export const cartFunctions: ReadonlyMap<string, CartFunction> = new Map([
  ...functionsOf(lineItems, 'lineItem'),
  ...functionsOf(customLineItems, 'customLineItem'),
]);

/** Functions with a boolean result: a condition may consist of one. */
export const booleanFunctions: ReadonlySet<string> = new Set([
  'lineItemExists',
  'customLineItemExists',
  'forAllLineItems',
  'forAllCustomLineItems',
]);

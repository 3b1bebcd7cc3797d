/** The predicates of discounts as choices: of products, and of buyers. */
import { formatRows, parseRows, type PredicateRow } from '../predicates/predicateRows';

/** Resources that a person has chosen, by their ids or keys. */
export interface Choice {
  readonly by: 'id' | 'key';
  readonly values: readonly string[];
}

export interface Goods {
  readonly categories: Choice;
  /** True if products in subcategories count as well. */
  readonly isDeep: boolean;
  readonly products: Choice;
  /** A path below `attributes`, such as `brand.key`; empty for none. */
  readonly attribute: string;
  readonly attributeValue: string;
}

export interface Buyers {
  readonly groups: Choice;
  /** An amount such as `50.00 EUR`; empty for none. Discounts on prices have no least amount. */
  readonly leastTotal: string;
}

const noChoice: Choice = { by: 'id', values: [] };
export const allGoods: Goods = {
  categories: noChoice,
  isDeep: true,
  products: noChoice,
  attribute: '',
  attributeValue: '',
};
export const allBuyers: Buyers = { groups: noChoice, leastTotal: '' };

/** A predicate that holds for everything. */
const everything = '1 = 1';
const constants: ReadonlySet<string> = new Set([everything, 'true']);

type Operators = 'in' | 'contains any';

const choiceRow = (path: string, { by, values }: Choice, operator: Operators): readonly PredicateRow[] => {
  if (values.length === 0) return [];
  const [first = ''] = values;
  return [
    values.length === 1
      ? { member: `${path}.${by}`, operator: '=', value: first }
      : { member: `${path}.${by}`, operator, value: values.join(', ') },
  ];
};

const textOf = (rows: readonly PredicateRow[]): string => formatRows({ joint: 'and', rows }) || everything;

export const goodsPredicate = ({ categories, isDeep, products, attribute, attributeValue }: Goods): string =>
  textOf([
    ...choiceRow(isDeep ? 'categoriesWithAncestors' : 'categories', categories, 'contains any'),
    ...choiceRow('product', products, 'in'),
    ...(attribute === '' ? [] : [{ member: `attributes.${attribute}`, operator: '=' as const, value: attributeValue }]),
  ]);

/** Returns the rows of a predicate whose conditions are joined by `and`; undefined for other predicates. */
const rowsOf = (predicate: string): readonly PredicateRow[] | undefined => {
  if (constants.has(predicate.trim())) return [];
  const parsed = parseRows(predicate);
  return parsed === undefined || (parsed.rows.length > 1 && parsed.joint === 'or') ? undefined : parsed.rows;
};

const choicePattern = /^(categoriesWithAncestors|categories|product|customerGroup|customer\.customerGroup)\.(id|key)$/;
const choiceOperators: ReadonlySet<string> = new Set(['=', 'in', 'contains any']);

interface ChoiceOfRow {
  readonly path: string;
  readonly choice: Choice;
}

const choiceOf = ({ member, operator, value }: PredicateRow): ChoiceOfRow | undefined => {
  const [, path, by] = choicePattern.exec(member) ?? [];
  if (path === undefined || !choiceOperators.has(operator)) return undefined;
  const values = operator === '=' ? [value] : value.split(', ');
  return { path, choice: { by: by as Choice['by'], values } };
};

const isNone = ({ values }: Choice): boolean => values.length === 0;

const withGoods = (goods: Goods, row: PredicateRow): Goods | undefined => {
  const { path = '', choice = noChoice } = choiceOf(row) ?? {};
  if (path.startsWith('categories') && isNone(goods.categories))
    return { ...goods, categories: choice, isDeep: path === 'categoriesWithAncestors' };
  if (path === 'product' && isNone(goods.products)) return { ...goods, products: choice };
  const [, attribute] = /^attributes\.(.+)$/.exec(row.member) ?? [];
  return attribute === undefined || row.operator !== '=' || goods.attribute !== ''
    ? undefined
    : { ...goods, attribute, attributeValue: row.value };
};

const withBuyers = (buyers: Buyers, row: PredicateRow): Buyers | undefined => {
  const { path = '', choice = noChoice } = choiceOf(row) ?? {};
  if (path.endsWith('customerGroup') && isNone(buyers.groups)) return { ...buyers, groups: choice };
  return row.member === 'totalPrice' && row.operator === '>=' && buyers.leastTotal === ''
    ? { ...buyers, leastTotal: row.value }
    : undefined;
};

const readAll = <Read>(
  predicate: string,
  none: Read,
  add: (read: Read, row: PredicateRow) => Read | undefined,
): Read | undefined =>
  rowsOf(predicate)?.reduce<Read | undefined>((read, row) => (read === undefined ? read : add(read, row)), none);

/** Returns the goods that a predicate about items selects; undefined if the choices cannot express it. */
export const goodsOf = (predicate: string): Goods | undefined => readAll(predicate, allGoods, withGoods);

export const buyersPredicate = ({ groups, leastTotal }: Buyers): string =>
  textOf([
    ...choiceRow('customerGroup', groups, 'in'),
    ...(leastTotal === '' ? [] : [{ member: 'totalPrice', operator: '>=' as const, value: leastTotal }]),
  ]);

export const buyersOf = (predicate: string): Buyers | undefined => readAll(predicate, allBuyers, withBuyers);

/** Returns the predicate of a discount on prices, which is about products and the group of a price at once. */
export const pricesPredicate = (goods: Goods, { groups }: Buyers): string => {
  const parts = [goodsPredicate(goods), buyersPredicate({ groups, leastTotal: '' })];
  return parts.filter(part => part !== everything).join(' and ') || everything;
};

export interface PriceChoices {
  readonly goods: Goods;
  readonly buyers: Buyers;
}

export const priceChoicesOf = (predicate: string): PriceChoices | undefined =>
  readAll<PriceChoices>(predicate, { goods: allGoods, buyers: allBuyers }, ({ goods, buyers }, row) => {
    if (row.member === 'totalPrice') return undefined;
    const next = withGoods(goods, row);
    if (next !== undefined) return { goods: next, buyers };
    const nextBuyers = withBuyers(buyers, row);
    return nextBuyers && { goods, buyers: nextBuyers };
  });

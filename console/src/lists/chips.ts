/** Filters of lists with values to choose from. Each has a text for the address, and a predicate for it. */
import { fractionDigitsOf } from '../values/format';

export type ChipKind =
  | { readonly kind: 'values'; readonly enumName: string }
  | { readonly kind: 'reference'; readonly typeId: string; readonly by: 'id' | 'key' }
  | { readonly kind: 'dates' | 'amount' | 'yesNo' | 'language' };

type Alternatives = readonly (readonly object[])[];

export type Chip = ChipKind & {
  /** The member whose label the chip has. */
  readonly name: string;
  readonly predicate: (text: string) => string;
  /** Alternatives of conditions for the searches, instead of a predicate. Absent if an index lacks the member. */
  readonly query?: (text: string) => Alternatives;
};

/** The texts of the active chips, by their names. */
export type ChipTexts = Readonly<Record<string, string>>;

const quoted = (texts: readonly string[]): string => texts.map(text => JSON.stringify(text)).join(', ');

const exact = (field: string, value: unknown): object => ({ exact: { field, value } });

const values = (name: string, enumName: string, isSearched = true): Chip => ({
  kind: 'values',
  name,
  enumName,
  predicate: text => `${name} in (${quoted(text.split(','))})`,
  ...(isSearched && { query: text => text.split(',').map(value => [exact(name, value)]) }),
});

/** Returns the beginning of a day in the time zone of the browser. */
const startOf = (day: string, daysLater = 0): string => {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
};

/** Parses a range such as `2026-11-01..2026-11-30`; either end may be open. */
export const rangeOf = (text: string): readonly [from: string, to: string] => {
  const [from = '', to = ''] = text.split('..');
  return [from, to];
};

const dates = (name: string): Chip => ({
  kind: 'dates',
  name,
  predicate: text => {
    const [from, to] = rangeOf(text);
    return [from === '' ? [] : `${name} >= "${startOf(from)}"`, to === '' ? [] : `${name} < "${startOf(to, 1)}"`]
      .flat()
      .join(' and ');
  },
  query: text => {
    const [from, to] = rangeOf(text);
    const lte = to === '' ? undefined : new Date(Date.parse(startOf(to, 1)) - 1).toISOString();
    const range = { field: name, ...(from !== '' && { gte: startOf(from) }), ...(lte !== undefined && { lte }) };
    return [[{ range }]];
  },
});

/** Parses amounts such as `EUR 10..50`; either end may be open. */
export const amountOf = (text: string) => {
  const [currency = '', range = ''] = text.split(' ');
  const [from, to] = rangeOf(range);
  return { currency, from, to };
};

const centsOf = (amount: string, currency: string): number =>
  Math.round(Number(amount) * 10 ** fractionDigitsOf(currency));

const amount = (name: string, isSearched = true): Chip => ({
  kind: 'amount',
  name,
  predicate: text => {
    const { currency, from, to } = amountOf(text);
    const conditions = [
      `currencyCode = "${currency}"`,
      ...(from === '' ? [] : [`centAmount >= ${centsOf(from, currency)}`]),
      ...(to === '' ? [] : [`centAmount <= ${centsOf(to, currency)}`]),
    ];
    return `${name}(${conditions.join(' and ')})`;
  },
  ...(isSearched && {
    query: text => {
      const { currency, from, to } = amountOf(text);
      const range = {
        ...(from !== '' && { gte: centsOf(from, currency) }),
        ...(to !== '' && { lte: centsOf(to, currency) }),
      };
      const ofCurrency = exact(`${name}.currencyCode`, currency);
      return [[ofCurrency, { range: { field: `${name}.centAmount`, ...range } }]];
    },
  }),
});

const reference = (name: string, typeId: string, by: 'id' | 'key', field?: string): Chip => ({
  kind: 'reference',
  name,
  typeId,
  by,
  predicate: text => `${name}(${by} = ${JSON.stringify(text)})`,
  ...(field !== undefined && { query: text => [[exact(field, text)]] }),
});

const yesNo = (name: string, predicate: (isYes: boolean) => string, field?: string): Chip => ({
  kind: 'yesNo',
  name,
  predicate: text => predicate(text === 'true'),
  ...(field !== undefined && { query: text => [[exact(field, text === 'true')]] }),
});

const flag = (name: string, isSearched = false): Chip =>
  yesNo(name, isYes => `${name} = ${isYes}`, isSearched ? name : undefined);

/** A chip for a field of queries that is either true or missing. */
const task = (name: string): Chip => yesNo(name, isYes => (isYes ? `${name} = true` : `not(${name} = true)`));

const within = (chip: Chip, path: string): Chip => ({
  ...chip,
  predicate: text => `${path}(${chip.predicate(text)}${')'.repeat(path.split('(').length)}`,
});

const isEmptyOr = (isYes: boolean): string => (isYes ? 'is not empty' : 'is empty');

/** Products that lack a name or a description in a language, in their staged data. */
const withoutText: Chip = {
  kind: 'language',
  name: 'withoutText',
  predicate: language => {
    const lacks = (member: string): string => `${member}(\`${language}\` is not defined)`;
    return `masterData(staged(${lacks('name')} or description is not defined or ${lacks('description')}))`;
  },
};

const ofPath: Readonly<Record<string, readonly Chip[] | undefined>> = {
  orders: [
    values('orderState', 'OrderState'),
    values('paymentState', 'PaymentState'),
    values('shipmentState', 'ShipmentState'),
    dates('createdAt'),
    amount('totalPrice'),
    reference('store', 'store', 'key', 'store.key'),
    reference('customerGroup', 'customer-group', 'id', 'customerGroup.id'),
    yesNo('paymentInfo', isYes => `paymentInfo is ${isYes ? '' : 'not '}defined`),
    task('awaitsShipment'),
    task('hasOpenReturn'),
  ],
  customers: [
    reference('customerGroup', 'customer-group', 'id', 'customerGroup.id'),
    reference('stores', 'store', 'key', 'stores.key'),
    dates('createdAt'),
    flag('isEmailVerified', true),
  ],
  products: [
    yesNo('published', isYes => `masterData(published = ${isYes})`, 'published'),
    within(reference('categories', 'category', 'id', 'categories'), 'masterData(current'),
    reference('productType', 'product-type', 'id', 'productType'),
    yesNo('hasStagedChanges', isYes => `masterData(hasStagedChanges = ${isYes})`, 'hasStagedChanges'),
    yesNo('hasPictures', isYes => `masterData(staged(masterVariant(images ${isEmptyOr(isYes)})))`),
    yesNo('hasPrices', isYes => `masterData(staged(masterVariant(prices ${isEmptyOr(isYes)})))`),
    withoutText,
    dates('lastModifiedAt'),
  ],
  carts: [
    values('cartState', 'CartState', false),
    dates('createdAt'),
    amount('totalPrice', false),
    reference('store', 'store', 'key'),
    reference('customerGroup', 'customer-group', 'id'),
    yesNo('customerId', isYes => `customerId is ${isYes ? '' : 'not '}defined`),
  ],
  'discount-codes': [flag('isActive'), reference('cartDiscounts', 'cart-discount', 'id'), dates('createdAt')],
  'cart-discounts': [flag('isActive'), flag('requiresDiscountCode'), dates('createdAt')],
  'product-discounts': [flag('isActive'), dates('createdAt')],
  inventory: [task('isLowOnStock'), reference('supplyChannel', 'channel', 'id')],
  payments: [
    task('hasFailedTransaction'),
    within(values('state', 'TransactionState', false), 'transactions'),
    dates('createdAt'),
    amount('amountPlanned', false),
  ],
};

const none: readonly Chip[] = [];

export const chipsOf = (path: string): readonly Chip[] => (Object.hasOwn(ofPath, path) ? ofPath[path] : none) ?? none;

const setChips = (path: string, texts: ChipTexts): readonly (readonly [Chip, string])[] =>
  chipsOf(path).flatMap(chip => {
    const text = Object.hasOwn(texts, chip.name) ? texts[chip.name] : undefined;
    return text === undefined || text === '' ? [] : [[chip, text] as const];
  });

/** Returns the chips of a list as a predicate; empty if none is active. */
export const chipPredicate = (path: string, texts: ChipTexts): string =>
  setChips(path, texts)
    .map(([chip, text]) => chip.predicate(text))
    .join(' and ');

/**
 * Returns the chips as alternatives of conditions for the search of the type, since a compound of the searches may not
 * contain two others of one kind. Undefined if the search does not support one of the chips.
 */
export const chipConditions = (path: string, texts: ChipTexts): Alternatives | undefined => {
  const all = setChips(path, texts).map(([chip, text]) => chip.query?.(text));
  let combined: Alternatives = [[]];
  for (const alternatives of all) {
    if (alternatives === undefined) return undefined;
    combined = combined.flatMap(before => alternatives.map(conditions => [...before, ...conditions]));
  }
  return combined;
};

/** Evaluates a product search plainly; it shares no code with the search. */

export interface Price {
  readonly currencyCode: string;
  readonly centAmount: number;
  readonly country?: string;
}
/** The stock of a supply channel, or stock without one. */
export interface Stock {
  readonly channel?: string;
  readonly quantity: number;
  readonly days?: number;
}
export interface Variant {
  readonly id: number;
  readonly sku: string;
  readonly prices: readonly Price[];
  /** Values by the name of their field after `variants.attributes.`. */
  readonly attributes: Readonly<Record<string, readonly unknown[]>>;
  readonly stock: readonly Stock[];
}
export interface SampleProduct {
  readonly id: string;
  readonly key: string;
  readonly name: Readonly<Record<string, string>>;
  readonly categories: readonly string[];
  readonly variants: readonly Variant[];
}

export type Query = Readonly<Record<string, unknown>>;
interface Expression {
  readonly field: string;
  readonly language?: string;
  readonly value?: unknown;
  readonly values?: readonly unknown[];
  readonly mustMatch?: 'any' | 'all';
  readonly caseInsensitive?: boolean;
  readonly level?: number;
  readonly gte?: number;
  readonly gt?: number;
  readonly lte?: number;
  readonly lt?: number;
}

const attributePrefix = 'variants.attributes.';
const pricePrefix = 'variants.prices.';
const stockPrefix = 'variants.availability.';

const member = (of: object, name: string): unknown[] => {
  const value = (of as Record<string, unknown>)[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

const valueOfStock = ({ quantity, days }: Stock, name: string): unknown[] => {
  if (name === 'isOnStock') return [quantity > 0];
  return name === 'availableQuantity' ? [quantity] : [days].filter(each => each !== undefined);
};

/** Returns the values of a member of the availability, also of `channels.<id>.<member>`. */
export const stockValues = (name: string, { stock }: Variant): unknown[] => {
  if (name === 'isOnStockInChannels')
    return stock.flatMap(({ channel, quantity }) => (quantity > 0 ? (channel ?? []) : []));
  if (name === 'hasInventoryEntryForChannel') return stock.flatMap(({ channel }) => channel ?? []);
  const [, wanted, inChannel = name] = /^channels\.(.+)\.(.+)$/.exec(name) ?? [];
  return stock.filter(({ channel }) => channel === wanted).flatMap(each => valueOfStock(each, inChannel));
};

const valuesOf = ({ field, language = '' }: Expression, product: SampleProduct, variant: Variant, price?: Price) => {
  const inLanguage = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? member(value, language) : [value];
  if (field.startsWith(attributePrefix))
    return (variant.attributes[field.slice(attributePrefix.length)] ?? []).flatMap(inLanguage);
  if (field.startsWith(pricePrefix))
    return (price === undefined ? variant.prices : [price]).flatMap(each =>
      member(each, field.slice(pricePrefix.length)),
    );
  if (field.startsWith(stockPrefix)) return stockValues(field.slice(stockPrefix.length), variant);
  if (field === 'variants.sku') return [variant.sku];
  return member(product, field).flatMap(inLanguage);
};

const words = (text: unknown): string[] =>
  String(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');

const distance = (one: string, other: string): number => {
  if (one === '' || other === '') return one.length + other.length;
  if (one[0] === other[0]) return distance(one.slice(1), other.slice(1));
  const swapped = one[0] === other[1] && one[1] === other[0] ? [distance(one.slice(2), other.slice(2))] : [];
  return (
    1 +
    Math.min(
      distance(one.slice(1), other),
      distance(one, other.slice(1)),
      distance(one.slice(1), other.slice(1)),
      ...swapped,
    )
  );
};

const similar = (one: string, other: string, level: number): boolean => {
  const edits = Math.min(level, one.length <= 2 ? 0 : one.length <= 5 ? 1 : 2);
  return Math.abs(one.length - other.length) <= edits && distance(one, other) <= edits;
};

const matchWords = (
  { value, mustMatch = 'all' }: Expression,
  values: readonly unknown[],
  isLike: (wanted: string, word: string) => boolean,
): boolean => {
  const present = values.flatMap(words);
  const isPresent = (wanted: string): boolean => present.some(word => isLike(wanted, word));
  return mustMatch === 'all' ? words(value).every(isPresent) : words(value).some(isPresent);
};

const folded = (value: unknown, fold: boolean | undefined): unknown =>
  fold === true && typeof value === 'string' ? value.toLowerCase() : value;

const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace(/[.*+?^${}()|[\]\\]/g, each => (each === '*' ? '.+' : each === '?' ? '.' : `\\${each}`))}$`,
    's',
  );

const tests: Readonly<Record<string, (expression: Expression, values: readonly unknown[]) => boolean>> = {
  exists: (_, values) => values.length > 0,
  exact: ({ value, values: several = [value], caseInsensitive: fold }, values) =>
    values.some(each => several.some(wanted => folded(wanted, fold) === folded(each, fold))),
  prefix: ({ value, caseInsensitive: fold }, values) =>
    values.some(each => String(folded(each, fold)).startsWith(String(folded(value, fold)))),
  wildcard: ({ value, caseInsensitive: fold }, values) =>
    values.some(each => wildcard(String(folded(value, fold))).test(String(folded(each, fold)))),
  range: ({ gte = -Infinity, gt = -Infinity, lte = Infinity, lt = Infinity }, values) =>
    values.some(each => Number(each) >= gte && Number(each) > gt && Number(each) <= lte && Number(each) < lt),
  fullText: (expression, values) => matchWords(expression, values, (wanted, word) => word === wanted),
  fullTextPrefix: (expression, values) => matchWords(expression, values, (wanted, word) => word.startsWith(wanted)),
  fuzzy: (expression, values) =>
    matchWords(expression, values, (wanted, word) => similar(wanted, word, expression.level ?? 0)),
};

const isPriceQuery = (query: Query): boolean => {
  const [kind = '', body] = Object.entries(query)[0] ?? [];
  if (kind === 'or') return (body as readonly Query[]).every(isPriceQuery);
  return kind in tests && (body as Expression).field.startsWith(pricePrefix);
};

const matchesAll = (parts: readonly Query[], product: SampleProduct, variant: Variant): boolean => {
  const ofPrices = parts.filter(isPriceQuery);
  const isPriceFound =
    ofPrices.length === 0 ||
    variant.prices.some(price => ofPrices.every(part => matches(part, product, variant, price)));
  return isPriceFound && parts.every(part => isPriceQuery(part) || matches(part, product, variant));
};

const matches = (query: Query, product: SampleProduct, variant: Variant, price?: Price): boolean => {
  const [kind = '', body] = Object.entries(query)[0] ?? [];
  const parts = body as readonly Query[];
  if (kind === 'and' || kind === 'filter') return matchesAll(parts, product, variant);
  if (kind === 'or') return parts.some(part => matches(part, product, variant, price));
  if (kind === 'not') return !parts.some(part => matches(part, product, variant));
  const expression = body as Expression;
  return tests[kind]!(
    expression,
    valuesOf({ ...expression, ...(kind === 'exists' && { language: 'en' }) }, product, variant, price),
  );
};

/** Returns the ids of the variants that match the whole query. */
export const matchingVariants = (query: Query, product: SampleProduct): number[] =>
  product.variants.filter(variant => matches(query, product, variant)).map(({ id }) => id);

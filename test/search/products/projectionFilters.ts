/** Random filters and facets of the older product search, with their plain evaluation. */
import { type Price, type SampleProduct, stockValues, type Variant } from './oracle.js';
import type { Random } from './sampleProducts.js';

type Test = (product: SampleProduct, variant: Variant, price?: Price) => boolean;

export interface SampleFilter {
  readonly path: string;
  readonly text: string;
  readonly test: Test;
  readonly isOfPrices: boolean;
}

type Values = (product: SampleProduct, variant: Variant, price?: Price) => readonly unknown[];

const attribute =
  (name: string, member?: string): Values =>
  (_, { attributes }) =>
    (attributes[name] ?? []).flatMap(value => {
      const inside = member === undefined ? value : (value as Record<string, unknown>)[member];
      return inside === undefined ? [] : [inside];
    });

const ofPrices =
  (member: keyof Price): Values =>
  (_, { prices }, price) =>
    (price === undefined ? prices : [price]).flatMap(each => each[member] ?? []);

const ofStock =
  (name: string): Values =>
  (_, variant) =>
    stockValues(name, variant);

interface SamplePath {
  readonly values: Values;
  readonly some: readonly (string | number | boolean)[];
}

const colors = ['red', 'Red', 'green', 'dark blue', 'blue'];
const amounts = [100, 200, 300, 500, 800];

/** Values at each path, and values to compare them with. */
const samplePaths: Readonly<Record<string, SamplePath>> = {
  'variants.attributes.color': { values: attribute('color'), some: colors },
  'variants.sku': { values: (_, { sku }) => [sku], some: ['P1-V1', 'P1-V2', 'P2-V1', 'P3-V1', 'P3-V3'] },
  'variants.attributes.weight': { values: attribute('weight'), some: [0, 1.25, 2.5, 7.75, 12] },
  'variants.attributes.size.key': { values: attribute('size'), some: ['s', 'm', 'l', 'x'] },
  'variants.attributes.fragile': { values: attribute('fragile'), some: [true, false] },
  'variants.attributes.label.en': { values: attribute('label', 'en'), some: ['chair red', 'lamp blue'] },
  'variants.attributes.tags': { values: attribute('tags'), some: ['new', 'sale', 'eco'] },
  'variants.price.centAmount': { values: ofPrices('centAmount'), some: amounts },
  'variants.price.currencyCode': { values: ofPrices('currencyCode'), some: ['EUR', 'USD'] },
  'variants.price.country': { values: ofPrices('country'), some: ['DE', 'US'] },
  ...Object.fromEntries(
    ['', 'channels.north.', 'channels.south.'].flatMap(start => [
      [`variants.availability.${start}isOnStock`, { values: ofStock(`${start}isOnStock`), some: [true, false] }],
      [
        `variants.availability.${start}availableQuantity`,
        { values: ofStock(`${start}availableQuantity`), some: [0, 2, 3] },
      ],
      [
        `variants.availability.${start}restockableInDays`,
        { values: ofStock(`${start}restockableInDays`), some: [0, 1, 4] },
      ],
    ]),
  ),
  'variants.availability.isOnStockInChannels': {
    values: ofStock('isOnStockInChannels'),
    some: ['north', 'south', 'west'],
  },
  'categories.id': { values: ({ categories }) => categories, some: ['c-1', 'c-2', 'c-3'] },
  'name.de': { values: ({ name }) => [name.de], some: ['chair', 'Stuhl'] },
  key: { values: ({ key }) => [key], some: ['product-1', 'product-2'] },
};

const isNumeric = ({ some }: SamplePath): boolean => typeof some[0] === 'number';
const literal = (value: unknown): string => JSON.stringify(value);

const randomRange = ({ pick, next }: Random, { some }: SamplePath) => {
  const [from, to] = [pick(some) as number, pick(some) as number];
  const [low, high] = [next(4) === 0 ? -Infinity : Math.min(from, to), next(4) === 0 ? Infinity : Math.max(from, to)];
  const bound = (value: number): string => (Number.isFinite(value) ? String(value) : '*');
  return { low, high, text: `(${bound(low)} to ${bound(high)})` };
};

export const randomFilter = (random: Random): SampleFilter => {
  const { pick, next } = random;
  const path = pick(Object.keys(samplePaths));
  const sample = samplePaths[path]!;
  const filterOf = (text: string, test: (values: readonly unknown[]) => boolean): SampleFilter => ({
    path,
    text: `${path}:${text}`,
    test: (product, variant, price) => test(sample.values(product, variant, price)),
    isOfPrices: path.startsWith('variants.price') && text !== 'missing',
  });
  const kind = next(6);
  if (kind === 0) return filterOf('exists', values => values.length > 0);
  if (kind === 1) return filterOf('missing', values => values.length === 0);
  if (kind < 4 && isNumeric(sample)) {
    const ranges = Array.from({ length: 1 + next(2) }, () => randomRange(random, sample));
    return filterOf(`range ${ranges.map(({ text }) => text).join(', ')}`, values =>
      values.some(value => ranges.some(({ low, high }) => Number(value) >= low && Number(value) <= high)),
    );
  }
  const wanted = Array.from({ length: 1 + next(2) }, () => pick(sample.some));
  return filterOf(wanted.map(literal).join(', '), values => values.some(value => wanted.includes(value as string)));
};

/** Tells whether a variant meets all filters; one price has to meet all filters of prices. */
const meets = (filters: readonly SampleFilter[], product: SampleProduct, variant: Variant): boolean => {
  const [priced, others] = [filters.filter(each => each.isOfPrices), filters.filter(each => !each.isOfPrices)];
  return (
    others.every(({ test }) => test(product, variant)) &&
    (priced.length === 0 || variant.prices.some(price => priced.every(({ test }) => test(product, variant, price))))
  );
};

export const variantsMeeting = (filters: readonly SampleFilter[], product: SampleProduct): Variant[] =>
  product.variants.filter(variant => meets(filters, product, variant));

export interface SampleFacet {
  readonly path: string;
  readonly text: string;
  /** The whole result over products with the variants that are counted. */
  readonly expected: (counted: readonly (readonly [SampleProduct, readonly Variant[]])[]) => object;
}

const tally = <T>(lists: readonly (readonly T[])[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const list of lists) for (const value of new Set(list)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const dataTypeOf = ({ some }: SamplePath): string => (typeof some[0] === 'string' ? 'text' : typeof some[0]);

/** A facet shows so many terms, and counts the values of others together. */
const termsMax = 200;

interface Term {
  readonly term: unknown;
}
const byTerm = (one: Term, other: Term): number => (String(one.term) < String(other.term) ? -1 : 1);

export const randomFacet = (random: Random): SampleFacet => {
  const { pick, next } = random;
  const path = pick(Object.keys(samplePaths).filter(each => each !== 'key'));
  const sample = samplePaths[path]!;
  const isOfVariants = path.startsWith('variants.');
  const countsProducts = next(2) === 0;
  const end = countsProducts ? ' counting products' : '';
  const unitsOf = (counted: Parameters<SampleFacet['expected']>[0]) =>
    counted.map(([product, variants]) =>
      (isOfVariants ? variants : variants.slice(0, 1)).map(variant => sample.values(product, variant)),
    );
  if (!isNumeric(sample) || next(3) === 0)
    return {
      path,
      text: `${path} as found${end}`,
      expected: counted => {
        const units = unitsOf(counted);
        const [counts, ofProducts] = [tally(units.flat()), tally(units.map(each => each.flat()))];
        const sorted = [...counts]
          .map(([term, count]) => ({ term, count, ...(countsProducts && { productCount: ofProducts.get(term)! }) }))
          .sort(byTerm)
          .sort((one, other) => (other.productCount ?? other.count) - (one.productCount ?? one.count));
        return {
          type: 'terms',
          dataType: path.startsWith('variants.attributes.') && units.flat(2).length === 0 ? 'text' : dataTypeOf(sample),
          missing: units.flat().filter(values => values.length === 0).length,
          total: units.flat().filter(values => values.length > 0).length,
          other: sorted.slice(termsMax).reduce((sum, { count }) => sum + count, 0),
          terms: sorted.slice(0, termsMax).sort(byTerm),
        };
      },
    };
  const { low, high, text } = randomRange(random, sample);
  return {
    path,
    text: `${path}:range ${text} as found${end}`,
    expected: counted => {
      const inside = unitsOf(counted).map(rows =>
        rows.map(values => values.map(Number).filter(value => value >= low && value < high)),
      );
      const all = inside.flat(2);
      const sum = all.reduce((total, value) => total + value, 0);
      const isFound = (values: readonly number[]): boolean => values.length > 0;
      return {
        type: 'range',
        ranges: [
          {
            from: Number.isFinite(low) ? low : 0,
            fromStr: Number.isFinite(low) ? String(low) : '',
            to: Number.isFinite(high) ? high : 0,
            toStr: Number.isFinite(high) ? String(high) : '',
            count: inside.flat().filter(isFound).length,
            ...(countsProducts && { productCount: inside.filter(rows => rows.some(isFound)).length }),
            totalCount: all.length,
            total: sum,
            min: all.length === 0 ? 0 : Math.min(...all),
            max: all.length === 0 ? 0 : Math.max(...all),
            mean: all.length === 0 ? 0 : sum / all.length,
          },
        ],
      };
    },
  };
};

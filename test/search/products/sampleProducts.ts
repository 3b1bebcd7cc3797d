/** Random products and queries on them. */
import type { Price, Query, SampleProduct, Stock, Variant } from './oracle.js';

/** Returns random numbers from 0 to `below`, the same for a seed. */
export const randomFrom = (seed: number) => {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  return { next, pick, some: <T>(list: readonly T[]): T[] => list.filter(() => next(3) === 0) };
};
export type Random = ReturnType<typeof randomFrom>;

const nouns = ['chair', 'table', 'lamp', 'desk', 'shelf', 'board', 'Stuhl'];
const colors = ['red', 'Red', 'green', 'dark blue', 'blue'];
const categories = ['c-1', 'c-2', 'c-3'];
const tags = ['new', 'sale', 'eco'];

const randomPrice = ({ next, pick }: Random): Price => ({
  currencyCode: pick(['EUR', 'USD']),
  centAmount: 100 * (1 + next(8)),
  ...(next(2) === 0 && { country: pick(['DE', 'US']) }),
});

const channels = ['north', 'south', undefined];

/** Returns the same stock for all data with a SKU. */
const stockOf = (sku: string): Stock[] => {
  const { next } = randomFrom(Buffer.from(sku).reduce((sum, byte) => 31 * sum + byte, 7));
  return channels.flatMap((channel): Stock[] =>
    next(2) === 0
      ? []
      : [{ ...(channel !== undefined && { channel }), quantity: next(4), ...(next(2) === 0 && { days: next(5) }) }],
  );
};

/** Returns the inventory entries of products as they are stored. */
export const inventoryOf = (products: readonly Omit<SampleProduct, 'id'>[]) => {
  const variants = products.flatMap(product => product.variants);
  return [...new Map(variants.map(({ sku, stock }) => [sku, stock]))].flatMap(([sku, stock]) =>
    stock.map(({ channel, quantity, days }) => ({
      sku,
      quantityOnStock: quantity,
      availableQuantity: quantity,
      ...(days !== undefined && { restockableInDays: days }),
      ...(channel !== undefined && { supplyChannel: { typeId: 'channel', id: channel } }),
    })),
  );
};

const randomVariant = (random: Random, product: number, id: number): Variant => {
  const { next, pick, some } = random;
  const label = `${pick(nouns)} ${pick(colors)}`;
  const sku = `P${product}-V${id}`;
  return {
    id,
    sku,
    stock: stockOf(sku),
    prices: Array.from({ length: next(4) }, () => randomPrice(random)),
    attributes: {
      ...(next(4) > 0 && { color: [pick(colors)] }),
      ...(next(3) > 0 && { weight: [next(50) / 4] }),
      ...(next(3) > 0 && { size: [pick(['s', 'm', 'l'])] }),
      ...(next(3) > 0 && { fragile: [next(2) === 0] }),
      ...(next(3) > 0 && { label: [{ en: label, de: pick(nouns) }] }),
      tags: some(tags),
    },
  };
};

export const randomProduct = (random: Random, at: number): Omit<SampleProduct, 'id'> => ({
  key: `product-${at}`,
  name: { en: `${random.pick(colors)} ${random.pick(nouns)} ${at % 7}`, de: random.pick(nouns) },
  categories: random.some(categories),
  variants: Array.from({ length: 1 + random.next(4) }, (_, id) => randomVariant(random, at, id + 1)),
});

const attributeTypes: Readonly<Record<string, string>> = {
  color: 'text',
  weight: 'number',
  size: 'enum',
  fragile: 'boolean',
  label: 'ltext',
  tags: 'set_text',
};

/** The stored data of a product. */
export const dataOf = ({ name, categories: ids, variants }: Omit<SampleProduct, 'id'>, at: number) => {
  const toVariant = ({ id, sku, prices, attributes }: Variant) => ({
    id,
    sku,
    prices: prices.map(({ country, ...value }, index) => ({
      id: `${sku}-${index}`,
      value: { type: 'centPrecision', fractionDigits: 2, ...value },
      country,
    })),
    attributes: Object.entries(attributes).map(([attribute, values]) => ({
      name: attribute,
      value:
        attribute === 'tags'
          ? values
          : attribute === 'size'
            ? { key: values[0], label: `Size ${String(values[0])}` }
            : values[0],
    })),
    images: [],
    assets: [],
  });
  const [masterVariant, ...others] = variants.map(toVariant);
  return {
    name,
    slug: { en: `slug-${at}` },
    categories: ids.map(id => ({ typeId: 'category', id })),
    masterVariant,
    variants: others,
    searchKeywords: {},
    attributes: [],
  };
};

const texts = (random: Random, field: object): Query => {
  const { pick, next } = random;
  const value = pick([...nouns, ...colors, 'chairr', 'tabl', 'lmp', 'blue chair']);
  const mustMatch = pick(['any', 'all']);
  return pick<Query>([
    { fullText: { ...field, value, mustMatch } },
    { fullTextPrefix: { ...field, value: value.slice(0, 3), mustMatch } },
    { fuzzy: { ...field, value, level: next(3), mustMatch } },
    { exact: { ...field, value: pick([value, ...colors]), caseInsensitive: next(2) === 0 } },
    { prefix: { ...field, value: value.slice(0, 1 + next(4)), caseInsensitive: next(2) === 0 } },
    { wildcard: { ...field, value: `*${value.slice(1, 3)}*`, caseInsensitive: next(2) === 0 } },
    { exists: field },
  ]);
};

const attribute = (name: string) => ({ field: `variants.attributes.${name}`, fieldType: attributeTypes[name] });

const numbers = ({ next, pick }: Random, field: object, scale: number): Query => {
  const value = next(10) * scale;
  return pick<Query>([
    { exact: { ...field, value } },
    { exact: { ...field, values: [value, value + scale] } },
    { range: { ...field, [pick(['gte', 'gt'])]: value, [pick(['lte', 'lt'])]: value + 3 * scale } },
    { range: { ...field, [pick(['gte', 'gt', 'lte', 'lt'])]: value } },
  ]);
};

const expression = (random: Random, products: number): Query => {
  const { pick, next } = random;
  return pick<() => Query>([
    () => texts(random, { field: 'name', language: pick(['en', 'de']) }),
    () => texts(random, attribute('color')),
    () => texts(random, { ...attribute('label'), language: pick(['en', 'de']) }),
    () => numbers(random, attribute('weight'), 1.25),
    () => numbers(random, { field: 'variants.prices.centAmount' }, 100),
    () => ({ exact: { field: 'variants.prices.currencyCode', value: pick(['EUR', 'USD']) } }),
    () => ({ exact: { field: 'variants.prices.country', value: pick(['DE', 'US']) } }),
    () => numbers(random, { field: 'variants.availability.availableQuantity' }, 1),
    () => ({ exact: { field: 'variants.availability.isOnStock', value: next(2) === 0 } }),
    () => ({ exact: { field: 'variants.availability.isOnStockInChannels', value: pick(['north', 'south']) } }),
    () => ({ exact: { field: 'variants.availability.hasInventoryEntryForChannel', value: pick(['north', 'south']) } }),
    () => ({ exact: { field: 'categories', values: [pick(categories), pick(categories)] } }),
    () => ({ exact: { ...attribute('size'), value: pick(['s', 'm', 'l', 'S']) } }),
    () => ({ exact: { ...attribute('fragile'), value: next(2) === 0 } }),
    () => ({ exact: { ...attribute('tags'), value: pick(tags) } }),
    () => ({ exists: attribute(pick(Object.keys(attributeTypes))) }),
    () => ({ prefix: { field: 'variants.sku', value: `P${next(products)}` } }),
    () => ({ wildcard: { field: 'key', value: `product-${next(10)}?` } }),
  ])();
};

/** Makes a query of some levels, without a compound directly inside its own kind or twice on one level. */
export const randomQuery = (random: Random, products: number, depth = 0, parent = ''): Query => {
  const { next, pick } = random;
  if (depth === 3 || next(3) === 0) return expression(random, products);
  const kind = pick(['and', 'or', 'not', 'filter'].filter(each => each !== parent));
  const compounds = new Set<string>();
  const parts = Array.from({ length: 1 + next(3) }, () => {
    const part = randomQuery(random, products, depth + 1, kind);
    const [name = ''] = Object.keys(part);
    const isCompound = ['and', 'or', 'not', 'filter'].includes(name);
    if (!isCompound) return part;
    if (compounds.has(name)) return expression(random, products);
    compounds.add(name);
    return part;
  });
  return { [kind]: parts };
};

/** Reads of products and of their projections, whose variants show prices and stock. */
import type { LoadRequest } from '../load/runLoad.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';

const productsCount = 1_000;
const variantsCount = 3;
const idsPerPage = 20;

export const skuOf = (product: number, variant: number): string => `GOODS-${product}-${variant}`;
export const keyOf = (product: number): string => `goods-${product}`;

const variantDraft = (product: number, variant: number) => ({
  sku: skuOf(product, variant),
  attributes: [
    { name: 'colour', value: ['blue', 'red', 'green'][variant] },
    { name: 'size', value: 38 + variant },
  ],
  images: [{ url: `https://images.example.com/${product}-${variant}.jpg`, dimensions: { w: 800, h: 600 } }],
  prices: [
    { value: { currencyCode: 'EUR', centAmount: 1_000 + product } },
    { value: { currencyCode: 'EUR', centAmount: 900 + product }, country: 'DE' },
    { value: { currencyCode: 'USD', centAmount: 1_100 + product } },
  ],
});

const inLanguages = (text: string) => ({ en: `${text} for any weather`, de: `${text} bei jedem Wetter` });

/** Creates published products of three variants, each with three prices and an entry of stock. */
export const openCatalogue = oncePer(async (world: BenchWorld): Promise<Resource[]> => {
  const attribute = (name: string, type: string) => ({ name, type: { name: type }, label: { en: name } });
  const productType = await post(world, 'product-types', {
    name: 'Goods',
    description: 'Anything',
    attributes: [attribute('colour', 'text'), attribute('size', 'number')].map(each => ({
      ...each,
      isRequired: false,
    })),
  });
  return createMany(productsCount, async number => {
    const [masterVariant, ...variants] = Array.from({ length: variantsCount }, (_, at) => variantDraft(number, at));
    const created = await post(world, 'products', {
      key: keyOf(number),
      productType: { typeId: 'product-type', id: productType.id },
      publish: true,
      name: inLanguages(`Product ${number}`),
      description: inLanguages(`What product ${number} is made of, and how it is used`),
      slug: { en: keyOf(number), de: `${keyOf(number)}-de` },
      masterVariant,
      variants,
    });
    for (let variant = 0; variant < variantsCount; variant++)
      await post(world, 'inventory', { sku: skuOf(number, variant), quantityOnStock: 5 });
    return created;
  });
});

const shared: CaseData = { ...emptyData, sharedAs: 'catalogue' };

const read = ({ projectKey }: BenchWorld, path: string): LoadRequest => ({
  method: 'GET',
  path: `/${projectKey}/${path}`,
});

/** A case whose requests name one product each. */
const productCase = (
  name: string,
  description: string,
  pathOf: (product: Resource, number: number) => string,
  limits: Partial<BenchCase>,
): BenchCase => ({
  name,
  description: `${description}; three variants with prices and stock`,
  data: shared,
  reference: 'bareRead',
  ...limits,
  requests: async world => (await openCatalogue(world)).map((product, number) => read(world, pathOf(product, number))),
});

export const priced = 'priceCurrency=EUR&priceCountry=DE';
const query = (where: string): string => new URLSearchParams({ where }).toString();

const pageOfIds: BenchCase = {
  name: 'projections, id in (20)',
  description: 'a page of 20 projections that the predicate names, with price selection',
  data: shared,
  timesOfReadMax: 5,
  requests: async world => {
    const ids = (await openCatalogue(world)).map(({ id }) => id);
    return Array.from({ length: ids.length / idsPerPage }, (_, page) => {
      const named = ids.slice(page * idsPerPage, (page + 1) * idsPerPage).map(id => `"${id}"`);
      return read(world, `product-projections?${priced}&limit=${idsPerPage}&${query(`id in (${named.join(', ')})`)}`);
    });
  },
};

export const productCases: readonly BenchCase[] = [
  productCase('projection by id', 'the current data of a product', ({ id }) => `product-projections/${id}`, {
    shareMin: 0.8,
  }),
  productCase('projection by key', 'the current data of a product', (_, at) => `product-projections/key=${keyOf(at)}`, {
    shareMin: 0.7,
  }),
  productCase(
    'projection by id, with price',
    'with price selection',
    ({ id }) => `product-projections/${id}?${priced}`,
    { timesOfReadMax: 2 },
  ),
  productCase(
    'projection by slug',
    'where on a slug, with price selection and total',
    (_, at) => `product-projections?${priced}&${query(`slug(en="${keyOf(at)}")`)}`,
    { timesOfReadMax: 2.5 },
  ),
  productCase('product by id', 'staged and current data', ({ id }) => `products/${id}`, { shareMin: 0.7 }),
  pageOfIds,
];

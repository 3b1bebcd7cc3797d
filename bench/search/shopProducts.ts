/** The products of product search: one category with all of them and ten below it, three variants each. */
import { options } from '../options.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';
import { activateProductSearch, allocatedBytes } from './indexing.js';

const variantsCount = 3;
const categoriesCount = 10;
/** One in this many products has an entry of stock for its first variant. */
const stockedOneOf = 10;

export const brands = Array.from({ length: 20 }, (_, at) => `Brand ${at}`);
export const colours = ['red', 'blue', 'green', 'black', 'white', 'grey', 'brown'];
const firstSize = 36;
const sizesCount = 12;
export const priceSteps = [2_000, 5_000, 10_000];
const pricesMax = 15_000;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** The values of a product that a bare index stores, too. */
export interface ShopProduct {
  readonly number: number;
  readonly brand: string;
  readonly category: number;
  readonly variants: readonly {
    readonly sku: string;
    readonly colour: string;
    readonly size: number;
    readonly centAmount: number;
  }[];
  readonly isStocked: boolean;
}

/** Returns a product by its number, so that every run has the same products. */
export const shopProduct = (number: number): ShopProduct => ({
  number,
  brand: pick(brands, number * 7 + (number >> 5)),
  category: number % categoriesCount,
  variants: Array.from({ length: variantsCount }, (_, at) => ({
    sku: `SHOP-${number}-${at}`,
    colour: pick(colours, number + at * (1 + (number % 3))),
    size: firstSize + ((number + at) % sizesCount),
    centAmount: 500 + ((number * 37 + at * 250) % pricesMax),
  })),
  isStocked: number % stockedOneOf === 0,
});

const variantDraft = (brand: string, { sku, colour, size, centAmount }: ShopProduct['variants'][number]) => ({
  sku,
  attributes: [
    { name: 'brand', value: brand },
    { name: 'colour', value: colour },
    { name: 'size', value: size },
  ],
  prices: [{ value: { currencyCode: 'EUR', centAmount } }],
});

export interface Shop {
  /** The category of all products. */
  readonly rootId: string;
  readonly productTypeId: string;
  readonly products: readonly Resource[];
}

/** Creates the categories and the published products, then activates their search. */
export const openShop = oncePer(async (world: BenchWorld): Promise<Shop & { readonly remark: string }> => {
  const attribute = (name: string, type: string) => ({ name, type: { name: type }, label: { en: name } });
  const productType = await post(world, 'product-types', {
    name: 'Shop',
    description: 'Anything',
    attributes: [attribute('brand', 'text'), attribute('colour', 'text'), attribute('size', 'number')].map(each => ({
      ...each,
      isRequired: false,
    })),
  });
  const root = await post(world, 'categories', { name: { en: 'All' }, slug: { en: 'category-all' } });
  const categories = await createMany(categoriesCount, at =>
    post(world, 'categories', {
      name: { en: `Category ${at}` },
      slug: { en: `category-${at}` },
      parent: { typeId: 'category', id: root.id },
    }),
  );
  const bytes = await allocatedBytes(world);
  const products = await createMany(options.products, async number => {
    const { brand, category, variants, isStocked } = shopProduct(number);
    const [masterVariant, ...others] = variants.map(variant => variantDraft(brand, variant));
    const created = await post(world, 'products', {
      key: `shop-${number}`,
      productType: { typeId: 'product-type', id: productType.id },
      publish: true,
      name: { en: `${brand} article ${number}` },
      description: { en: `What article ${number} of ${brand} is made of, and how it is used` },
      slug: { en: `shop-${number}` },
      categories: [{ typeId: 'category', id: pick(categories, category).id }],
      masterVariant,
      variants: others,
    });
    if (isStocked) await post(world, 'inventory', { sku: variants[0]?.sku, quantityOnStock: 5 });
    return { id: created.id, version: created.version };
  });
  const stored = ((await allocatedBytes(world)) - bytes) / products.length;
  const indexed = await activateProductSearch(world);
  return {
    rootId: root.id,
    productTypeId: productType.id,
    products,
    remark: `${indexed}, ${stored.toFixed(0)} without the index`,
  };
});

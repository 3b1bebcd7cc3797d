/** The products of product search, and the pages that are read of them. */

const variantsCount = 3;
export const categoriesCount = 10;
/** One in this many products has an entry of stock for its first variant. */
const stockedOneOf = 10;

export const brands = Array.from({ length: 20 }, (_, at) => `Brand ${at}`);
export const colours = ['red', 'blue', 'green', 'black', 'white', 'grey', 'brown'];
/** The description of a product has one of these words. */
export const materials = (
  'linen cotton wool leather silk hemp denim felt cork bamboo ' +
  'canvas fleece suede velvet jersey tweed satin nylon mesh lace'
).split(' ');
export const firstSize = 36;
export const sizesCount = 12;
export const priceSteps = [2_000, 5_000, 10_000];
const pricesMax = 15_000;

export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** The values of a product, which the bare index and the peers store as well. */
export interface ShopProduct {
  readonly number: number;
  readonly name: string;
  readonly description: string;
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
export const shopProduct = (number: number): ShopProduct => {
  const brand = pick(brands, number * 7 + (number >> 5));
  const material = pick(materials, number * 3 + (number >> 4));
  return {
    number,
    brand,
    name: `${brand} article ${number}`,
    description: `What article ${number} of ${brand} is made of, ${material}, and how it is used`,
    category: number % categoriesCount,
    variants: Array.from({ length: variantsCount }, (_, at) => ({
      sku: `SHOP-${number}-${at}`,
      colour: pick(colours, number + at * (1 + (number % 3))),
      size: firstSize + ((number + at) % sizesCount),
      centAmount: 500 + ((number * 37 + at * 250) % pricesMax),
    })),
    isStocked: number % stockedOneOf === 0,
  };
};

export const pageSize = 24;

/** A category page: its filters besides the category of all products, its word of full text, and its first product. */
export interface ShopPage {
  readonly filter: readonly (readonly [field: 'brand' | 'colour', value: string])[];
  readonly word?: string;
  readonly offset: number;
}

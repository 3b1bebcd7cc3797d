/** Products with taxes and unlimited stock for the cart cases, created once a project through the server. */
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';

const productsCount = 100;
const stock = 1_000_000_000;

export const skuOf = (number: number): string => `BENCH-${number % productsCount}`;

/** Creates the products of a project, unless they exist. */
export const openShop = oncePer(async (world: BenchWorld): Promise<string> => {
  const productType = await post(world, 'product-types', {
    name: 'Goods',
    description: 'Anything',
    attributes: [{ name: 'tint', type: { name: 'text' }, label: { en: 'Tint' }, isRequired: false }],
  });
  const taxCategory = await post(world, 'tax-categories', {
    name: 'Standard',
    rates: [{ name: 'VAT', amount: 0.19, includedInPrice: true, country: 'DE' }],
  });
  await createMany(productsCount, async number => {
    const sku = skuOf(number);
    await post(world, 'products', {
      productType: { typeId: 'product-type', id: productType.id },
      taxCategory: { typeId: 'tax-category', id: taxCategory.id },
      publish: true,
      name: { en: `Product ${number}` },
      slug: { en: `bench-product-${number}` },
      masterVariant: {
        sku,
        attributes: [{ name: 'tint', value: 'blue' }],
        prices: [
          { value: { currencyCode: 'EUR', centAmount: 1_000 + number } },
          { value: { currencyCode: 'EUR', centAmount: 900 + number }, country: 'DE' },
        ],
      },
    });
    await post(world, 'inventory', { sku, quantityOnStock: stock });
  });
  return `${productsCount} products, each with two prices`;
});

const discountsCount = 20;

/** Creates discounts on products, of which every product has at least one, unless they exist. */
export const openDiscountedShop = oncePer(async (world: BenchWorld): Promise<string> => {
  const products = await openShop(world);
  await createMany(discountsCount, number =>
    post(world, 'product-discounts', {
      name: { en: `Discount ${number}` },
      predicate: number === 0 ? '1 = 1' : `sku = "${skuOf(number)}" or attributes.tint = "tint ${number}"`,
      value: { type: 'relative', permyriad: 500 + number },
      sortOrder: `0.${number + 1}1`,
      isActive: true,
    }),
  );
  return `${products}; ${discountsCount} discounts on products`;
});

/** Returns a cart draft with a number of line items, which `seed` selects. */
export const cartDraft = (lineItems: number, seed: number, owner: string, inventoryMode = 'None') => ({
  currency: 'EUR',
  country: 'DE',
  anonymousId: owner,
  inventoryMode,
  shippingAddress: { country: 'DE', city: 'Bremen', streetName: 'Am Wall' },
  lineItems: Array.from({ length: lineItems }, (_, at) => ({
    sku: skuOf(seed * lineItems + at),
    quantity: 1 + (at % 3),
  })),
});

const run = Date.now().toString(36);
let carts = 0;

export const newCart = (world: BenchWorld, lineItems: number, inventoryMode?: string): Promise<Resource> =>
  post(world, 'carts', cartDraft(lineItems, ++carts, `${run}-${carts}`, inventoryMode));

export const orderOf = ({ id, version }: Resource): object => ({ cart: { typeId: 'cart', id }, version });

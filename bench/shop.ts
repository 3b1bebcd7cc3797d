/** Products with taxes and unlimited stock for the cart cases, created once a project through the server. */
import type { BenchWorld } from './world/BenchWorld.js';
import { oncePer } from './world/once.js';

const productsCount = 100;
const stock = 1_000_000_000;
/** Concurrent requests of the preparation. */
const atOnce = 32;

export const skuOf = (number: number): string => `BENCH-${number % productsCount}`;

export interface Resource {
  readonly id: string;
  readonly version: number;
}

/** Sends a request of the preparation; throws when it fails. */
export const post = async (
  { server, projectKey, token }: BenchWorld,
  path: string,
  body: object,
): Promise<Resource> => {
  const answer = await fetch(`${server.address}/${projectKey}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
  return (await answer.json()) as Resource;
};

/** Creates `count` resources, a few at a time. */
export const createMany = async <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let at = 0; at < count; at += atOnce)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - at) }, (_, index) => make(at + index)))),
    );
  return made;
};

const open = async (world: BenchWorld): Promise<void> => {
  const productType = await post(world, 'product-types', {
    name: 'Goods',
    description: 'Anything',
    attributes: [{ name: 'colour', type: { name: 'text' }, label: { en: 'Colour' }, isRequired: false }],
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
        attributes: [{ name: 'colour', value: 'blue' }],
        prices: [
          { value: { currencyCode: 'EUR', centAmount: 1_000 + number } },
          { value: { currencyCode: 'EUR', centAmount: 900 + number }, country: 'DE' },
        ],
      },
    });
    await post(world, 'inventory', { sku, quantityOnStock: stock });
  });
};

/** Creates the products of a project, unless they exist. */
export const openShop = oncePer(open);

/** A cart draft with a number of line items, which `seed` selects. */
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

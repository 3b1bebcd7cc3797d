/** Creates the resources that the writers of a project share: a product with stock, categories and a discount code. */
import type { Shop, Shown } from './kinds.js';

export type Create = (path: string, draft: object) => Promise<Shown>;

export const stockSku = (at: number): string => `stock-${at}`;

/** More than all orders of a round take. */
export const stockMax = 1_000_000;

const money = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });

export const openShop = async (create: Create, writers: number): Promise<Shop> => {
  const skus = Array.from({ length: writers }, (_, at) => stockSku(at));
  const category = (name: string): Promise<Shown> =>
    create('categories', { key: name, name: { en: name }, slug: { en: name } });
  const productType = await create('product-types', { name: 'Goods', description: 'of all writers' });
  const variant = (sku: string) => ({ sku, prices: [{ value: money(1_000) }] });
  const product = await create('products', {
    key: 'shop',
    productType: { typeId: 'product-type', id: productType.id },
    name: { en: 'Rain jacket' },
    slug: { en: 'shop' },
    masterVariant: variant(skus[0]!),
    variants: skus.slice(1).map(variant),
    publish: true,
  });
  await Promise.all(skus.map(sku => create('inventory', { key: sku, sku, quantityOnStock: stockMax })));
  const cartDiscount = await create('cart-discounts', {
    name: { en: 'Sale' },
    value: { type: 'relative', permyriad: 1_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: 'true' },
    sortOrder: '0.5',
    requiresDiscountCode: true,
  });
  const code = await create('discount-codes', {
    key: 'shop',
    code: 'SALE',
    cartDiscounts: [{ typeId: 'cart-discount', id: cartDiscount.id }],
    maxApplications: stockMax,
  });
  return {
    productType: productType.id,
    product: product.id,
    parents: [(await category('one')).id, (await category('other')).id],
    cartDiscount: cartDiscount.id,
    discountCode: 'SALE',
    discountCodeId: code.id,
  };
};

/** Creates the products of product search: one category with all of them and ten below it, three variants each. */
import { options } from '../options.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';
import { activateProductSearch, allocatedBytes } from './indexing.js';
import { categoriesCount, pick, type ShopProduct, shopProduct } from './shopProducts.js';

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
    const { name, description, brand, category, variants, isStocked } = shopProduct(number);
    const [masterVariant, ...others] = variants.map(variant => variantDraft(brand, variant));
    const created = await post(world, 'products', {
      key: `shop-${number}`,
      productType: { typeId: 'product-type', id: productType.id },
      publish: true,
      name: { en: name },
      description: { en: description },
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

/** Everything that products, customers and carts refer to: the drafts in files, and the tree of categories. */
import type { Part } from './Part.js';
import type { Shop } from './Shop.js';

/** The paths of the drafts in `content/drafts`, in an order in which each refers to earlier ones only. */
const pathsBeforeCategories = ['types', 'states', 'product-types', 'attribute-groups'];
const pathsAfterCategories = [
  'customer-groups',
  'cart-discounts',
  'product-discounts',
  'discount-codes',
  'product-selections',
  'channels',
  'stores',
  'tax-categories',
  'zones',
  'shipping-methods',
];

const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** The slug of a name in English or German. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, letter => germanLetters[letter]!)
    .replaceAll(' ', '-');

const createDrafts = async (shop: Shop, part: Part, paths: readonly string[]): Promise<void> => {
  for (const path of paths)
    for (const draft of shop.content.drafts(path, resource => shop.idOf(resource)))
      shop.created.set(`${path}/${draft.key}`, await part.create(path, draft));
};

const createCategories = async (shop: Shop, part: Part): Promise<void> => {
  const counts = new Map<string, number>();
  for (const { key, parent, en, de } of shop.content.categories) {
    const place = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, place);
    const category = await part.create('categories', {
      key,
      name: { en, de },
      slug: { en: slugOf(en), de: slugOf(de) },
      orderHint: `0.${place}`,
      ...(parent === '' ? {} : { parent: { typeId: 'category', id: shop.idOf(`categories/${parent}`) } }),
    });
    shop.created.set(`categories/${key}`, category);
  }
};

/** Creates everything that products, customers and carts refer to. */
export const createFoundation = async (shop: Shop): Promise<void> => {
  const part = shop.part('foundation').at(shop.openedMs);
  await createDrafts(shop, part, pathsBeforeCategories);
  await createCategories(shop, part);
  await createDrafts(shop, part, pathsAfterCategories);
};

/**
 * Members of line items that only responses have: the names of their products, whether these are on sale now, and on
 * request the data of their variants.
 */
import type { Base } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseMembers } from '../../../engine/define/DefinitionGroups.js';
import { loadManyCached } from '../../../engine/loadResources.js';
import type { Product, ProductVariant } from '../product/members.js';
import { withProductAttributes } from '../shared/cartAndOrder/productAttributes.js';
import { variantIn } from './lineItems.js';
import type { ShoppingList, ShoppingListLineItem } from './members.js';

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The members that a response has on request only. */
interface Wanted {
  readonly variant: boolean;
  readonly productSlug: boolean;
}

const wantedBy = (query: URLSearchParams): Wanted => {
  const paths = query.getAll('expand');
  return { variant: paths.includes('lineItems[*].variant'), productSlug: paths.includes('lineItems[*].productSlug') };
};

/** The variant with the attributes of its product; undefined if the product is not on sale. */
const shownVariant = (product: Product, item: ShoppingListLineItem): ProductVariant | undefined => {
  const { published, current } = product.masterData;
  const variant = published ? variantIn(current, item) : undefined;
  return variant && withProductAttributes(variant, current);
};

const completeItem = (
  item: Changeable<ShoppingListLineItem>,
  product: Product | undefined,
  list: ShoppingList,
  wanted: Wanted,
): void => {
  const { current, staged, published } = product?.masterData ?? {};
  const isGone = [current, staged].every(data => data === undefined || variantIn(data, item) === undefined);
  item.published = published ?? false;
  if (current !== undefined) item.name = current.name;
  if (isGone) item.deactivatedAt ??= list.lastModifiedAt;
  if (product === undefined) return;
  const variant = wanted.variant ? shownVariant(product, item) : undefined;
  if (variant !== undefined) item.variant = variant;
  if (wanted.productSlug && published === true) item.productSlug = current?.slug;
};

/** Completes the line items of shopping lists in place. */
export const completeLists = async (
  access: ResourceAccess,
  projectKey: string,
  lists: readonly ShoppingList[],
  wanted: Wanted,
): Promise<void> => {
  const ids = lists.flatMap(({ lineItems }) => lineItems.map(({ productId }) => productId));
  const products = await loadManyCached<Product>(access, projectKey, 'product', ids);
  for (const list of lists)
    for (const item of list.lineItems) completeItem(item, products.get(item.productId), list, wanted);
};

export const responseMembers: ResponseMembers<ShoppingList & Base> = {
  parameters: {},
  inReferences: true,
  areNeeded: () => Promise.resolve(true),
  add: (access, projectKey, query, lists) => completeLists(access, projectKey, lists, wantedBy(query)),
};

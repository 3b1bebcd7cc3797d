/** The categories of a product, and the order hints in them. */
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, action, changeWithMessage } from '../../../engine/define/actions.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { changeData, stagedMember } from './masterData.js';
import { categoriesMax, OrderHint, type Product, type ProductData } from './members.js';

type CategoryReference = ProductData['categories'][number];

const isIn = ({ categories }: Pick<ProductData, 'categories'>, id: string): boolean =>
  categories.some(category => category.id === id);

/** The order hints that are not empty; undefined if there are none. */
export const storedHints = (hints: Readonly<Record<string, string>> = {}): ProductData['categoryOrderHints'] => {
  const said = Object.entries(hints).filter(([, hint]) => hint !== '');
  return said.length === 0 ? undefined : Object.fromEntries(said);
};

/** The data with the order hint of one category; an empty or absent one removes it. */
const withHint = (data: ProductData, id: string, orderHint = ''): ProductData => ({
  ...data,
  categoryOrderHints: storedHints({ ...data.categoryOrderHints, [id]: orderHint }),
});

const withCategory = (data: ProductData, category: CategoryReference): ProductData => {
  if (isIn(data, category.id)) return data;
  if (data.categories.length >= categoriesMax)
    throw invalidOperation(`A product is in at most ${categoriesMax} categories.`);
  return { ...data, categories: [...data.categories, category] };
};

export const addToCategory: Action<Product> = action(
  { category: ResourceIdentifier('category'), orderHint: Optional(OrderHint), ...stagedMember },
  (product: Product, { category: identifier, orderHint, staged = true }, context) => {
    const category = context.reference('category', identifier);
    const set = changeData(product, staged, data => withHint(withCategory(data, category), category.id, orderHint));
    return changeWithMessage(set, { type: 'ProductAddedToCategory', category, staged });
  },
);

export const removeFromCategory: Action<Product> = action(
  { category: ResourceIdentifier('category'), ...stagedMember },
  (product: Product, { category: identifier, staged = true }, context) => {
    const category = context.reference('category', identifier);
    const remove = (data: ProductData): ProductData =>
      isIn(data, category.id)
        ? withHint({ ...data, categories: data.categories.filter(({ id }) => id !== category.id) }, category.id)
        : data;
    return changeWithMessage(changeData(product, staged, remove), {
      type: 'ProductRemovedFromCategory',
      category,
      staged,
    });
  },
);

export const setCategoryOrderHint: Action<Product> = action(
  { categoryId: Text, orderHint: Optional(OrderHint), ...stagedMember },
  (product: Product, { categoryId, orderHint, staged = true }) => {
    if (!isIn(product.masterData.staged, categoryId))
      throw invalidOperation(`The product is not in the category '${categoryId}'.`);
    return {
      set: changeData(product, staged, data => (isIn(data, categoryId) ? withHint(data, categoryId, orderHint) : data)),
    };
  },
);

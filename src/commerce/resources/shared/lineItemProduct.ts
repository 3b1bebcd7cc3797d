/** The product that the draft of a line item names, in carts and shopping lists. */
import { errorEntry } from '../../../base/errors/ApiError.js';
import type { TypedIdentifier } from '../../../engine/schema/reference.js';

/** Members of a draft that may name a product. */
export interface ProductNames {
  readonly productId?: string;
  readonly sku?: string;
}

/** The product by its id, else by a SKU of it; undefined where the draft names none. */
export const productIdentifier = ({ productId, sku }: ProductNames): TypedIdentifier | undefined => {
  if (productId !== undefined) return { typeId: 'product', id: productId };
  return sku === undefined ? undefined : { typeId: 'product', unique: { field: 'sku', value: sku } };
};

/** The product as it is loaded; `at` begins the path of the draft: `lineItems[2].`. */
export const productNeeds = (names: ProductNames, at = ''): TypedIdentifier[] => {
  const product = productIdentifier(names);
  if (product === undefined) return [];
  const { id, unique } = product;
  const refusal = () =>
    errorEntry('ReferencedResourceNotFound', {
      typeId: 'product',
      id,
      identifier: id ?? unique?.value,
      detail: `: ${at}${unique === undefined ? 'productId is no id' : 'sku is no SKU'} of a product`,
    });
  return [{ ...product, refusal }];
};

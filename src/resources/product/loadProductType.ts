import type { Action } from '../../engine/define/Action.js';
import type { Context } from '../../engine/define/Context.js';
import type { ProductType } from '../productType/members.js';
import type { Product } from './members.js';

/** The product type that attributes are checked against; `needsProductType` makes the engine load it. */
export const loadProductType = ({ productType }: Product, context: Context): ProductType =>
  context.load<ProductType>('product-type', productType);

export const needsProductType: Action<Product>['needs'] = ({ productType }) => [productType];

import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeData, stagedMember, changeWithMessage } from '../masterData.js';
import { type Product, Slug } from '../members.js';

export const changeSlug: Action<Product> = action(
  { slug: Slug, ...stagedMember },
  (product: Product, { slug, staged = true }) =>
    changeWithMessage(
      changeData(product, staged, data => ({ ...data, slug })),
      { type: 'ProductSlugChanged', slug, oldSlug: product.masterData.staged.slug },
    ),
);

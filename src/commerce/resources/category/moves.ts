import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { Shape, Text } from '../../../engine/schema/primitives.js';

const CategoryMoveMembers = Shape({
  /** The category that got another parent. */
  categoryId: Text,
});

export type CategoryMove = Base & Static<typeof CategoryMoveMembers>;

/**
 * Records that a commit gave a category another parent: the stored ancestors of categories below may be outdated until
 * the job `category-moves` deletes the record (docs/decisions/categories.md).
 */
export const categoryMove = defineResource<CategoryMove>({
  typeId: 'category-move',
  path: 'category-moves',
  scopes: { read: ['view_categories'], write: ['manage_categories'] },
  resource: CategoryMoveMembers,
  storage: { immutable: true },
  routes: 'none',
});

/** Tells whether stored ancestors may be outdated. */
export const hasMoves = async ({ store }: Pick<ResourceAccess, 'store'>, projectKey: string): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'category-move', { by: 'id' }, { from: 0, to: 1 })).length > 0;

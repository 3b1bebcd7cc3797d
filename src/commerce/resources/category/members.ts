import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import {
  Key,
  Localized,
  LocalizedString,
  List,
  Optional,
  Shape,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { LooseReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Type } from '../../../engine/schema/Type.js';
import { limits } from '../../../base/config/limits.js';
import { AssetDrafts, Assets } from '../shared/assets.js';
import { Snapshot } from '../../../engine/define/Message.js';

/** A slug for each language, unique among the categories of a project. */
export const Slug = Localized(Key, { minProperties: 1 });

const orderHintLengthMax = 64;

/** The place of a category among those with the same parent: a decimal number from 0 to 1 as text. */
export const OrderHint = Type.String({
  maxLength: orderHintLengthMax,
  pattern: '^(0(\\.\\d+)?|\\.\\d+|1(\\.0+)?)$',
  description: 'a decimal number from 0 to 1',
});

const texts = {
  description: Optional(LocalizedString),
  externalId: Optional(Text),
  metaTitle: Optional(LocalizedString),
  metaDescription: Optional(LocalizedString),
  metaKeywords: Optional(LocalizedString),
};

export const CategoryMembers = Shape({
  key: Optional(Key),
  name: LocalizedString,
  slug: Slug,
  ...texts,
  /**
   * The categories from the root to the parent. Only the parent counts as a reference, so that a category above a large
   * subtree may be deleted while the job still updates the ancestors in the subtree.
   */
  ancestors: List(LooseReference('category'), limits.categoryLevelsMax),
  parent: Optional(Reference('category')),
  orderHint: OrderHint,
  custom: Optional(CustomFields),
  assets: Assets,
});

export const CategoryDraft = Shape({
  key: Optional(Key),
  name: LocalizedText,
  slug: Slug,
  ...texts,
  parent: Optional(ResourceIdentifier('category')),
  orderHint: Optional(OrderHint),
  custom: Optional(CustomFieldsDraft),
  assets: Optional(AssetDrafts),
});

export type Category = Base & Static<typeof CategoryMembers> & Sends<'category'>;

/** Returns the stamp of a category's place, which documents of product search show. */
export const categoryStamp = (id: string): string => `category-place:${id}`;

export const messages = {
  CategoryCreated: { category: Snapshot<Category>('category') },
  CategorySlugChanged: { slug: LocalizedString, oldSlug: LocalizedString },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly category: typeof messages;
  }
}

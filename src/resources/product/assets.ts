/** Assets are media files of a variant, stored elsewhere. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { Decimal, Key, List, LocalizedString, Optional, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';

const AssetSource = Shape({
  uri: Text,
  key: Optional(Key),
  dimensions: Optional(Shape({ w: Decimal, h: Decimal })),
  contentType: Optional(Text),
});

const members = {
  sources: List(AssetSource),
  name: LocalizedString,
  description: Optional(LocalizedString),
  tags: Optional(List(Text)),
  key: Optional(Key),
};

export const Assets = List(
  Shape({ id: Text, ...members, custom: Optional(CustomFields) }, { customFieldHolders: { custom: 'asset' } }),
);
export const AssetDrafts = List(Shape({ ...members, custom: Optional(CustomFieldsDraft) }));

export const toAssets = (drafts: Static<typeof AssetDrafts>, context: Context): Static<typeof Assets> =>
  drafts.map(({ custom, ...plain }) => ({
    id: context.newId(),
    ...plain,
    custom: customFieldsOf(custom, 'asset', context),
  }));

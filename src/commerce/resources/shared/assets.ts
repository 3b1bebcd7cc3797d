/** Assets are media files of a variant or a category, stored elsewhere. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../../engine/define/Context.js';
import {
  Decimal,
  Key,
  List,
  LocalizedString,
  Optional,
  Shape,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { customFieldsOf } from './customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';

export const AssetSource = Named(
  'AssetSource',
  Shape({
    uri: Text,
    key: Optional(Key),
    dimensions: Optional(Named('AssetDimensions', Shape({ w: Decimal, h: Decimal }))),
    contentType: Optional(Text),
  }),
);

const members = {
  sources: List(AssetSource),
  name: LocalizedText,
  description: Optional(LocalizedString),
  tags: Optional(List(Text)),
  key: Optional(Key),
};

const Asset = Named(
  'Asset',
  Shape({ id: Text, ...members, custom: Optional(CustomFields) }, { customFieldHolders: { custom: 'asset' } }),
);
export const AssetDraft = Named('AssetDraft', Shape({ ...members, custom: Optional(CustomFieldsDraft) }), {
  input: 'AssetDraftInput',
});
export const Assets = List(Asset);
export const AssetDrafts = List(AssetDraft);

export const toAssets = (drafts: Static<typeof AssetDrafts>, context: Context): Static<typeof Assets> =>
  drafts.map(({ custom, ...plain }) => ({
    id: context.newId(),
    ...plain,
    custom: customFieldsOf(custom, 'asset', context),
  }));

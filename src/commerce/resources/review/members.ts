import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';
import { Flag, Key, Locale, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Id, Reference, ReferenceToOneOf, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Rating } from '../shared/reviewRatingStatistics.js';

/** The product or channel that a review is about, which cannot be deleted before its reviews. */
export const ReviewTarget = ReferenceToOneOf('product', 'channel');
export type ReviewTarget = Static<typeof ReviewTarget>;

/** `typeId` tells which of the two the target is. */
export const TargetIdentifier = Named(
  'ReviewTargetIdentifier',
  Shape({ typeId: OneOf(['product', 'channel']), id: Optional(Id), key: Optional(Id) }),
  { input: 'TargetReferenceInput' },
);
export type TargetIdentifier = Static<typeof TargetIdentifier>;

const uniquenessLengthMax = 256;
const plain = {
  key: Optional(Key),
  uniquenessValue: Optional({ ...Text, minLength: 1, maxLength: uniquenessLengthMax } as typeof Text),
  locale: Optional(Locale),
  authorName: Optional(Text),
  title: Optional(Text),
  text: Optional(Text),
};

export const ReviewMembers = Shape({
  ...plain,
  target: Optional(ReviewTarget),
  includedInStatistics: Flag,
  rating: Optional(Rating),
  state: Optional(Reference('state')),
  customer: Optional(Reference('customer')),
  custom: Optional(CustomFields),
});

export const ReviewDraft = Shape({
  ...plain,
  target: Optional(TargetIdentifier),
  rating: Optional(Rating),
  state: Optional(ResourceIdentifier('state', { load: true })),
  customer: Optional(ResourceIdentifier('customer')),
  custom: Optional(CustomFieldsDraft),
});

export type Review = Base & Static<typeof ReviewMembers> & Sends<'review'>;

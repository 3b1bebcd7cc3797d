import type { Static } from '@sinclair/typebox';
import { limits } from '../../../base/config/limits.js';
import type { Base } from '../../../engine/define/Base.js';
import { DateTime, Flag, IntegerFrom, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';

/** The longest time to automatic deletion: ten years. */
const daysMax = 3_650;

const Validity = IntegerFrom(1, limits.tokenSecondsMax);

/** Requires at least one scope; scopes are stored with one space between them. */
const Scope = Type.String({
  maxLength: limits.scopeLengthMax,
  pattern: '\\S',
  description: 'at least one scope, several with spaces between them',
});

export const ApiClientMembers = Shape(
  {
    name: Text,
    scope: Text,
    deleteAt: Optional(DateTime),
    lastUsedAt: Optional(Text),
    accessTokenValiditySeconds: Optional(Validity),
    refreshTokenValiditySeconds: Optional(Validity),
    isAudited: Optional(Flag),
  },
  { queryableMembers: ['secret'] },
);

export const ApiClientDraft = Shape({
  name: NonEmptyText,
  scope: Scope,
  deleteDaysAfterCreation: Optional(IntegerFrom(1, daysMax)),
  accessTokenValiditySeconds: Optional(Validity),
  refreshTokenValiditySeconds: Optional(Validity),
  isAudited: Optional(Flag),
});

export type ApiClient = Base & Static<typeof ApiClientMembers>;

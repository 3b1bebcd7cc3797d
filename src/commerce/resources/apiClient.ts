import type { Static } from '@sinclair/typebox';
import { limits } from '../../base/config/limits.js';
import type { Base } from '../../engine/define/Base.js';
import { DateTime, Flag, IntegerFrom, NonEmptyText, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { Type } from '../../engine/schema/Type.js';
import { dayMs } from '../../base/durations.js';
import { scopeWords } from '../../base/credentials/scopes.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

/** The longest time to automatic deletion: ten years. */
const daysMax = 3_650;

const Validity = IntegerFrom(1, limits.tokenSecondsMax);

/** Requires at least one scope; scopes are stored with one space between them. */
const Scope = Type.String({
  maxLength: limits.scopeLengthMax,
  pattern: '\\S',
  description: 'at least one scope, several with spaces between them',
});

const ApiClientMembers = Shape(
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

const ApiClientDraft = Shape({
  name: NonEmptyText,
  scope: Scope,
  deleteDaysAfterCreation: Optional(IntegerFrom(1, daysMax)),
  accessTokenValiditySeconds: Optional(Validity),
  refreshTokenValiditySeconds: Optional(Validity),
  isAudited: Optional(Flag),
});

export type ApiClient = Base & Static<typeof ApiClientMembers>;

const draft = creation<ApiClient, typeof ApiClientDraft>(
  ApiClientDraft,
  ({ deleteDaysAfterCreation, scope, ...members }, context) => ({
    // Connectors made from the template of the hosted product refuse an id of another length than 24.
    id: context.newId().replaceAll('-', '').slice(-24),
    members: {
      ...members,
      scope: scopeWords(scope).join(' '),
      ...(deleteDaysAfterCreation !== undefined && {
        deleteAt: new Date(Date.parse(context.now) + deleteDaysAfterCreation * dayMs).toISOString(),
      }),
    },
  }),
);

/** API clients without their secrets (AUTH008), which the registry stores (auth/oauth/apiClients.ts). */
export const apiClient = defineResource<ApiClient>({
  typeId: 'api-client',
  path: 'api-clients',
  scopes: { read: ['view_api_clients'], write: ['manage_api_clients'] },
  resource: ApiClientMembers,
  draft,
  removal: { versionless: true },
});

import { Type, type Static } from '@sinclair/typebox';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { limits } from '../../config/limits.js';
import { scopeWords } from '../../credentials/scopes.js';
import { DateTime, IntegerFrom, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';

const dayMs = 86_400_000;
/** The longest time to automatic deletion: ten years. */
const daysMax = 3_650;

const Validity = IntegerFrom(1, limits.tokenSecondsMax);

const scopeLengthMax = 8_192;
/** Requires at least one scope; scopes are stored with one space between them. */
const Scope = Type.String({ maxLength: scopeLengthMax, pattern: '\\S' });

const ApiClientMembers = Shape({
  name: Text,
  scope: Text,
  deleteAt: Optional(DateTime),
  lastUsedAt: Optional(Text),
  accessTokenValiditySeconds: Optional(Validity),
  refreshTokenValiditySeconds: Optional(Validity),
});

const ApiClientDraft = Shape({
  name: NonEmptyText,
  scope: Scope,
  deleteDaysAfterCreation: Optional(IntegerFrom(1, daysMax)),
  accessTokenValiditySeconds: Optional(Validity),
  refreshTokenValiditySeconds: Optional(Validity),
});

export type ApiClient = Base & Static<typeof ApiClientMembers>;

const draft = creation<ApiClient, typeof ApiClientDraft>(
  ApiClientDraft,
  ({ deleteDaysAfterCreation, scope, ...members }, { now }) => ({
    members: {
      ...members,
      scope: scopeWords(scope).join(' '),
      ...(deleteDaysAfterCreation !== undefined && {
        deleteAt: new Date(Date.parse(now) + deleteDaysAfterCreation * dayMs).toISOString(),
      }),
    },
  }),
);

/** API clients without their secrets (AUTH008), which the registry stores (oauth/createApiClient.ts). */
export const apiClient = defineResource<ApiClient>({
  typeId: 'api-client',
  path: 'api-clients',
  scopes: { read: ['view_api_clients'], write: ['manage_api_clients'] },
  resource: ApiClientMembers,
  draft,
  verbs: { create: 'createApiClient', remove: 'removeApiClient' },
  versionless: true,
});

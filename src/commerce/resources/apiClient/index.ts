import { dayMs } from '../../../base/durations.js';
import { scopeWords } from '../../../base/credentials/scopes.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { type ApiClient, ApiClientDraft, ApiClientMembers } from './members.js';

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

/** API clients without their secrets (AUTH008), which the registry stores (auth/oauth/createApiClient.ts). */
export const apiClient = defineResource<ApiClient>({
  typeId: 'api-client',
  path: 'api-clients',
  scopes: { read: ['view_api_clients'], write: ['manage_api_clients'] },
  resource: ApiClientMembers,
  draft,
  verbs: { create: 'createApiClient', remove: 'removeApiClient' },
  versionless: true,
});

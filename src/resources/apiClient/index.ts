import { defineResource } from '../../engine/define/defineResource.js';
import { draft } from './draft.js';
import { type ApiClient, ApiClientMembers } from './members.js';

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

import { scopeWords } from '../../credentials/scopes.js';
import { creation } from '../../engine/define/defineResource.js';
import { type ApiClient, ApiClientDraft } from './members.js';

const dayMs = 86_400_000;

export const draft = creation<ApiClient, typeof ApiClientDraft>(
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

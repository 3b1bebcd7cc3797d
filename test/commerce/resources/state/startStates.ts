/** Starts a project and offers States with a key of their own. */
import { bodyOf } from '../../../support/sdk.js';
import type { State } from '@commercetools/platform-sdk';
import { stateDraft } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';

export const stateReference = ({ id }: { readonly id: string }) => ({ typeId: 'state' as const, id });

export const startStates = async () => {
  const api = await startResourceApi<State>('states');
  return {
    ...api,
    create: (changes: object = {}) => api.create(stateDraft(changes)),
    refuseCreation: (changes: object = {}) => api.refuseCreation(stateDraft(changes)),
    builtInState: async () => await bodyOf(api.sdk.states().withKey({ key: 'Initial' }).get()),
  };
};

import { defineResource } from '../../engine/define/defineResource.js';
import { PhaseErrors } from '../../errors/PhaseErrors.js';
import { actions } from './actions.js';
import { assertCallableDestination } from './assertCallableDestination.js';
import { assertConditionFields } from './assertConditionFields.js';
import { assertExtensionsBelowLimit } from './assertExtensionsBelowLimit.js';
import { draft } from './draft.js';
import { type Extension, ExtensionMembers } from './members.js';

/** An external service that approves or amends creations and updates (src/extensions/). */
export const extension = defineResource<Extension>({
  typeId: 'extension',
  path: 'extensions',
  scopes: { read: ['view_extensions'], write: ['manage_extensions'] },
  resource: ExtensionMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  beforeCommit: async (access, input) => {
    const errors = new PhaseErrors();
    for (const assert of [assertCallableDestination, assertExtensionsBelowLimit, assertConditionFields])
      await errors.wait(() => assert(access, input));
    errors.throwIfAny();
    return {};
  },
  verbs: { create: 'createExtension', update: 'updateExtension', remove: 'removeExtension' },
});

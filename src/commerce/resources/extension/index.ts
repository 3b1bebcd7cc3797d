import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions, assertCallableDestination, assertConditionFields, assertExtensionsBelowLimit } from './actions.js';
import { assertDependencies, assertNoDependents, dependencyNeeds, toDependencies } from './dependencies.js';
import { toDestination } from './destination.js';
import { type Extension, ExtensionDraft, ExtensionMembers, toAdditionalContext } from './members.js';
import { toTriggers } from './triggers.js';

const draft = creation<Extension, typeof ExtensionDraft>(
  ExtensionDraft,
  ({ destination, triggers, additionalContext, dependencies, ...members }, context) => {
    const { shown, secret } = toDestination(destination);
    return {
      members: {
        ...members,
        destination: shown,
        triggers: toTriggers(triggers),
        additionalContext: toAdditionalContext(additionalContext),
        dependencies: toDependencies(dependencies, context),
      },
      hidden: secret && { ...secret },
    };
  },
  dependencyNeeds,
);

/** An external service that approves or amends creations and updates (src/commerce/extensions/). */
export const extension = defineResource<Extension>({
  typeId: 'extension',
  path: 'extensions',
  scopes: { read: ['view_extensions'], write: ['manage_extensions'] },
  resource: ExtensionMembers,
  draft,
  actions,
  unique: ['key'],
  beforeCommit: async (access, input) => {
    const errors = new PhaseErrors();
    for (const assert of [
      assertCallableDestination,
      assertExtensionsBelowLimit,
      assertConditionFields,
      assertDependencies,
    ])
      await errors.wait(() => assert(access, input));
    errors.throwIfAny();
    return {};
  },
  removal: { companions: assertNoDependents },
});

import { limits } from '../../../base/config/limits.js';
import { fail, invalidField } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { assertProjectNames } from '../../../engine/query/assertProjectNames.js';
import { wholeList } from '../../../store/DataStore.js';
import {
  type Extension,
  AdditionalContextDraft,
  Dependencies,
  ExpansionPaths,
  Timeout,
  toAdditionalContext,
} from './members.js';
import { conditionError, parseCondition, type Trigger, toTriggers, Triggers } from './triggers.js';
import { type ActionTable, unchanged, action, set, setFrom, change } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, Optional } from '../../../engine/schema/primitives.js';
import { DestinationDraft, toDestination } from './destination.js';
import { dependencyNeeds, toDependencies } from './dependencies.js';

/** Refuses a new destination that the server would never call, so that the error shows before an order fails. */
export const assertCallableDestination: BeforeCommit<Extension> = async (access, { changes: { destination } }) => {
  if (destination !== undefined && !access.mayCall(destination.url))
    throw invalidField(
      'destination.url',
      destination.url,
      'Expected a public address: this server calls only those private and loopback addresses that its setting ' +
        'PRIVATE_DESTINATIONS lists.',
    );
  return {};
};

/**
 * Refuses more extensions than the limit (ERR026). They are counted before the commit, so concurrent creations may
 * exceed it.
 */
export const assertExtensionsBelowLimit: BeforeCommit<Extension> = async ({ store }, { projectKey, before }) => {
  if (before !== undefined) return {};
  const { from, to } = await store.rankRange(projectKey, 'extension', { by: 'id' }, wholeList);
  if (to - from >= limits.extensionsMax)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'extension', max: limits.extensionsMax });
  return {};
};

/** Refuses conditions that name a field which the resource type does not have. */
export const assertConditionFields: BeforeCommit<Extension> = async (
  access,
  { projectKey, changes: { triggers = [] } },
) => {
  const errors = new PhaseErrors();
  for (const [index, trigger] of triggers.entries())
    await errors.wait(() =>
      assertFields(access, projectKey, trigger).catch((error: unknown) => {
        throw conditionError(error, index);
      }),
    );
  errors.throwIfAny();
  return {};
};

/**
 * Does not check the fields of a resource type that this server does not have. Custom fields may be declared later,
 * since set-up scripts of connectors create extensions before Types.
 */
const assertFields = async (
  access: ResourceAccess,
  projectKey: string,
  { condition = '', resourceTypeId }: Trigger,
): Promise<void> => {
  const resourceType = access.resourceTypes.get(resourceTypeId);
  if (condition !== '' && resourceType !== undefined)
    await assertProjectNames(access, projectKey, parseCondition(condition, resourceType).projectNames, {
      mayBeDeclaredLater: true,
    });
};

export const actions: ActionTable<Extension> = {
  setKey: set<Extension>('key', Key),
  changeTriggers: setFrom('triggers', Triggers, toTriggers),
  /** Changes the destination with its secret, so that a new URL never receives the secret of the old one. */
  changeDestination: action({ destination: DestinationDraft }, (extension: Extension, { destination: given }) => {
    const { shown, secret } = toDestination(given);
    if (secret !== undefined) return { set: { destination: shown }, hidden: { ...secret } };
    return sameValue(extension.destination, shown) ? unchanged : { set: { destination: shown }, hidden: null };
  }),
  setDependencies: {
    ...setFrom('dependencies', Dependencies, toDependencies),
    needs: (_, payload) => dependencyNeeds(payload),
  },
  setExpansionPaths: change<Extension>('expansionPaths', ExpansionPaths),
  setTimeoutInMs: set<Extension>('timeoutInMs', Timeout),
  setAdditionalContext: setFrom('additionalContext', Optional(AdditionalContextDraft), toAdditionalContext),
};

import { type ActionTable, unchanged, action, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, Optional } from '../../../engine/schema/primitives.js';
import { DestinationDraft, toDestination } from './destination.js';
import { dependencyNeeds, toDependencies } from './dependencies.js';
import {
  AdditionalContextDraft,
  Dependencies,
  ExpansionPaths,
  type Extension,
  Timeout,
  toAdditionalContext,
} from './members.js';
import { toTriggers, Triggers } from './triggers.js';

export const actions: ActionTable<Extension> = {
  setKey: set<Extension>('key', Key),
  changeTriggers: action({ triggers: Triggers }, (extension: Extension, { triggers: given }) => {
    const triggers = toTriggers(given);
    return sameValue(extension.triggers, triggers) ? unchanged : { set: { triggers } };
  }),
  /** Changes the destination with its secret, so that a new URL never receives the secret of the old one. */
  changeDestination: action({ destination: DestinationDraft }, (extension: Extension, { destination: given }) => {
    const { shown, secret } = toDestination(given);
    if (secret !== undefined) return { set: { destination: shown }, hidden: { ...secret } };
    return sameValue(extension.destination, shown) ? unchanged : { set: { destination: shown }, hidden: null };
  }),
  setDependencies: action(
    { dependencies: Dependencies },
    (extension: Extension, { dependencies: given }, context) => {
      const dependencies = toDependencies(given, context);
      return sameValue(extension.dependencies, dependencies) ? unchanged : { set: { dependencies } };
    },
    (_, payload) => dependencyNeeds(payload),
  ),
  setExpansionPaths: action({ expansionPaths: ExpansionPaths }, (extension: Extension, { expansionPaths }) =>
    sameValue(extension.expansionPaths, expansionPaths) ? unchanged : { set: { expansionPaths } },
  ),
  setTimeoutInMs: set<Extension>('timeoutInMs', Timeout),
  setAdditionalContext: action(
    { additionalContext: Optional(AdditionalContextDraft) },
    (extension: Extension, { additionalContext: given }) => {
      const additionalContext = toAdditionalContext(given);
      return sameValue(extension.additionalContext, additionalContext) ? unchanged : { set: { additionalContext } };
    },
  ),
};

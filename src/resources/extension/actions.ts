import { action, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { Key, Optional } from '../../schema/primitives.js';
import { DestinationDraft, destinationOf } from './destination.js';
import { AdditionalContextDraft, additionalContextOf, type Extension, Timeout } from './members.js';
import { Triggers, triggersOf } from './triggers.js';

export const actions: ActionTable<Extension> = {
  setKey: set<Extension>('key', Key),
  changeTriggers: action({ triggers: Triggers }, (extension: Extension, { triggers: given }) => {
    const triggers = triggersOf(given);
    return sameValue(extension.triggers, triggers) ? unchanged : { set: { triggers } };
  }),
  // Its secret goes with it: a new URL is never called with what was meant for the old one.
  changeDestination: action({ destination: DestinationDraft }, (extension: Extension, { destination: given }) => {
    const { shown, secret } = destinationOf(given);
    if (secret !== undefined) return { set: { destination: shown }, hidden: { ...secret } };
    return sameValue(extension.destination, shown) ? unchanged : { set: { destination: shown }, hidden: null };
  }),
  setTimeoutInMs: set<Extension>('timeoutInMs', Timeout),
  setAdditionalContext: action(
    { additionalContext: Optional(AdditionalContextDraft) },
    (extension: Extension, { additionalContext: given }) => {
      const additionalContext = additionalContextOf(given);
      return sameValue(extension.additionalContext, additionalContext) ? unchanged : { set: { additionalContext } };
    },
  ),
};

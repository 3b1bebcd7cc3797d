import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Extension } from '../members.js';
import { Triggers, toTriggers } from '../triggers.js';

export const changeTriggers: Action<Extension> = action(
  { triggers: Triggers },
  (extension: Extension, { triggers: given }) => {
    const triggers = toTriggers(given);
    return sameValue(extension.triggers, triggers) ? unchanged : { set: { triggers } };
  },
);

import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../schema/primitives.js';
import { AdditionalContextDraft, toAdditionalContext, type Extension } from '../members.js';

export const setAdditionalContext: Action<Extension> = action(
  { additionalContext: Optional(AdditionalContextDraft) },
  (extension: Extension, { additionalContext: given }) => {
    const additionalContext = toAdditionalContext(given);
    return sameValue(extension.additionalContext, additionalContext) ? unchanged : { set: { additionalContext } };
  },
);

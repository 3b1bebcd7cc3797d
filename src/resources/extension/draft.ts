import { creation } from '../../engine/define/defineResource.js';
import { toDestination } from './destination.js';
import { type Extension, ExtensionDraft, toAdditionalContext } from './members.js';
import { toTriggers } from './triggers.js';

export const draft = creation<Extension, typeof ExtensionDraft>(
  ExtensionDraft,
  ({ destination, triggers, additionalContext, ...members }) => {
    const { shown, secret } = toDestination(destination);
    return {
      members: {
        ...members,
        destination: shown,
        triggers: toTriggers(triggers),
        additionalContext: toAdditionalContext(additionalContext),
      },
      hidden: secret && { ...secret },
    };
  },
);

import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { DestinationDraft, toDestination } from '../destination.js';
import type { Extension } from '../members.js';

/** Changes the destination with its secret, so that a new URL never receives the secret of the old one. */
export const changeDestination: Action<Extension> = action(
  { destination: DestinationDraft },
  (extension: Extension, { destination: given }) => {
    const { shown, secret } = toDestination(given);
    if (secret !== undefined) return { set: { destination: shown }, hidden: { ...secret } };
    return sameValue(extension.destination, shown) ? unchanged : { set: { destination: shown }, hidden: null };
  },
);

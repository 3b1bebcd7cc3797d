import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { StandalonePrice } from '../members.js';

export const removeStagedChanges: Action<StandalonePrice> = action({}, ({ staged }: StandalonePrice) =>
  staged === undefined
    ? unchanged
    : {
        set: { staged: undefined },
        messages: [{ type: 'StandalonePriceStagedChangesRemoved', stagedChanges: staged }],
      },
);

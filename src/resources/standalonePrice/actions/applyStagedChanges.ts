import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import type { StandalonePrice } from '../members.js';

export const applyStagedChanges: Action<StandalonePrice> = action({}, ({ staged }: StandalonePrice) => {
  if (staged === undefined) throw fail('InvalidOperation', { message: 'The price has no staged changes to apply.' });
  return {
    set: { ...staged, staged: undefined },
    messages: [{ type: 'StandalonePriceStagedChangesApplied', stagedChanges: staged }],
  };
});

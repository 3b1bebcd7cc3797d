import type { ActionTable } from '../../engine/define/Action.js';
import { set } from '../../engine/define/actions.js';
import { Key } from '../../schema/primitives.js';
import { changeDestination } from './actions/changeDestination.js';
import { changeTriggers } from './actions/changeTriggers.js';
import { setAdditionalContext } from './actions/setAdditionalContext.js';
import { type Extension, Timeout } from './members.js';

export const actions: ActionTable<Extension> = {
  setKey: set<Extension>('key', Key),
  changeTriggers,
  changeDestination,
  setTimeoutInMs: set<Extension>('timeoutInMs', Timeout),
  setAdditionalContext,
};

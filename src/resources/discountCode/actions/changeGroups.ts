import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { type DiscountCode, Groups } from '../members.js';

export const changeGroups: Action<DiscountCode> = action(
  { groups: Groups },
  (code: DiscountCode, { groups: given }) => {
    const groups = [...new Set(given)];
    return sameValue(code.groups, groups) ? unchanged : { set: { groups } };
  },
);

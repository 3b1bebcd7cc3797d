import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { defaultCartsConfiguration, CartsConfigurationDraft, type Project } from '../members.js';

export const changeCartsConfiguration: Action<Project> = action(
  { cartsConfiguration: CartsConfigurationDraft },
  (project: Project, { cartsConfiguration }) => {
    const carts = { ...defaultCartsConfiguration, ...cartsConfiguration };
    return sameValue(project.carts, carts) ? unchanged : { set: { carts } };
  },
);

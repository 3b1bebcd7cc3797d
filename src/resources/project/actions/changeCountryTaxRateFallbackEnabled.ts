import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Flag } from '../../../schema/primitives.js';
import type { Project } from '../members.js';

export const changeCountryTaxRateFallbackEnabled: Action<Project> = action(
  { countryTaxRateFallbackEnabled: Flag },
  ({ carts }: Project, { countryTaxRateFallbackEnabled }) =>
    carts.countryTaxRateFallbackEnabled === countryTaxRateFallbackEnabled
      ? unchanged
      : { set: { carts: { ...carts, countryTaxRateFallbackEnabled } } },
);

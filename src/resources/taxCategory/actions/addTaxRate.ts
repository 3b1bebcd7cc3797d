import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import type { TaxCategory } from '../members.js';
import { TaxRateDraft, toTaxRate } from '../taxRate.js';
import { withRates } from '../taxRates.js';

export const addTaxRate: Action<TaxCategory> = action(
  { taxRate: TaxRateDraft },
  ({ rates }: TaxCategory, { taxRate }, context) => ({
    set: withRates([...rates, toTaxRate(taxRate, context)]),
  }),
);

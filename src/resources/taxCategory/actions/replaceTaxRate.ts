import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { replaceElement } from '../../shared/listElements.js';
import type { TaxCategory } from '../members.js';
import { TaxRateDraft, toTaxRate } from '../taxRate.js';
import { findTaxRate, names, withRates } from '../taxRates.js';

// The new rate has a new id, so that carts with the old one can be told apart.
export const replaceTaxRate: Action<TaxCategory> = action(
  { ...names, taxRate: TaxRateDraft },
  (category: TaxCategory, { taxRate, ...which }, context) => ({
    set: withRates(replaceElement(category.rates, findTaxRate(category, which), toTaxRate(taxRate, context))),
  }),
);

import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { removeElement } from '../../shared/listElements.js';
import type { TaxCategory } from '../members.js';
import { findTaxRate, names } from '../taxRates.js';

export const removeTaxRate: Action<TaxCategory> = action(names, (category: TaxCategory, which) => ({
  set: { rates: removeElement(category.rates, findTaxRate(category, which)) },
}));

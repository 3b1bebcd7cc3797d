import { creation } from '../../engine/define/defineResource.js';
import { type TaxCategory, TaxCategoryDraft } from './members.js';
import { toTaxRate } from './taxRate.js';
import { withRates } from './taxRates.js';

export const draft = creation<TaxCategory, typeof TaxCategoryDraft>(
  TaxCategoryDraft,
  ({ rates = [], ...plain }, context) => ({
    members: { ...plain, ...withRates(rates.map(rate => toTaxRate(rate, context))) },
  }),
);

import { type ActionTable, action, change, set } from '../../../engine/define/actions.js';
import { Key, NonEmptyText, Optional, Text } from '../../../engine/schema/primitives.js';
import { assertUniqueKeys, findElement, removeElement, replaceElement } from '../shared/listElements.js';
import type { TaxCategory } from './members.js';
import { TaxRate, TaxRateDraft, toTaxRate } from './taxRate.js';

const names = { taxRateId: Optional(Text), taxRateKey: Optional(Text) };

export const actions: ActionTable<TaxCategory> = {
  changeName: change<TaxCategory>('name', NonEmptyText),
  setKey: set<TaxCategory>('key', Key),
  setDescription: set<TaxCategory>('description', Text),
  addTaxRate: action({ taxRate: TaxRateDraft }, ({ rates }: TaxCategory, { taxRate }, context) => ({
    set: withRates([...rates, toTaxRate(taxRate, context)]),
  })),
  // The new rate has a new id, so that carts with the old one can be told apart.
  replaceTaxRate: action(
    { ...names, taxRate: TaxRateDraft },
    (category: TaxCategory, { taxRate, ...which }, context) => ({
      set: withRates(replaceElement(category.rates, findTaxRate(category, which), toTaxRate(taxRate, context))),
    }),
  ),
  removeTaxRate: action(names, (category: TaxCategory, which) => ({
    set: { rates: removeElement(category.rates, findTaxRate(category, which)) },
  })),
};

/** Refuses duplicate keys of rates. */
export const withRates = (rates: TaxRate[]) => {
  assertUniqueKeys(rates, 'rates.key');
  return { rates };
};

const findTaxRate = (
  { rates }: TaxCategory,
  { taxRateId: id, taxRateKey: key }: { readonly taxRateId?: string; readonly taxRateKey?: string },
) => findElement(rates, { id, key }, 'taxRate', 'tax category');

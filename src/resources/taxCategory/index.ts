import type { Static } from '@sinclair/typebox';
import { action, change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { assertUniqueKeys, findElement, replaceElement, removeElement } from '../shared/listElements.js';
import { Key, List, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { TaxRate, TaxRateDraft, toTaxRate } from './taxRate.js';

const named = { name: NonEmptyText, description: Optional(Text) };
const TaxCategoryMembers = Shape({ ...named, rates: List(TaxRate), key: Optional(Key) });
const TaxCategoryDraft = Shape({ ...named, rates: Optional(List(TaxRateDraft)), key: Optional(Key) });

export type TaxCategory = Base & Static<typeof TaxCategoryMembers>;

/** Refuses duplicate keys of rates. */
const withRates = (rates: TaxRate[]) => {
  assertUniqueKeys(rates, 'rates.key');
  return { rates };
};

const draft = creation<TaxCategory, typeof TaxCategoryDraft>(TaxCategoryDraft, ({ rates = [], ...plain }, context) => ({
  members: { ...plain, ...withRates(rates.map(rate => toTaxRate(rate, context))) },
}));

const names = { taxRateId: Optional(Text), taxRateKey: Optional(Text) };

const findTaxRate = (
  { rates }: TaxCategory,
  { taxRateId: id, taxRateKey: key }: { readonly taxRateId?: string; readonly taxRateKey?: string },
) => findElement(rates, { id, key }, 'taxRate', 'tax category');

const actions: ActionTable<TaxCategory> = {
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

/** The tax rates of a kind of goods, by country and state. */
export const taxCategory = defineResource<TaxCategory>({
  typeId: 'tax-category',
  path: 'tax-categories',
  scopes: { read: ['view_products', 'view_tax_categories'], write: ['manage_products', 'manage_tax_categories'] },
  resource: TaxCategoryMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});

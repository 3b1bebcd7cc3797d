import type { Static } from '@sinclair/typebox';
import { BigNumber } from 'bignumber.js';
import type { Context } from '../../engine/define/Context.js';
import { invalidInput, requiredField } from '../../base/errors/ApiError.js';
import { CountryCode, Flag, Key, List, NonEmptyText, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { TaxRate as AnyTaxRate, subRatesMax } from '../values/tax.js';
import { Type } from '../../engine/schema/Type.js';
import type { Base } from '../../engine/define/Base.js';
import { type ActionTable, action, change, set } from '../../engine/define/actions.js';
import { assertUniqueKeys, findElement, removeElement, replaceElement } from './shared/listElements.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

/** A part of the price: 0.19 is 19 percent. */
const Share = Type.Number({ minimum: 0, maximum: 1 });

/** Rates of a category have ids, unlike external rates on line items. */
const TaxRate = Shape({ ...AnyTaxRate.properties, id: Text });

const SubRateDraft = Named('SubRateDraft', Shape({ name: NonEmptyText, amount: Share }));
const TaxRateDraft = Named(
  'TaxRateDraft',
  Shape({
    key: Optional(Key),
    name: NonEmptyText,
    amount: Optional(Share),
    includedInPrice: Flag,
    country: CountryCode,
    state: Optional(NonEmptyText),
    subRates: Optional(List(SubRateDraft, subRatesMax)),
  }),
);

type TaxRate = Static<typeof TaxRate>;
type Draft = Static<typeof TaxRateDraft>;

/** Adds decimal fractions exactly: 0.1 and 0.2 make 0.3. */
const sumSubRates = (subRates: NonNullable<Draft['subRates']>): BigNumber =>
  subRates.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0));

/** Computes the amount of a rate with sub-rates, and refuses an amount that differs from their sum. */
const taxRateAmount = ({ amount, subRates = [] }: Draft): number => {
  if (subRates.length === 0) {
    if (amount !== undefined) return amount;
    throw requiredField('taxRate.amount', 'a number from 0 to 1, or subRates');
  }
  const sum = sumSubRates(subRates);
  if (amount !== undefined && !sum.eq(amount))
    throw invalidInput(
      `The subRates of a tax rate must sum up to its amount: expected ${amount}, got ${sum.toFixed()}.`,
    );
  if (sum.gt(1)) throw invalidInput(`The amounts of subRates sum up to at most 1; got ${sum.toFixed()}.`);
  return sum.toNumber();
};

const toTaxRate = (draft: Draft, context: Context): TaxRate => {
  const { key, name, includedInPrice, country, state, subRates } = draft;
  return { id: context.newId(), key, name, amount: taxRateAmount(draft), includedInPrice, country, state, subRates };
};

const named = { name: NonEmptyText, description: Optional(Text) };

const TaxCategoryMembers = Shape({ ...named, rates: List(TaxRate), key: Optional(Key) });

const TaxCategoryDraft = Shape({ ...named, rates: Optional(List(TaxRateDraft)), key: Optional(Key) });

type TaxCategory = Base & Static<typeof TaxCategoryMembers>;

const names = { taxRateId: Optional(Text), taxRateKey: Optional(Text) };

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

/** Refuses duplicate keys of rates. */
const withRates = (rates: TaxRate[]) => {
  assertUniqueKeys(rates, 'rates.key');
  return { rates };
};

const findTaxRate = (
  { rates }: TaxCategory,
  { taxRateId: id, taxRateKey: key }: { readonly taxRateId?: string; readonly taxRateKey?: string },
) => findElement(rates, { id, key }, 'taxRate', 'tax category');

const draft = creation<TaxCategory, typeof TaxCategoryDraft>(TaxCategoryDraft, ({ rates = [], ...plain }, context) => ({
  members: { ...plain, ...withRates(rates.map(rate => toTaxRate(rate, context))) },
}));

/** The tax rates of a kind of goods, by country and state. */
export const taxCategory = defineResource<TaxCategory>({
  typeId: 'tax-category',
  path: 'tax-categories',
  shared: true,
  scopes: { read: ['view_products', 'view_tax_categories'], write: ['manage_products', 'manage_tax_categories'] },
  resource: TaxCategoryMembers,
  draft,
  actions,
  unique: ['key'],
  behindReferences: {
    places: {
      'product.taxCategory': 'the kind of goods of a product',
      'shippingInfo.taxCategory': 'the tax rate of shipping is from it',
      'shipping-method.taxCategory': 'as above',
      'customLineItems.taxCategory': 'the tax rate of the item is from it',
    },
    members: { name: 'an invoice has it; the rate that applies stands in the item' },
  },
});

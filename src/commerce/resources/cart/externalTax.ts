/** Tax rates and amounts of another system (`taxMode` External or ExternalAmount, and items without a product). */
import type { Static } from '@sinclair/typebox';
import { invalidInput, invalidOperation, requiredField, invalidField } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CountryCode, Decimal, Flag, List, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { exactDecimal } from '../../pricing/moneyArithmetic.js';
import { type AppliedTax, externalTaxedPrice } from '../../pricing/taxedPrices.js';
import { type Money, MoneyDraft, moneyOf } from '../../values/money.js';
import { SubRate, TaxPortionDraft, type TaxRate, subRatesMax } from '../../values/tax.js';
import { findItem, type ItemKind, itemNames, replaceItem } from '../shared/cartAndOrder/items.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import type { ExternalTotalTax } from '../shared/cartAndOrder/repriceCart.js';
import { Named } from '../../../engine/schema/Named.js';

/** ExternalTaxRateDraft: `amount` from 0 to 1, or the sum of the sub rates. */
export const ExternalTaxRateDraft = Named(
  'ExternalTaxRateDraft',
  Shape({
    name: Text,
    amount: Optional(Decimal),
    includedInPrice: Optional(Flag),
    country: CountryCode,
    state: Optional(Text),
    subRates: Optional(List(SubRate, subRatesMax)),
  }),
);

export type ExternalTaxRateDraft = Static<typeof ExternalTaxRateDraft>;
export const ExternalTaxAmountDraft = Named(
  'ExternalTaxAmountDraft',
  Shape({ totalGross: MoneyDraft, taxRate: ExternalTaxRateDraft }),
);
export type ExternalTaxAmountDraft = Static<typeof ExternalTaxAmountDraft>;

/** Returns the stored form of an external tax rate; `field` is its path in error messages. */
export const externalTaxRateOf = (
  draft: ExternalTaxRateDraft | undefined,
  field = 'externalTaxRate',
): Static<typeof TaxRate> | undefined => {
  if (draft === undefined) return undefined;
  const { amount: given, subRates = [], includedInPrice = false, ...rest } = draft;
  const added = subRates.reduce((all, { amount }) => all.plus(exactDecimal(amount)), exactDecimal(0));
  if (given === undefined && subRates.length === 0)
    throw requiredField(`${field}.amount`, 'a number from 0 to 1, or subRates that add up to one');
  if (given !== undefined && subRates.length > 0 && !added.eq(exactDecimal(given)))
    throw invalidInput(`The subRates of ${field} add up to ${added.toString()}; expected its amount, ${given}.`);
  const amount = given ?? added.toNumber();
  if (!(amount >= 0 && amount <= 1)) throw invalidField(`${field}.amount`, amount, 'Expected a number from 0 to 1.');
  return { ...rest, amount, includedInPrice, ...(subRates.length > 0 && { subRates }) };
};

export const setItemTaxRate = (kind: ItemKind) =>
  action({ ...itemNames(kind), externalTaxRate: Optional(ExternalTaxRateDraft) }, (cart: Cart, payload) => {
    const { externalTaxRate, ...names } = payload as { readonly externalTaxRate?: ExternalTaxRateDraft };
    assertTaxMode(cart, 'External');
    const item = findItem(cart, kind, names, 'cart');
    const taxRate = externalTaxRateOf(externalTaxRate);
    return sameValue(item.taxRate, taxRate) ? unchanged : { set: replaceItem(cart, kind, item, { ...item, taxRate }) };
  });

/** Sets or removes the external tax of an item as a gross amount. */
export const setItemTaxAmount = (kind: ItemKind) =>
  action({ ...itemNames(kind), externalTaxAmount: Optional(ExternalTaxAmountDraft) }, (cart: Cart, payload) => {
    const { externalTaxAmount, ...names } = payload as {
      readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft>;
    };
    assertTaxMode(cart, 'ExternalAmount');
    const item = findItem(cart, kind, names, 'cart');
    return { set: replaceItem(cart, kind, item, { ...item, ...externalTaxOf(item.totalPrice, externalTaxAmount) }) };
  });

export const setShippingMethodTaxRate = action(
  { externalTaxRate: Optional(ExternalTaxRateDraft) },
  (cart: Cart, { externalTaxRate }) => {
    assertTaxMode(cart, 'External');
    return { set: { shippingInfo: { ...requireShipping(cart), taxRate: externalTaxRateOf(externalTaxRate) } } };
  },
);

/** Sets or removes the external tax of shipping as a gross amount. */
export const setShippingMethodTaxAmount = action(
  { externalTaxAmount: Optional(ExternalTaxAmountDraft) },
  (cart: Cart, { externalTaxAmount }: { readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft> }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const shippingInfo = requireShipping(cart);
    return {
      set: {
        shippingInfo: {
          ...shippingInfo,
          ...externalTaxOf(shippingInfo.discountedPrice?.value ?? shippingInfo.price, externalTaxAmount),
        },
      },
    };
  },
);

/** Sets the external tax of the whole cart. The net amount follows from the total price after the whole update. */
export const setCartTotalTax = action(
  { externalTotalGross: MoneyDraft, externalTaxPortions: Optional(List(TaxPortionDraft)) },
  (cart: Cart, { externalTotalGross, externalTaxPortions = [] }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const { totalPrice } = cart;
    for (const { currencyCode } of [externalTotalGross, ...externalTaxPortions.map(({ amount }) => amount)])
      if (currencyCode !== totalPrice.currencyCode)
        throw invalidInput(
          `The cart has the currency ${totalPrice.currencyCode}; externalTotalGross or a portion is in ` +
            `${currencyCode}.`,
        );
    const totalTax: ExternalTotalTax = {
      totalGross: moneyOf(externalTotalGross),
      taxPortions: externalTaxPortions.map(({ amount, ...portion }) => ({ ...portion, amount: moneyOf(amount) })),
    };
    return { set: {}, requestedEffects: { totalTax } };
  },
);

/** Returns the tax that an action gives as a gross amount (`taxMode` ExternalAmount). No draft removes the tax. */
const externalTaxOf = (price: Money, draft: ExternalTaxAmountDraft | undefined): AppliedTax => {
  const taxRate = externalTaxRateOf(draft?.taxRate, 'externalTaxAmount.taxRate');
  if (draft === undefined || taxRate === undefined) return { taxRate: undefined, taxedPrice: undefined };
  const { currencyCode } = draft.totalGross;
  if (currencyCode !== price.currencyCode)
    throw invalidInput(
      `The cart has the currency ${price.currencyCode}; externalTaxAmount.totalGross is in ${currencyCode}.`,
    );
  return { taxRate, taxedPrice: externalTaxedPrice(price, moneyOf(draft.totalGross), taxRate) };
};

/** Refuses an external tax that the tax mode of the cart does not allow. */
const assertTaxMode = ({ taxMode }: Cart, wanted: Cart['taxMode']): void => {
  if (taxMode !== wanted)
    throw invalidOperation(`The taxMode of the cart is ${taxMode}; expected ${wanted} for this external tax.`);
};

/** Returns the shipping info. Refuses to set its tax if the cart has none. */
const requireShipping = ({ shippingInfo }: Cart): NonNullable<Cart['shippingInfo']> => {
  if (shippingInfo === undefined) throw invalidOperation('The cart has no shipping method whose tax could be set.');
  return shippingInfo;
};

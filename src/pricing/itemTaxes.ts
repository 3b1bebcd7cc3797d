/** Tax rates by the tax mode of a cart, and the taxed prices of its items. */
import { sameValue } from '../engine/document/sameValue.js';
import { fail } from '../errors/ApiError.js';
import type { Money, TypedMoney } from '../schema/money.js';
import type { TaxedPrice, TaxRate } from '../schema/tax.js';
import type { CatalogueTaxCategory } from './Catalogue.js';
import { type AppliedTax, retainExternalTax } from './externalTax.js';
import { priceNotFound, unitPriceOf } from './itemPrices.js';
import { linePrice } from './money.js';
import type { PricingCart, PricingCustomLineItem, PricingItem, PricingLineItem } from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';
import { taxPlaceOf } from './stalenessOf.js';
import { computeTaxedPrice, sumTaxedPrices } from './tax.js';
import { taxRateFor } from './taxRateFor.js';

/**
 * The rate of the shipping address (ERR060). A state without a rate takes the rate of its country if the project allows
 * it.
 */
const categoryRate = (
  category: CatalogueTaxCategory | undefined,
  { cart: { shippingAddress }, context: { project } }: PricingInput,
): TaxRate | undefined => {
  if (category === undefined || shippingAddress === undefined) return undefined;
  const { country, state } = shippingAddress;
  const rate = taxRateFor(category, { country, state });
  const isFallback =
    state !== undefined &&
    rate?.state === undefined &&
    category.rates.some(each => each.country === country && each.state !== undefined);
  if (rate === undefined || (isFallback && !project.carts.countryTaxRateFallbackEnabled))
    throw fail('MissingTaxRateForCountry', { taxCategoryId: category.id, country, state });
  return rate;
};

/** The rate of an item or of shipping: of its tax category where it is stale, else the current one. */
export const taxRateInMode = (
  current: TaxRate | undefined,
  categoryId: string | undefined,
  isStale: boolean,
  input: PricingInput,
): TaxRate | undefined => {
  const { taxMode } = input.cart;
  if (taxMode === 'Disabled') return undefined;
  if (taxMode !== 'Platform' || !isStale) return current;
  return categoryRate(categoryId === undefined ? undefined : input.catalogue.taxCategories.get(categoryId), input);
};

/** Pieces with one price, as they are taxed. */
interface TaxedPart {
  readonly price: Money;
  readonly unitPrice: TypedMoney;
  readonly quantity: number;
}

const taxParts = (
  parts: readonly TaxedPart[],
  taxRate: TaxRate | undefined,
  { taxCalculationMode: calculationMode, taxRoundingMode: rounding, totalPrice }: PricingCart,
): TaxedPrice | undefined => {
  if (taxRate === undefined) return undefined;
  const taxedPrices = parts.map(({ price, unitPrice, quantity }) =>
    computeTaxedPrice({ price, unitPrice, quantity, taxRate, calculationMode, rounding }),
  );
  return taxedPrices.length === 1 ? taxedPrices[0] : sumTaxedPrices(totalPrice.currencyCode, taxedPrices);
};

/** The parts of an item: one amount, or one part a price where units are taxed one by one. */
const partsOf = (
  { totalPrice, quantity, discountedPricePerQuantity }: PricingItem,
  unitPrice: TypedMoney,
  { taxCalculationMode, priceRoundingMode }: PricingCart,
): TaxedPart[] => {
  if (discountedPricePerQuantity.length === 0) return [{ price: totalPrice, unitPrice, quantity }];
  if (taxCalculationMode === 'LineItemLevel') return [{ price: totalPrice, unitPrice: totalPrice, quantity: 1 }];
  return discountedPricePerQuantity.map(({ quantity: pieces, discountedPrice: { value } }) => ({
    price: linePrice(value, pieces, priceRoundingMode),
    unitPrice: value,
    quantity: pieces,
  }));
};

/** Whether this update switches the tax mode. */
export const isTaxModeSwitched = ({ before, cart }: PricingInput): boolean =>
  before !== undefined && before.taxMode !== cart.taxMode;

/** The current rate, unless this update switches the tax mode: then only a rate that the same update gives stays. */
export const rateUnlessSwitched = (
  current: AppliedTax,
  old: AppliedTax | undefined,
  input: PricingInput,
): TaxRate | undefined =>
  isTaxModeSwitched(input) && old !== undefined && sameValue(old.taxRate, current.taxRate)
    ? undefined
    : current.taxRate;

const externalItemTax = (item: PricingItem, old: PricingItem | undefined, input: PricingInput): AppliedTax =>
  retainExternalTax(item.totalPrice, item, old && { ...old, price: old.totalPrice }, isTaxModeSwitched(input));

/**
 * The rate of an item whose product is deleted: the current rate at the same place, and for an external price in the
 * country of the rate.
 */
const rateOfDeletedProduct = (
  item: PricingLineItem,
  old: PricingLineItem | undefined,
  input: PricingInput,
): TaxRate | undefined => {
  const { cart, before } = input;
  if (cart.shippingAddress === undefined) return undefined;
  const { country, state } = cart.shippingAddress;
  const current = rateUnlessSwitched(item, old, input);
  const isUnchanged =
    old !== undefined &&
    before !== undefined &&
    !isTaxModeSwitched(input) &&
    sameValue(taxPlaceOf(before), taxPlaceOf(cart));
  if (isUnchanged) return current;
  if (item.priceMode === 'Platform') throw priceNotFound(cart, item);
  if (current?.country === country && (current.state === undefined || current.state === state)) return current;
  throw fail('InvalidOperation', {
    message: `The product '${item.productId}' of the line item '${item.id}' does not exist any more; no tax rate of it is known for ${country}.`,
  });
};

const rateOfProduct = (
  item: PricingLineItem,
  old: PricingLineItem | undefined,
  input: PricingInput,
): TaxRate | undefined => {
  const { cart, staleness, catalogue } = input;
  const isStale = staleness.isTaxRateStale(item.id);
  const product = catalogue.products.get(item.productId ?? '');
  if (product === undefined && isStale && cart.taxMode === 'Platform') return rateOfDeletedProduct(item, old, input);
  return taxRateInMode(rateUnlessSwitched(item, old, input), product?.taxCategory?.id, isStale, input);
};

export const taxLineItem = <L extends PricingLineItem>(item: L, input: PricingInput): L => {
  const { cart, before } = input;
  const old = before?.lineItems.find(({ id }) => id === item.id);
  // An item without a product comes with its own rate.
  const hasOwnRate = item.productId === undefined && cart.taxMode === 'Platform';
  const taxRate = hasOwnRate ? item.taxRate : rateOfProduct(item, old, input);
  if (cart.taxMode === 'ExternalAmount')
    return { ...item, taxedPrice: undefined, ...externalItemTax(item, old, input) };
  return { ...item, taxRate, taxedPrice: taxParts(partsOf(item, unitPriceOf(item), cart), taxRate, cart) };
};

export const taxCustomLineItem = <C extends PricingCustomLineItem>(item: C, input: PricingInput): C => {
  const { cart, before, staleness } = input;
  const old = before?.customLineItems.find(({ id }) => id === item.id);
  const current = rateUnlessSwitched(item, old, input);
  // An item without a tax category comes with its own rate.
  const hasOwnRate = item.taxCategory === undefined && cart.taxMode === 'Platform';
  const taxRate = hasOwnRate
    ? current
    : taxRateInMode(current, item.taxCategory?.id, staleness.isTaxRateStale(item.id), input);
  if (cart.taxMode === 'ExternalAmount')
    return { ...item, taxedPrice: undefined, ...externalItemTax(item, old, input) };
  return { ...item, taxRate, taxedPrice: taxParts(partsOf(item, item.money, cart), taxRate, cart) };
};

/** The taxed price of one amount. */
export const taxAmount = (price: Money, taxRate: TaxRate | undefined, cart: PricingCart): TaxedPrice | undefined =>
  taxParts([{ price, unitPrice: price, quantity: 1 }], taxRate, cart);

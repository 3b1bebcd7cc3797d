/** Tax rates by the tax mode of a cart, and the taxed prices of its items. */
import { fail, invalidOperation } from '../../base/errors/ApiError.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { Money, TypedMoney } from '../values/money.js';
import type { TaxedPrice, TaxRate } from '../values/tax.js';
import type { CatalogueTaxCategory } from './Catalogue.js';
import { priceNotFound, totalRoundingOf, unitPriceOf } from './itemPrices.js';
import { groupPrices } from './pieceGroups.js';
import type { PricingCart, PricingCustomLineItem, PricingItem, PricingLineItem, PricingInput } from './PricingCart.js';
import { taxPlaceOf } from './stalenessOf.js';
import { type AppliedTax, computeTaxedPrice, retainExternalTax, sumTaxedPrices, taxPortionsOf } from './taxedPrices.js';

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
    throw fail('MissingTaxRateForCountry', {
      taxCategoryId: category.id,
      country,
      state,
      place: state && `, ${state}`,
    });
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
  readonly isOfUnits?: boolean;
}

const taxParts = (
  parts: readonly TaxedPart[],
  taxRate: TaxRate | undefined,
  { taxCalculationMode: calculationMode, taxRoundingMode: rounding, totalPrice }: PricingCart,
): TaxedPrice | undefined => {
  if (taxRate === undefined) return undefined;
  const taxedPrices = parts.map(({ price, unitPrice, quantity, isOfUnits }) =>
    computeTaxedPrice({ price, unitPrice, quantity, isOfUnits, taxRate, calculationMode, rounding }),
  );
  if (taxedPrices.length === 1) return taxedPrices[0];
  const taxed = sumTaxedPrices(totalPrice.currencyCode, taxedPrices);
  return { ...taxed, taxPortions: taxPortionsOf(taxed.totalTax, taxRate) };
};

/** The parts of an item: one amount, or one part a price where units are taxed one by one. */
const partsOf = (
  item: PricingLineItem | PricingCustomLineItem,
  unitPrice: TypedMoney,
  cart: PricingCart,
): TaxedPart[] => {
  const { totalPrice, quantity, discountedPricePerQuantity } = item;
  if (discountedPricePerQuantity.length === 0)
    return [{ price: totalPrice, unitPrice, quantity, isOfUnits: item.priceMode !== 'ExternalTotal' }];
  if (cart.taxCalculationMode === 'LineItemLevel') return [{ price: totalPrice, unitPrice: totalPrice, quantity: 1 }];
  const groups = discountedPricePerQuantity.map(({ quantity: pieces, discountedPrice: { value } }) => ({
    quantity: pieces,
    value,
    portions: [],
  }));
  const prices = groupPrices(groups, totalRoundingOf(item, cart));
  return groups.map(({ value, quantity: pieces }, at) => ({
    price: prices[at] ?? totalPrice,
    unitPrice: value,
    quantity: pieces,
    isOfUnits: true,
  }));
};

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
  throw invalidOperation(
    `The product '${item.productId}' of the line item '${item.id}' does not exist any more; ` +
      `no tax rate of it is known for ${country}.`,
  );
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

/** The unit price of an item before discounts. */
const fullUnitPrice = (item: PricingLineItem | PricingCustomLineItem): TypedMoney =>
  'money' in item ? item.money : unitPriceOf(item);

/** The tax of an undiscounted item by its stored rate. */
export const taxStoredItem = (item: PricingLineItem | PricingCustomLineItem, cart: PricingCart): AppliedTax =>
  cart.taxMode === 'ExternalAmount'
    ? { taxRate: item.taxRate, taxedPrice: item.taxedPrice }
    : { taxRate: item.taxRate, taxedPrice: taxParts(partsOf(item, fullUnitPrice(item), cart), item.taxRate, cart) };

/**
 * The external tax of an undiscounted item, as predicates see it: as long as its price before discounts stays, or where
 * this update sets it. Undefined in other tax modes.
 */
export const unchangedExternalTax = (
  item: PricingLineItem | PricingCustomLineItem,
  { cart, before }: PricingInput,
): AppliedTax | undefined => {
  if (cart.taxMode !== 'ExternalAmount') return undefined;
  const old = [...(before?.lineItems ?? []), ...(before?.customLineItems ?? [])].find(({ id }) => id === item.id);
  const isKept =
    old === undefined ||
    !sameValue(old.taxedPrice, item.taxedPrice) ||
    (old.quantity === item.quantity && sameValue(fullUnitPrice(old), fullUnitPrice(item)));
  return isKept ? { taxRate: item.taxRate, taxedPrice: item.taxedPrice } : {};
};

export const taxLineItem = (item: PricingLineItem, input: PricingInput): PricingLineItem => {
  const { cart, before, staleness } = input;
  if (staleness.hasSameAmounts(item)) return item;
  const old = before?.lineItems.find(({ id }) => id === item.id);
  // An item without a product comes with its own rate.
  const hasOwnRate = item.productId === undefined && cart.taxMode === 'Platform';
  const taxRate = hasOwnRate ? item.taxRate : rateOfProduct(item, old, input);
  if (cart.taxMode === 'ExternalAmount')
    return { ...item, taxedPrice: undefined, ...externalItemTax(item, old, input) };
  return { ...item, taxRate, taxedPrice: taxParts(partsOf(item, unitPriceOf(item), cart), taxRate, cart) };
};

export const taxCustomLineItem = (item: PricingCustomLineItem, input: PricingInput): PricingCustomLineItem => {
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

export const taxAmount = (price: Money, taxRate: TaxRate | undefined, cart: PricingCart): TaxedPrice | undefined =>
  taxParts([{ price, unitPrice: price, quantity: 1 }], taxRate, cart);

/** The place that decides the tax rate. */
interface TaxPlace {
  readonly country: string;
  readonly state?: string;
}

/**
 * The rate of a place: the rate of its state, else the rate of its whole country. Rates of other states do not apply.
 */
export const taxRateFor = (
  { rates }: Pick<CatalogueTaxCategory, 'rates'>,
  { country, state }: TaxPlace,
): TaxRate | undefined => {
  const inCountry = rates.filter(rate => rate.country === country);
  const ofState = state === undefined ? undefined : inCountry.find(rate => rate.state === state);
  return ofState ?? inCountry.find(rate => rate.state === undefined);
};

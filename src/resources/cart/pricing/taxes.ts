/** Tax rates by the cart's tax mode, and what items cost with them. */
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { computeTaxedPrice, sumTaxedPrices } from '../../../pricing/tax.js';
import type { TaxCategory } from '../../taxCategory/index.js';
import { taxRateFor } from '../../../pricing/taxRateFor.js';
import type { Money, TypedMoney } from '../../../schema/money.js';
import type { TaxedPrice, TaxRate } from '../../../schema/tax.js';
import type { Cart } from '../members.js';
import type { Catalogue } from './catalogue.js';
import { keptAmount, type Taxed } from './externalTax.js';
import { noPrice, unitPriceOf } from './itemPrices.js';
import { placeOf, type Stale } from './stale.js';
import { linePrice } from '../../../pricing/money.js';
import type { LineItem } from '../../shared/lineItem.js';
import type { CustomLineItem } from '../../shared/customLineItem.js';

/** ERR060: the rate of the shipping address; a state without a rate of its own takes its country's if the project says so. */
const rateOf = (
  category: TaxCategory | undefined,
  { shippingAddress }: Cart,
  { project }: Context,
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

/** The rate of something in a cart: looked up, given from outside, or none. */
export const taxRateOf = (
  current: TaxRate | undefined,
  categoryId: string | undefined,
  isStale: boolean,
  cart: Cart,
  catalogue: Catalogue,
  context: Context,
): TaxRate | undefined => {
  if (cart.taxMode === 'Disabled') return undefined;
  if (cart.taxMode !== 'Platform' || !isStale) return current;
  return rateOf(categoryId === undefined ? undefined : catalogue.taxCategories.get(categoryId), cart, context);
};

/** What is to be taxed: some pieces at one price. */
interface Part {
  readonly price: Money;
  readonly unitPrice: TypedMoney;
  readonly quantity: number;
}

const taxed = (
  parts: readonly Part[],
  taxRate: TaxRate | undefined,
  { taxCalculationMode: calculationMode, taxRoundingMode: rounding, totalPrice }: Cart,
): TaxedPrice | undefined => {
  if (taxRate === undefined) return undefined;
  const taxedParts = parts.map(part => computeTaxedPrice({ ...part, taxRate, calculationMode, rounding }));
  return taxedParts.length === 1 ? taxedParts[0] : sumTaxedPrices(totalPrice.currencyCode, taxedParts);
};

/** One amount, or the pieces of an item price by price where those are taxed one by one. */
const partsOf = (
  { totalPrice, quantity, discountedPricePerQuantity }: LineItem | CustomLineItem,
  unitPrice: TypedMoney,
  { taxCalculationMode, priceRoundingMode }: Cart,
): Part[] => {
  if (discountedPricePerQuantity.length === 0) return [{ price: totalPrice, unitPrice, quantity }];
  if (taxCalculationMode === 'LineItemLevel') return [{ price: totalPrice, unitPrice: totalPrice, quantity: 1 }];
  return discountedPricePerQuantity.map(({ quantity: pieces, discountedPrice: { value } }) => ({
    price: linePrice(value, pieces, priceRoundingMode),
    unitPrice: value,
    quantity: pieces,
  }));
};

export interface Taxing {
  readonly cart: Cart;
  readonly before?: Cart;
  readonly stale: Stale;
  readonly catalogue: Catalogue;
  readonly context: Context;
}

/** Whether this update switches the mode. */
export const isSwitched = ({ before, cart }: Taxing): boolean =>
  before !== undefined && before.taxMode !== cart.taxMode;

/** Switching the mode forgets what the mode before had found, but for what the same update gave. */
export const rateBefore = (now: Taxed, old: Taxed | undefined, taxing: Taxing): TaxRate | undefined =>
  isSwitched(taxing) && old !== undefined && sameValue(old.taxRate, now.taxRate) ? undefined : now.taxRate;

const amountFor = <I extends LineItem | CustomLineItem>(item: I, old: I | undefined, taxing: Taxing): Taxed =>
  keptAmount(item.totalPrice, item, old && { ...old, price: old.totalPrice }, isSwitched(taxing));

/** A product that is gone tells no tax category: what an item of it was taxed with holds for the same place, and an external price's rate in its country. */
const rateOfGone = (item: LineItem, old: LineItem | undefined, taxing: Taxing): TaxRate | undefined => {
  const { cart, before } = taxing;
  if (cart.shippingAddress === undefined) return undefined;
  const { country, state } = cart.shippingAddress;
  const current = rateBefore(item, old, taxing);
  if (old !== undefined && before !== undefined && !isSwitched(taxing) && sameValue(placeOf(before), placeOf(cart)))
    return current;
  if (item.priceMode === 'Platform') throw noPrice(cart, item);
  if (current?.country === country && (current.state === undefined || current.state === state)) return current;
  throw fail('InvalidOperation', {
    message: `The product '${item.productId}' of the line item '${item.id}' does not exist any more; no tax rate of it is known for ${country}.`,
  });
};

const rateOfProduct = (
  item: LineItem,
  productId: string,
  old: LineItem | undefined,
  taxing: Taxing,
): TaxRate | undefined => {
  const { cart, stale, catalogue, context } = taxing;
  const isStale = stale.taxRate(item.id);
  const product = catalogue.products.get(productId);
  if (product === undefined && isStale && cart.taxMode === 'Platform') return rateOfGone(item, old, taxing);
  return taxRateOf(rateBefore(item, old, taxing), product?.taxCategory?.id, isStale, cart, catalogue, context);
};

export const taxItem = (item: LineItem, taxing: Taxing): LineItem => {
  const { cart, before } = taxing;
  const old = before?.lineItems.find(({ id }) => id === item.id);
  const { productId } = item;
  // What comes from no product brought its rate along.
  const taxRate =
    productId === undefined && cart.taxMode === 'Platform'
      ? item.taxRate
      : rateOfProduct(item, productId ?? '', old, taxing);
  if (cart.taxMode === 'ExternalAmount') return { ...item, taxedPrice: undefined, ...amountFor(item, old, taxing) };
  return { ...item, taxRate, taxedPrice: taxed(partsOf(item, unitPriceOf(item), cart), taxRate, cart) };
};

export const taxCustomItem = (item: CustomLineItem, taxing: Taxing): CustomLineItem => {
  const { cart, before, stale, catalogue, context } = taxing;
  const old = before?.customLineItems.find(({ id }) => id === item.id);
  const current = rateBefore(item, old, taxing);
  // Without a category it brought its rate along.
  const taxRate =
    item.taxCategory === undefined && cart.taxMode === 'Platform'
      ? current
      : taxRateOf(current, item.taxCategory?.id, stale.taxRate(item.id), cart, catalogue, context);
  if (cart.taxMode === 'ExternalAmount') return { ...item, taxedPrice: undefined, ...amountFor(item, old, taxing) };
  return { ...item, taxRate, taxedPrice: taxed(partsOf(item, item.money, cart), taxRate, cart) };
};

/** One price as a whole. */
export const taxAmount = (price: Money, taxRate: TaxRate | undefined, cart: Cart): TaxedPrice | undefined =>
  taxed([{ price, unitPrice: price, quantity: 1 }], taxRate, cart);

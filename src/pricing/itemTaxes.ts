/** Tax rates by the cart's tax mode, and what items cost with them. */
import type { Context } from '../engine/define/Context.js';
import { sameValue } from '../engine/document/sameValue.js';
import { fail } from '../errors/ApiError.js';
import { computeTaxedPrice, sumTaxedPrices } from './tax.js';
import type { TaxCategory } from '../resources/taxCategory/index.js';
import { taxRateFor } from './taxRateFor.js';
import type { Money, TypedMoney } from '../schema/money.js';
import type { TaxedPrice, TaxRate } from '../schema/tax.js';
import type { Cart } from '../resources/cart/members.js';
import { type AppliedTax, retainExternalTax } from './externalTax.js';
import { priceNotFound, unitPriceOf } from './itemPrices.js';
import { taxPlaceOf } from './staleness.js';
import { linePrice } from './money.js';
import type { LineItem } from '../resources/shared/lineItem.js';
import type { CustomLineItem } from '../resources/shared/customLineItem.js';
import type { Catalogue } from './Catalogue.js';
import type { PricingInput } from './PricingInput.js';

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
export const currentTaxRate = (
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

const taxParts = (
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

/** Whether this update switches the mode. */
export const isSwitched = ({ before, cart }: PricingInput): boolean =>
  before !== undefined && before.taxMode !== cart.taxMode;

/** Switching the mode forgets what the mode before had found, but for what the same update gave. */
export const rateUnlessSwitched = (
  now: AppliedTax,
  old: AppliedTax | undefined,
  taxing: PricingInput,
): TaxRate | undefined =>
  isSwitched(taxing) && old !== undefined && sameValue(old.taxRate, now.taxRate) ? undefined : now.taxRate;

const externalItemTax = <I extends LineItem | CustomLineItem>(
  item: I,
  old: I | undefined,
  taxing: PricingInput,
): AppliedTax => retainExternalTax(item.totalPrice, item, old && { ...old, price: old.totalPrice }, isSwitched(taxing));

/** A product that is gone tells no tax category: what an item of it was taxed with holds for the same place, and an external price's rate in its country. */
const rateOfDeletedProduct = (item: LineItem, old: LineItem | undefined, taxing: PricingInput): TaxRate | undefined => {
  const { cart, before } = taxing;
  if (cart.shippingAddress === undefined) return undefined;
  const { country, state } = cart.shippingAddress;
  const current = rateUnlessSwitched(item, old, taxing);
  if (
    old !== undefined &&
    before !== undefined &&
    !isSwitched(taxing) &&
    sameValue(taxPlaceOf(before), taxPlaceOf(cart))
  )
    return current;
  if (item.priceMode === 'Platform') throw priceNotFound(cart, item);
  if (current?.country === country && (current.state === undefined || current.state === state)) return current;
  throw fail('InvalidOperation', {
    message: `The product '${item.productId}' of the line item '${item.id}' does not exist any more; no tax rate of it is known for ${country}.`,
  });
};

const rateOfProduct = (
  item: LineItem,
  productId: string,
  old: LineItem | undefined,
  taxing: PricingInput,
): TaxRate | undefined => {
  const { cart, stale, catalogue, context } = taxing;
  const isStale = stale.taxRate(item.id);
  const product = catalogue.products.get(productId);
  if (product === undefined && isStale && cart.taxMode === 'Platform') return rateOfDeletedProduct(item, old, taxing);
  return currentTaxRate(
    rateUnlessSwitched(item, old, taxing),
    product?.taxCategory?.id,
    isStale,
    cart,
    catalogue,
    context,
  );
};

export const taxLineItem = (item: LineItem, taxing: PricingInput): LineItem => {
  const { cart, before } = taxing;
  const old = before?.lineItems.find(({ id }) => id === item.id);
  const { productId } = item;
  // What comes from no product brought its rate along.
  const taxRate =
    productId === undefined && cart.taxMode === 'Platform'
      ? item.taxRate
      : rateOfProduct(item, productId ?? '', old, taxing);
  if (cart.taxMode === 'ExternalAmount')
    return { ...item, taxedPrice: undefined, ...externalItemTax(item, old, taxing) };
  return { ...item, taxRate, taxedPrice: taxParts(partsOf(item, unitPriceOf(item), cart), taxRate, cart) };
};

export const taxCustomLineItem = (item: CustomLineItem, taxing: PricingInput): CustomLineItem => {
  const { cart, before, stale, catalogue, context } = taxing;
  const old = before?.customLineItems.find(({ id }) => id === item.id);
  const current = rateUnlessSwitched(item, old, taxing);
  // Without a category it brought its rate along.
  const taxRate =
    item.taxCategory === undefined && cart.taxMode === 'Platform'
      ? current
      : currentTaxRate(current, item.taxCategory?.id, stale.taxRate(item.id), cart, catalogue, context);
  if (cart.taxMode === 'ExternalAmount')
    return { ...item, taxedPrice: undefined, ...externalItemTax(item, old, taxing) };
  return { ...item, taxRate, taxedPrice: taxParts(partsOf(item, item.money, cart), taxRate, cart) };
};

/** One price as a whole. */
export const taxAmount = (price: Money, taxRate: TaxRate | undefined, cart: Cart): TaxedPrice | undefined =>
  taxParts([{ price, unitPrice: price, quantity: 1 }], taxRate, cart);

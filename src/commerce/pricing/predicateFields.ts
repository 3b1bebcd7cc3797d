/**
 * A cart as the predicates of discounts and shipping methods see it: with the amounts that it has before discounts, so
 * that a discount never decides about itself. Amounts are computed when a condition reads them.
 */
import { ApiError } from '../../base/errors/ApiError.js';
import type { Money } from '../values/money.js';
import type { TaxedPrice } from '../values/tax.js';
import { noReferences, type PredicateReferences } from './Catalogue.js';
import { toPlainValue } from './cartPredicate.js';
import { customLineItemFields, type ItemDetails, lineItemFields, noCategories } from './cartPredicate/itemFields.js';
import type { PredicateFields } from './findApplicableDiscounts.js';
import { chargedItems, itemsTotal, priceCustomLineItem, totalRoundingOf, unitPriceOf } from './itemPrices.js';
import { taxStoredItem, taxAmount, taxCustomLineItem, taxLineItem, unchangedExternalTax } from './itemTaxes.js';
import { add, linePrice } from './moneyArithmetic.js';
import { currentShippingInfo, fullShippingPrice, fullShippingTax } from './priceShipping.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem, PricingInput } from './PricingCart.js';
import { copyWithKeys, withKey as keyed } from './referenceKeys.js';
import { rateInputOf, shippingRatePrice } from './shippingRates.js';
import { type AppliedTax, sumTaxedPrices } from './taxedPrices.js';

export type PredicateItems = Pick<PricingCart, 'lineItems' | 'customLineItems'>;

/** Computes amounts before discounts, from the catalogue or from stored amounts. */
interface AmountSource {
  readonly taxLineItem: (item: PricingLineItem) => AppliedTax;
  readonly taxCustomLineItem: (item: PricingCustomLineItem) => AppliedTax;
  readonly shippingInfo: () => PricingCart['shippingInfo'];
  readonly shippingPrice: (value: Money) => Money | undefined;
  readonly shippingTax: (price: Money) => AppliedTax;
}

const cataloguePrices = (input: PricingInput): AmountSource => ({
  taxLineItem: item => unchangedExternalTax(item, input) ?? taxLineItem(item, input),
  taxCustomLineItem: item => unchangedExternalTax(item, input) ?? taxCustomLineItem(item, input),
  shippingInfo: () => currentShippingInfo(input),
  shippingPrice: value => fullShippingPrice(value, input),
  shippingTax: price => fullShippingTax(price, input),
});

const storedPrices = (cart: PricingCart): AmountSource => ({
  taxLineItem: item => taxStoredItem(item, cart),
  taxCustomLineItem: item => taxStoredItem(item, cart),
  shippingInfo: () => cart.shippingInfo,
  shippingPrice: value =>
    cart.shippingInfo &&
    shippingRatePrice(cart.shippingInfo.shippingRate as never, value, rateInputOf(cart.shippingRateInput)),
  shippingTax: price => ({
    taxRate: cart.shippingInfo?.taxRate,
    taxedPrice: taxAmount(price, cart.shippingInfo?.taxRate, cart),
  }),
});

/** Returns no tax if it is not known yet; the error is reported when the cart is taxed. */
const knownTax = (compute: () => AppliedTax): AppliedTax => {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
};

/** Predicates call net and gross amounts by both names. */
const taxedFields = (taxed: TaxedPrice | undefined): object | undefined =>
  taxed && { ...taxed, net: taxed.totalNet, gross: taxed.totalGross };

const once = <T>(compute: () => T): (() => T) => {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: compute() }).value;
};

const computed = (get: () => unknown) => ({ get, enumerable: true });

/** Members that are amounts of the cart after discounts, or follow from them. */
const derivedMembers = {
  lineItems: undefined,
  customLineItems: undefined,
  totalPrice: undefined,
  taxedPrice: undefined,
  taxedShippingPrice: undefined,
  discountOnTotalPrice: undefined,
  shippingInfo: undefined,
  totalLineItemQuantity: undefined,
};

/** The fields of a cart that is being priced. */
export const predicateFields = (cart: PricingCart, items: PredicateItems, input: PricingInput): PredicateFields =>
  fieldsOf(cart, items, cataloguePrices(input), input.catalogue.references ?? noReferences);

/** The fields of a stored cart, with its stored prices and tax rates. */
export const storedPredicateFields = (
  cart: PricingCart,
  items: PredicateItems,
  references: PredicateReferences,
): PredicateFields => fieldsOf(cart, items, storedPrices(cart), references);

const fieldsOf = (
  cart: PricingCart,
  items: PredicateItems,
  source: AmountSource,
  references: PredicateReferences,
): PredicateFields => {
  const { customerId, customerEmail } = cart;
  const withKey = (reference: unknown): unknown => keyed(reference, references.keys);
  const detailsOf = <I>(tax: (item: I) => AppliedTax): ItemDetails => ({
    taxesOf: item => {
      const { taxRate, taxedPrice } = knownTax(() => tax(item as I));
      return { taxRate, taxedPrice: taxedFields(taxedPrice) };
    },
    withKey,
    categoriesOf: productId => references.categories?.get(productId as string) ?? noCategories,
  });
  const [details, customDetails] = [detailsOf(source.taxLineItem), detailsOf(source.taxCustomLineItem)];
  const shippingPrice = once(() => source.shippingPrice(itemsTotal(items, cart)));
  const shipping = once(() => shippingFields(cart, source, shippingPrice(), withKey));
  const lineItems = items.lineItems.map(item => lineItemFields(item, details));
  const customLineItems = items.customLineItems.map(item => customLineItemFields(item, customDetails));
  const taxedPrice = once(() => {
    if (cart.taxMode === 'External' && cart.shippingAddress === undefined) return undefined;
    const parts = [...lineItems, ...customLineItems, ...(shippingPrice() === undefined ? [] : [shipping()])];
    const taxed = (parts as { taxedPrice?: TaxedPrice }[]).map(part => part.taxedPrice);
    const known = taxed.filter(each => each !== undefined);
    return known.length < parts.length || parts.length === 0
      ? undefined
      : taxedFields(sumTaxedPrices(cart.totalPrice.currencyCode, known));
  });
  // Items are most of a cart; they are plain values already.
  const members = copyWithKeys({ ...toPlainValue(cart), ...derivedMembers }, references.keys) as object;
  const customerGroup = withKey(cart.customerGroup);
  return Object.defineProperties(
    {
      ...members,
      currency: cart.totalPrice.currencyCode,
      lineItems,
      customLineItems,
      totalLineItemQuantity: items.lineItems.reduce((all, { quantity }) => all + quantity, 0),
      customerGroup,
      customer: { id: customerId, email: customerEmail, ...references.customer, customerGroup },
    } as Record<string, unknown>,
    {
      totalPrice: computed(
        once(() => {
          const price = shippingPrice();
          const total = itemsTotal(items, cart);
          return price === undefined ? total : add(total, price);
        }),
      ),
      taxedPrice: computed(taxedPrice),
      taxedShippingPrice: computed(() => shipping()?.taxedPrice),
      shippingInfo: computed(shipping),
    },
  );
};

const shippingFields = (
  { taxMode }: PricingCart,
  source: AmountSource,
  price: Money | undefined,
  withKey: (reference: unknown) => unknown,
) => {
  const shippingInfo = source.shippingInfo();
  if (shippingInfo === undefined || price === undefined) return undefined;
  const { discountedPrice: _discountedPrice, shippingMethodState: _state, ...members } = shippingInfo;
  const { taxRate, taxedPrice } =
    taxMode === 'ExternalAmount' ? shippingInfo : knownTax(() => source.shippingTax(price));
  return {
    ...members,
    price,
    shippingMethod: withKey(shippingInfo.shippingMethod),
    taxCategory: withKey(shippingInfo.taxCategory),
    taxRate,
    taxedPrice: taxedFields(taxedPrice),
  };
};

/**
 * The items of a stored cart as predicates of discounts and shipping methods see them: with their stored prices, and
 * without gifts and discounts.
 */
export const storedItemsWithoutDiscounts = (cart: PricingCart): PredicateItems => ({
  lineItems: chargedItems(cart)
    .filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem')
    .map(withoutDiscounts(cart)),
  customLineItems: cart.customLineItems.map(item =>
    priceCustomLineItem({ ...item, discountedPricePerQuantity: [] }, cart),
  ),
});

const withoutDiscounts =
  (cart: PricingCart) =>
  (item: PricingLineItem): PricingLineItem => ({
    ...item,
    discountedPricePerQuantity: [],
    ...(item.priceMode !== 'ExternalTotal' && {
      totalPrice: linePrice(unitPriceOf(item), item.quantity, totalRoundingOf(item, cart)),
    }),
  });

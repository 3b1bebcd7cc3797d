/** Drafts and update actions for generated carts. */
import {
  type CartCase,
  currencies,
  type Currency,
  type CustomLineCase,
  type DiscountCase,
  type LineCase,
  type PatternComponent,
  type PriceCase,
  type ShippingCase,
  type Value,
} from './CartCase.js';
import { itemText, type Names } from './predicates.js';

const [past, present, future] = ['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z'];
export const periods = {
  past: { validUntil: past },
  present: { validFrom: present, validUntil: future },
  future: { validFrom: future },
} as const;

const keyed = (typeId: string, key: string) => ({ typeId, key });
export const taxCategory = (at: number) => keyed('tax-category', `tax-${at}`);

export const moneyOf = ({ amount, digits }: Value, currencyCode: Currency) =>
  digits === undefined
    ? { currencyCode, centAmount: amount }
    : {
        type: 'highPrecision',
        currencyCode,
        preciseAmount: amount,
        fractionDigits: currencies[currencyCode] + digits,
      };

export const priceDraft = (
  { value, country, group, channel, period, tiers }: PriceCase,
  currency: Currency,
): Record<string, unknown> => ({
  value: moneyOf(value, currency),
  ...(country && { country }),
  ...(group && { customerGroup: keyed('customer-group', group) }),
  ...(channel && { channel: keyed('channel', channel) }),
  ...(period && periods[period]),
  ...(tiers && { tiers: tiers.map(tier => ({ ...tier, value: moneyOf(tier.value, currency) })) }),
});

export const valueDraft = ({ value }: DiscountCase, currency: Currency, giftId?: string): object => {
  switch (value.type) {
    case 'relative':
      return value;
    case 'absolute': {
      const { amount, ...rest } = value;
      return { ...rest, money: [moneyOf({ amount }, currency)] };
    }
    case 'fixed':
      return { type: 'fixed', money: [{ type: 'centPrecision', ...moneyOf(value.value, currency) }] };
    case 'giftLineItem':
      return { type: 'giftLineItem', product: { typeId: 'product', id: giftId }, variantId: 1 };
  }
};

const componentDraft = ({ kind, predicate, ...counts }: PatternComponent, names: Names) => ({
  type: kind === 'lineItems' ? 'CountOnLineItemUnits' : 'CountOnCustomLineItemUnits',
  predicate: itemText(predicate, kind, names),
  ...counts,
});

export const targetDraft = ({ target }: DiscountCase, names: Names): object | undefined => {
  if (target?.type === 'pattern') {
    const [triggerPattern, targetPattern] = [target.triggerPattern, target.targetPattern].map(components =>
      components.map(each => componentDraft(each, names)),
    );
    return { ...target, triggerPattern, targetPattern };
  }
  if (target === undefined || !('predicate' in target)) return target;
  const kind = target.type === 'lineItems' || target.type === 'multiBuyLineItems' ? 'lineItems' : 'customLineItems';
  return { ...target, predicate: itemText(target.predicate, kind, names) };
};

export const shippingRateDraft = ({ price, freeAbove, tiers }: ShippingCase, currency: Currency) => ({
  price: moneyOf({ amount: price }, currency),
  ...(freeAbove !== undefined && { freeAbove: moneyOf({ amount: freeAbove }, currency) }),
  tiers: tiers.map(tier => {
    if (tier.type === 'CartValue') return { ...tier, price: moneyOf({ amount: tier.price }, currency) };
    const { type, score, price: fixed, factor = 0 } = tier;
    return fixed === undefined
      ? { type, score, priceFunction: { currencyCode: currency, function: `(${factor} * x) - 1` } }
      : { type, score, price: moneyOf({ amount: fixed }, currency) };
  }),
});

const externalRate = ({ rate }: Pick<LineCase, 'rate'>, { taxMode }: CartCase) =>
  taxMode === 'External' && rate !== undefined ? { externalTaxRate: { ...rate, country: 'DE' } } : {};

const lineDraft = ({ quantity, channel, external, ...item }: LineCase, sku: string, given: CartCase) => ({
  sku,
  quantity,
  ...(channel && { distributionChannel: keyed('channel', channel) }),
  ...(external?.type === 'price' && { externalPrice: moneyOf(external.value, given.currency) }),
  ...(external?.type === 'total' && {
    externalTotalPrice: {
      price: moneyOf(external.value, given.currency),
      totalPrice: moneyOf({ amount: external.total }, given.currency),
    },
  }),
  ...externalRate(item, given),
});

const customDraft = ({ value, quantity, tax, priceMode, ...item }: CustomLineCase, slug: string, given: CartCase) => ({
  name: { en: 'x' },
  slug,
  money: moneyOf(value, given.currency),
  quantity,
  priceMode,
  ...(given.taxMode === 'Platform' && { taxCategory: taxCategory(tax) }),
  ...externalRate(item, given),
});

/** The ids and codes that a cart refers to. */
export type CartReferences = {
  readonly purchaseOrderNumber: string;
  readonly names: Names;
  readonly methodId?: string;
  readonly customerId?: string;
  readonly discountCodes: readonly string[];
};

export const cartDraft = (given: CartCase, references: CartReferences) => {
  const { currency, country, customerGroup, address, shipping, score } = given;
  const { purchaseOrderNumber, names, methodId, customerId, discountCodes } = references;
  return {
    currency,
    purchaseOrderNumber,
    taxMode: given.taxMode,
    priceRoundingMode: given.priceRoundingMode,
    taxRoundingMode: given.taxRoundingMode,
    taxCalculationMode: given.taxCalculationMode,
    ...(country && { country }),
    ...(customerId !== undefined && { customerId }),
    ...(customerId === undefined && customerGroup && { customerGroup: keyed('customer-group', customerGroup) }),
    ...(address && { shippingAddress: address }),
    ...(methodId && { shippingMethod: { typeId: 'shipping-method', id: methodId } }),
    ...(score !== undefined && { shippingRateInput: { type: 'Score', score } }),
    ...(given.taxMode === 'External' &&
      shipping?.rate && { externalTaxRateForShippingMethod: { ...shipping.rate, country: 'DE' } }),
    lineItems: given.lineItems.map((item, at) => lineDraft(item, names.sku(at), given)),
    customLineItems: given.customLineItems.map((item, at) => customDraft(item, names.slug(at), given)),
    ...(discountCodes.length > 0 && { discountCodes }),
  };
};

/** Builds the same cart step by step: its items, then in another update all that changes their prices. */
export const cartSteps = (given: CartCase, references: CartReferences) => {
  const { currency, purchaseOrderNumber, taxMode, lineItems, customLineItems, discountCodes, ...draft } = cartDraft(
    given,
    references,
  );
  const { country, customerGroup, customerId, shippingAddress, shippingMethod, shippingRateInput } = draft;
  return {
    draft: { currency, purchaseOrderNumber, taxMode },
    items: [
      ...lineItems.map(item => ({ action: 'addLineItem', ...item, quantity: 1 })),
      ...customLineItems.map(item => ({ action: 'addCustomLineItem', ...item, quantity: 1 })),
    ],
    quantities: (ids: readonly string[], customIds: readonly string[]): object[] => [
      ...lineItems.map(({ quantity, externalPrice, externalTotalPrice }, at) => ({
        action: 'changeLineItemQuantity',
        lineItemId: ids[at],
        quantity,
        externalPrice,
        externalTotalPrice,
      })),
      ...customLineItems.map(({ quantity }, at) => ({
        action: 'changeCustomLineItemQuantity',
        customLineItemId: customIds[at],
        quantity,
      })),
    ],
    rest: [
      { action: 'changePriceRoundingMode', priceRoundingMode: given.priceRoundingMode },
      { action: 'changeTaxRoundingMode', taxRoundingMode: given.taxRoundingMode },
      { action: 'changeTaxCalculationMode', taxCalculationMode: given.taxCalculationMode },
      { action: 'setCountry', country },
      ...(customerGroup ? [{ action: 'setCustomerGroup', customerGroup }] : []),
      ...(customerId === undefined ? [] : [{ action: 'setCustomerId', customerId }]),
      ...(shippingRateInput ? [{ action: 'setShippingRateInput', shippingRateInput }] : []),
      ...(shippingAddress ? [{ action: 'setShippingAddress', address: shippingAddress }] : []),
      ...(shippingMethod
        ? [
            {
              action: 'setShippingMethod',
              shippingMethod,
              ...(draft.externalTaxRateForShippingMethod && {
                externalTaxRate: draft.externalTaxRateForShippingMethod,
              }),
            },
          ]
        : []),
      ...(discountCodes ?? []).map(code => ({ action: 'addDiscountCode', code })),
    ] as object[],
  };
};

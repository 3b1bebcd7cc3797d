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
  type Rate,
  type ShippingCase,
  type TaxMode,
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
      return {
        type: 'fixed',
        money: [{ type: 'centPrecision', ...moneyOf(value.value, currency) }],
        applicationMode: value.applicationMode,
      };
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
    if (tier.type !== 'CartScore') return { ...tier, price: moneyOf({ amount: tier.price }, currency) };
    const { type, score, price: fixed, factor = 0, offset = 0 } = tier;
    const text = `(${factor} * x) ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
    return fixed === undefined
      ? { type, score, priceFunction: { currencyCode: currency, function: text } }
      : { type, score, price: moneyOf({ amount: fixed }, currency) };
  }),
});

/** Returns an external tax rate, if the cart takes one. */
const externalTaxRate = ({ rate }: { readonly rate?: Rate }, taxMode: TaxMode) =>
  taxMode === 'External' && rate !== undefined ? { externalTaxRate: { ...rate, country: 'DE' } } : {};

const noted = (note: string | undefined) =>
  note === undefined ? {} : { custom: { type: keyed('type', 'notes'), fields: { note } } };

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
  ...noted(item.note),
  ...externalTaxRate(item, given.firstTaxMode),
});

const customDraft = ({ value, quantity, tax, priceMode, ...item }: CustomLineCase, slug: string, given: CartCase) => ({
  name: { en: 'x' },
  slug,
  money: moneyOf(value, given.currency),
  quantity,
  priceMode,
  taxCategory: taxCategory(tax),
  ...noted(item.note),
  ...externalTaxRate(item, given.firstTaxMode),
});

const customFields = ({ custom, currency }: CartCase) =>
  custom && {
    type: keyed('type', 'notes'),
    fields: { ...custom, ...(custom.fee !== undefined && { fee: moneyOf({ amount: custom.fee }, currency) }) },
  };

/** The rate of shipping that belongs to the cart alone. */
const customShipping = (shipping: ShippingCase, given: CartCase) => ({
  action: 'setCustomShippingMethod',
  shippingMethodName: 'Own',
  shippingRate: shippingRateDraft(shipping, given.currency),
  ...(shipping.tax !== undefined && { taxCategory: taxCategory(shipping.tax) }),
  ...externalTaxRate(shipping, given.taxMode),
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
  const { currency, country, customerGroup, address, shipping, rateInput, store } = given;
  const { purchaseOrderNumber, names, methodId, customerId, discountCodes } = references;
  return {
    currency,
    purchaseOrderNumber,
    taxMode: given.firstTaxMode,
    priceRoundingMode: given.priceRoundingMode,
    taxRoundingMode: given.taxRoundingMode,
    taxCalculationMode: given.taxCalculationMode,
    ...(country && { country }),
    ...(store && { store: keyed('store', store) }),
    ...(customerId !== undefined && { customerId }),
    ...(customerId === undefined && customerGroup && { customerGroup: keyed('customer-group', customerGroup) }),
    ...(address && { shippingAddress: address }),
    ...(methodId && { shippingMethod: { typeId: 'shipping-method', id: methodId } }),
    ...(rateInput && { shippingRateInput: rateInput }),
    ...(given.taxMode === 'External' &&
      methodId !== undefined &&
      shipping?.rate && { externalTaxRateForShippingMethod: { ...shipping.rate, country: 'DE' } }),
    ...(given.custom && { custom: customFields(given) }),
    lineItems: given.lineItems.map((item, at) => lineDraft(item, names.sku(at), given)),
    customLineItems: given.customLineItems.map((item, at) => customDraft(item, names.slug(at), given)),
    ...(discountCodes.length > 0 && { discountCodes }),
  };
};

type ItemIds = { readonly lineItems: readonly string[]; readonly customLineItems: readonly string[] };

/** Changes the tax mode, which removes the tax rates of the previous mode. */
const taxModeActions = (given: CartCase, ids: ItemIds): object[] => {
  const { taxMode, firstTaxMode, lineItems, customLineItems } = given;
  if (taxMode === firstTaxMode) return [];
  const change = { action: 'changeTaxMode', taxMode };
  if (taxMode !== 'External') return [change];
  return [
    change,
    ...lineItems.map((item, at) => ({
      action: 'setLineItemTaxRate',
      lineItemId: ids.lineItems[at],
      ...externalTaxRate(item, taxMode),
    })),
    ...customLineItems.map((item, at) => ({
      action: 'setCustomLineItemTaxRate',
      customLineItemId: ids.customLineItems[at],
      ...externalTaxRate(item, taxMode),
    })),
  ];
};

/** Sets the method of shipping, with its external tax rate or before it. */
const shippingActions = (given: CartCase, shippingMethod: object | undefined): object[] => {
  if (shippingMethod === undefined) return [];
  const { shipping, taxMode, firstTaxMode } = given;
  const tax = externalTaxRate(shipping!, taxMode);
  const isLater = taxMode === 'External' && firstTaxMode !== taxMode;
  return [
    { action: 'setShippingMethod', shippingMethod, ...(isLater ? {} : tax) },
    ...(isLater ? [{ action: 'setShippingMethodTaxRate', ...tax }] : []),
  ];
};

/** Sets the shipping rate of the cart, which a draft cannot have. */
export const customShippingActions = (given: CartCase): object[] =>
  given.shipping?.isCustom === true ? [customShipping(given.shipping, given)] : [];

/** Builds the same cart step by step: its items, then in another update all that changes their prices. */
export const cartSteps = (given: CartCase, references: CartReferences) => {
  const { currency, purchaseOrderNumber, taxMode, store, lineItems, customLineItems, discountCodes, ...draft } =
    cartDraft(given, references);
  const { country, customerGroup, customerId, shippingAddress, shippingMethod, shippingRateInput, custom } = draft;
  return {
    draft: { currency, purchaseOrderNumber, taxMode, store },
    items: [
      ...lineItems.map(item => ({ action: 'addLineItem', ...item, quantity: 1 })),
      ...customLineItems.map(item => ({ action: 'addCustomLineItem', ...item, quantity: 1 })),
    ],
    quantities: (ids: ItemIds): object[] => [
      ...lineItems.map(({ quantity, externalPrice, externalTotalPrice }, at) => ({
        action: 'changeLineItemQuantity',
        lineItemId: ids.lineItems[at],
        quantity,
        externalPrice,
        externalTotalPrice,
      })),
      ...customLineItems.map(({ quantity }, at) => ({
        action: 'changeCustomLineItemQuantity',
        customLineItemId: ids.customLineItems[at],
        quantity,
      })),
      ...taxModeActions(given, ids),
    ],
    rest: [
      { action: 'changePriceRoundingMode', priceRoundingMode: given.priceRoundingMode },
      { action: 'changeTaxRoundingMode', taxRoundingMode: given.taxRoundingMode },
      { action: 'changeTaxCalculationMode', taxCalculationMode: given.taxCalculationMode },
      { action: 'setCountry', country },
      ...(customerGroup ? [{ action: 'setCustomerGroup', customerGroup }] : []),
      ...(customerId === undefined ? [] : [{ action: 'setCustomerId', customerId }]),
      ...(custom ? [{ action: 'setCustomType', ...custom }] : []),
      ...(shippingRateInput ? [{ action: 'setShippingRateInput', shippingRateInput }] : []),
      ...(shippingAddress ? [{ action: 'setShippingAddress', address: shippingAddress }] : []),
      ...shippingActions(given, shippingMethod),
      ...(discountCodes ?? []).map(code => ({ action: 'addDiscountCode', code })),
    ] as object[],
  };
};

/** The draft of a line item, and the line item that it makes. */
import type { Static } from '@sinclair/typebox';
import {
  required,
  invalidInput,
  invalidOperation,
  requiredField,
  invalidField,
} from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import {
  DateTime,
  IntegerFrom,
  Key,
  LocalizedString,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { ResourceIdentifier, type TypedIdentifier } from '../../../engine/schema/reference.js';
import { productData } from '../../pricing/itemPrices.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { type Money, MoneyDraft, moneyOf, TypedMoneyDraft, zero } from '../../values/money.js';
import type { Product, ProductVariant } from '../product/members.js';
import { variantById, variantBySku } from '../product/productProjection.js';
import { type LineItem, RecurrenceInfoDraft, recurrenceInfoOf } from '../shared/cartAndOrder/items.js';
import { addressKeysOf } from '../shared/cartAndOrder/itemShippingAddresses.js';
import { itemStatesOf } from '../shared/cartAndOrder/itemStates.js';
import { type Cart, CartInventoryMode } from '../shared/cartAndOrder/members.js';
import { withProductAttributes } from '../shared/cartAndOrder/productAttributes.js';
import { type ProductNames, productIdentifier, productNeeds } from '../shared/lineItemProduct.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/cartAndOrder/shippingDetails.js';
import { customFieldsOf } from '../shared/customFields.js';
import { channelWithRole } from '../shared/references.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';
import { Named } from '../../../engine/schema/Named.js';

export const ExternalTotalPrice = Named(
  'ExternalLineItemTotalPrice',
  Shape({ price: TypedMoneyDraft, totalPrice: MoneyDraft }),
  { input: 'ExternalLineItemTotalPriceDraft' },
);

/** Members that customers may set. */
export const myLineItemMembers = {
  key: Optional(Key),
  productId: Optional(Text),
  variantId: Optional(IntegerFrom(1, Number.MAX_SAFE_INTEGER)),
  sku: Optional(Text),
  quantity: Optional(Quantity),
  addedAt: Optional(DateTime),
  distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
  supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
  shippingDetails: Optional(ShippingDetailsDraft),
  custom: Optional(CustomFieldsDraft),
  recurrenceInfo: Optional(RecurrenceInfoDraft),
};

export const lineItemMembers = {
  ...myLineItemMembers,
  /** The name of an item without a product. */
  name: Optional(LocalizedString),
  externalPrice: Optional(TypedMoneyDraft),
  externalTotalPrice: Optional(ExternalTotalPrice),
  externalTaxRate: Optional(ExternalTaxRateDraft),
  inventoryMode: Optional(CartInventoryMode),
};

export const MyLineItemDraft = Named('MyLineItemDraft', Shape(myLineItemMembers));
export const LineItemDraft = Named('LineItemDraft', Shape(lineItemMembers));
export type LineItemDraft = Static<typeof LineItemDraft>;

/** Returns the identifiers of a draft's product. An item with its own name has no product; its SKU is any text. */
const productNames = ({ productId, sku, name }: LineItemDraft): ProductNames => ({
  productId,
  sku: name === undefined ? sku : undefined,
});

/** Returns the product to load for a draft. `at` is the start of the paths in errors, such as `lineItems[2].`. */
export const draftNeeds = (draft: LineItemDraft, at?: string): TypedIdentifier[] =>
  productNeeds(productNames(draft), at);

/** The members of a cart that the drafts of its items depend on. */
export interface TargetCart {
  readonly currencyCode: string;
  readonly addressKeys: ReadonlySet<string>;
  readonly taxMode: Cart['taxMode'];
  readonly inventoryMode: Cart['inventoryMode'];
}

export const targetOf = (cart: Cart): TargetCart => ({
  currencyCode: cart.totalPrice.currencyCode,
  addressKeys: addressKeysOf(cart),
  taxMode: cart.taxMode,
  inventoryMode: cart.inventoryMode,
});

/** Returns the inventory mode that an item stores: none if it equals the mode of its cart. */
export const ownInventoryMode = (
  mode: LineItem['inventoryMode'],
  cart: Pick<Cart, 'inventoryMode'>,
): LineItem['inventoryMode'] => (mode === cart.inventoryMode ? undefined : mode);

/**
 * Makes a line item of a product, or one with its own name, price and tax rate. Prices of products are selected before
 * the commit.
 */
export const lineItemOf = (draft: LineItemDraft, cart: TargetCart, context: Context): LineItem => {
  const { currencyCode, addressKeys } = cart;
  const { key, quantity = 1, distributionChannel, supplyChannel, addedAt = context.now } = draft;
  const identifier = productIdentifier(productNames(draft));
  const product = identifier && context.load<Product>('product', identifier);
  return {
    id: context.newId(),
    key,
    ...(product === undefined ? dataWithoutProduct(draft) : productData(product, variantOf(product, draft))),
    ...externalPriceOf(draft, currencyCode, context),
    quantity,
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    state: itemStatesOf(undefined, quantity, context),
    taxRate: externalTaxRateOf(draft.externalTaxRate),
    perMethodTaxRate: [],
    supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
    distributionChannel: distributionChannel && channelWithRole(distributionChannel, 'ProductDistribution', context),
    lineItemMode: 'Standard',
    inventoryMode: ownInventoryMode(draft.inventoryMode, cart),
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    custom: customFieldsOf(draft.custom, 'line-item', context),
    addedAt,
    lastModifiedAt: context.now,
    recurrenceInfo: recurrenceInfoOf(draft.recurrenceInfo, context),
  };
};

/** Returns the price members of an item: the external price of its draft, or a placeholder. */
export const externalPriceOf = (
  { externalPrice, externalTotalPrice }: Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>,
  currencyCode: string,
  context: Context,
) => {
  const given = externalTotalPrice?.price ?? externalPrice;
  if (given === undefined)
    return {
      priceMode: 'Platform',
      price: placeholderPrice(zero(currencyCode)),
      totalPrice: zero(currencyCode),
    } as const;
  for (const { currencyCode: other } of [given, externalTotalPrice?.totalPrice ?? given])
    if (other !== currencyCode)
      throw invalidInput(`The cart has the currency ${currencyCode}; an external price is in ${other}.`);
  const price = {
    id: context.newId(),
    value: typedMoneyOf(given, externalTotalPrice === undefined ? 'externalPrice' : 'externalTotalPrice.price'),
  };
  return externalTotalPrice === undefined
    ? ({ priceMode: 'ExternalPrice', price, totalPrice: zero(currencyCode) } as const)
    : ({ priceMode: 'ExternalTotal', price, totalPrice: moneyOf(externalTotalPrice.totalPrice) } as const);
};

/** Refuses a price for a gift, and the removal of the price of an item without a product. */
export const assertPriceAllowed = ({ lineItemMode, productId }: LineItem, isGiven: boolean, field: string): void => {
  if (lineItemMode === 'GiftLineItem')
    throw invalidOperation('The price of a gift cannot be set; the gift can be removed.');
  if (!isGiven && productId === undefined)
    throw requiredField(field, 'a price, as the line item comes from no product that could give it one');
};

const variantOf = (product: Product, { sku, variantId, productId }: LineItemDraft): ProductVariant => {
  if (!product.masterData.published) throw invalidOperation(`The product '${product.id}' is not published.`);
  const found =
    productId === undefined
      ? variantBySku(product, required(sku, 'the sku of a draft without a productId'))
      : variantById(product, variantId ?? product.masterData.current.masterVariant.id);
  if (found === undefined) {
    const wanted = productId === undefined ? `with the SKU '${sku}'` : `with id ${variantId}`;
    throw invalidField(
      productId === undefined ? 'sku' : 'variantId',
      sku ?? variantId,
      `The product '${product.id}' has no published variant ${wanted}.`,
    );
  }
  return withProductAttributes(found, product.masterData.current);
};

const dataWithoutProduct = ({ name, sku, externalPrice, externalTotalPrice }: LineItemDraft) => {
  if (name === undefined)
    throw requiredField('sku', 'a line item has a productId, a sku, or a name and an external price');
  if (externalPrice === undefined && externalTotalPrice === undefined)
    throw requiredField('externalPrice', 'a line item with a name has an external price');
  return { name, variant: { id: 1, sku } };
};

/** The price of the product replaces it before the commit. */
const placeholderPrice = (value: Money) => ({ id: '', value });

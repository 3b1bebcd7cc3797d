import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyCached } from '../../../engine/loadResources.js';
import type { Product } from '../product/members.js';
import { variantById, variantBySku } from '../product/productProjection.js';
import {
  LineItem,
  Attributes,
  CustomLineItem,
  CustomLineItemSlug,
  InventoryMode,
  PriceMode,
} from '../shared/cartAndOrder/items.js';
import { withProductAttributes } from '../shared/cartAndOrder/productAttributes.js';
import { Named } from '../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { requiredField, invalidField } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import {
  Integer,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { linePrice } from '../../pricing/moneyArithmetic.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { Images, PriceDraft } from '../../values/price.js';
import { BaseMoneyDraft, MoneyDraft, moneyOf, TypedMoneyDraft } from '../../values/money.js';
import { TaxRate } from '../../values/tax.js';
import { ItemStateDrafts, itemStatesOf } from '../shared/cartAndOrder/itemStates.js';
import {
  assertDeliveryKeys,
  DeliveryDraft,
  deliveryOf,
  type ShippingInfo,
  ShippingMethodState,
  Tiers,
} from '../shared/cartAndOrder/shipping.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/cartAndOrder/shippingDetails.js';
import { customFieldsOf } from '../shared/customFields.js';
import { priceOf, toPrices } from '../shared/prices.js';
import { channelWithRole } from '../shared/references.js';

const isComplete = ({ variant: { prices, attributes, images } }: LineItem): boolean =>
  prices !== undefined && attributes !== undefined && images !== undefined;

/** Loads the products that items name, keyed by the product id or, if the item has none, by the SKU. */
const findProducts = async (
  access: ResourceAccess,
  projectKey: string,
  lineItems: readonly LineItem[],
): Promise<ReadonlyMap<string, Product>> => {
  const named = lineItems.filter(({ productId }) => productId !== undefined).map(({ productId = '' }) => productId);
  const skus = lineItems.flatMap(({ productId, variant: { sku } }) => (productId === undefined && sku ? [sku] : []));
  const ids = skus.length === 0 ? [] : await access.store.findIds(projectKey, 'product', 'sku', skus);
  const known = [...named, ...ids.filter(id => id !== null)];
  const products = await loadManyCached<Product>(access, projectKey, 'product', [...new Set(known)]);
  const bySku = skus.map((sku, at) => [sku, products.get(ids[at] ?? '')] as const);
  return new Map([...products, ...bySku].filter((entry): entry is [string, Product] => entry[1] !== undefined));
};

const withData = (item: LineItem, product: Product | undefined): LineItem => {
  const { productId, variant } = item;
  const found =
    product && (productId === undefined ? variantBySku(product, variant.sku ?? '') : variantById(product, variant.id));
  if (product === undefined || found === undefined) return item;
  const { prices, attributes, images } = withProductAttributes(found, product.masterData.current);
  return {
    ...item,
    variant: {
      ...variant,
      prices: variant.prices ?? prices,
      attributes: variant.attributes ?? attributes,
      images: variant.images ?? images,
    },
  };
};

/**
 * Adds the data of their variants to the items. A variant need not exist: orders of other systems may be older than the
 * catalogue.
 */
export const withVariantData = async (
  access: ResourceAccess,
  projectKey: string,
  lineItems: readonly LineItem[],
): Promise<LineItem[]> => {
  const incomplete = lineItems.filter(item => !isComplete(item));
  if (incomplete.length === 0) return [...lineItems];
  const products = await findProducts(access, projectKey, incomplete);
  return lineItems.map(item =>
    isComplete(item) ? item : withData(item, products.get(item.productId ?? item.variant.sku ?? '')),
  );
};

const ProductVariantImportDraft = Named(
  'ProductVariantImportDraft',
  Shape({
    id: Optional(Integer),
    sku: Optional(Text),
    prices: Optional(List(PriceDraft)),
    attributes: Optional(Attributes),
    images: Optional(Images),
  }),
);

export const LineItemImportDraft = Named(
  'LineItemImportDraft',
  Shape({
    name: LocalizedString,
    key: Optional(Text),
    variant: ProductVariantImportDraft,
    productId: Optional(NonEmptyText),
    quantity: Integer,
    price: PriceDraft,
    taxRate: Optional(TaxRate),
    distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
    supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
    inventoryMode: Optional(InventoryMode),
    shippingDetails: Optional(ShippingDetailsDraft),
    state: Optional(ItemStateDrafts),
    custom: Optional(CustomFieldsDraft),
  }),
);

/** Refuses a variant that is named neither by its SKU nor by its id together with its product. */
const assertVariant = ({ productId, variant: { id, sku } }: Static<typeof LineItemImportDraft>): void => {
  const missing = (field: string, expected: string) => requiredField(`lineItems.${field}`, expected);
  if (id === undefined && productId !== undefined)
    throw missing('variant.id', 'the variant of the product that productId names');
  if (id !== undefined && productId === undefined)
    throw missing('productId', 'the product whose variant variant.id names');
  if (id === undefined && sku === undefined) throw missing('variant.sku', 'the SKU or the id of a variant');
};

/** Refuses the quantity 0. A negative quantity is allowed: it returns pieces that another order sold. */
const assertHasPieces = (quantity: number, field: string): void => {
  if (quantity === 0) throw invalidField(field, quantity, 'Expected another number of pieces than 0.');
};

/** Returns the stored form of an imported line item with the given price; no product is read. */
export const importLineItem = (
  draft: Static<typeof LineItemImportDraft>,
  addressKeys: ReadonlySet<string>,
  context: Context,
): Static<typeof LineItem> => {
  const { key, productId, name, quantity, taxRate, inventoryMode, supplyChannel, distributionChannel } = draft;
  assertVariant(draft);
  assertHasPieces(quantity, 'lineItems.quantity');
  const price = priceOf(draft.price, context);
  return {
    id: context.newId(),
    key,
    productId,
    name,
    variant: variantOf(draft.variant, context),
    price,
    quantity,
    totalPrice: linePrice(price.value, quantity, 'HalfEven'),
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    state: itemStatesOf(draft.state?.length === 0 ? undefined : draft.state, quantity, context),
    taxRate,
    perMethodTaxRate: [],
    supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
    distributionChannel: distributionChannel && channelWithRole(distributionChannel, 'ProductDistribution', context),
    priceMode: 'Platform',
    lineItemMode: 'Standard',
    inventoryMode,
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    custom: customFieldsOf(draft.custom, 'line-item', context),
  };
};

export const CustomLineItemImportDraft = Named(
  'CustomLineItemImportDraft',
  Shape({
    name: LocalizedString,
    key: Optional(Text),
    slug: CustomLineItemSlug,
    quantity: Integer,
    money: TypedMoneyDraft,
    taxRate: Optional(TaxRate),
    taxCategory: Optional(ResourceIdentifier('tax-category')),
    priceMode: Optional(PriceMode),
    shippingDetails: Optional(ShippingDetailsDraft),
    state: Optional(ItemStateDrafts),
    custom: Optional(CustomFieldsDraft),
  }),
);

export const importCustomLineItem = (
  draft: Static<typeof CustomLineItemImportDraft>,
  addressKeys: ReadonlySet<string>,
  context: Context,
): Static<typeof CustomLineItem> => {
  const { key, name, slug, quantity, taxRate, taxCategory, priceMode = 'Standard' } = draft;
  assertHasPieces(quantity, 'customLineItems.quantity');
  const money = typedMoneyOf(draft.money, 'money');
  return {
    id: context.newId(),
    key,
    name,
    money,
    taxedPricePortions: [],
    totalPrice: linePrice(money, quantity, 'HalfEven'),
    slug,
    quantity,
    state: itemStatesOf(draft.state?.length === 0 ? undefined : draft.state, quantity, context),
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    taxRate,
    perMethodTaxRate: [],
    discountedPricePerQuantity: [],
    custom: customFieldsOf(draft.custom, 'custom-line-item', context),
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    priceMode,
  };
};

const DiscountedPriceImportDraft = Named(
  'DiscountedLineItemPriceDraft',
  Shape({
    value: BaseMoneyDraft,
    includedDiscounts: Optional(
      List(
        Named(
          'DiscountedLineItemPortionDraft',
          Shape({ discount: ResourceIdentifier('cart-discount'), discountedAmount: BaseMoneyDraft }),
        ),
      ),
    ),
  }),
);

/** Returns the discounted shipping price as the draft gives it: amounts of imported orders are not calculated. */
const discountedPriceOf = (
  { value, includedDiscounts = [] }: Static<typeof DiscountedPriceImportDraft>,
  context: Context,
): ShippingInfo['discountedPrice'] => ({
  value: moneyOf(value),
  includedDiscounts: includedDiscounts.map(({ discount, discountedAmount }) => ({
    discount: context.reference('cart-discount', discount),
    discountedAmount: moneyOf(discountedAmount),
  })),
});

export const ShippingInfoImportDraft = Named(
  'ShippingInfoImportDraft',
  Shape({
    shippingMethodName: Text,
    price: MoneyDraft,
    shippingRate: Shape({ price: MoneyDraft, freeAbove: Optional(MoneyDraft), tiers: Optional(Tiers) }),
    taxRate: Optional(TaxRate),
    taxCategory: Optional(ResourceIdentifier('tax-category')),
    shippingMethod: Optional(ResourceIdentifier('shipping-method')),
    deliveries: Optional(List(DeliveryDraft)),
    discountedPrice: Optional(DiscountedPriceImportDraft),
    shippingMethodState: Optional(ShippingMethodState),
  }),
);

export const importShippingInfo = (
  draft: Static<typeof ShippingInfoImportDraft> | undefined,
  context: Context,
): ShippingInfo | undefined => {
  if (draft === undefined) return undefined;
  const {
    shippingMethodName,
    price,
    shippingRate,
    taxRate,
    taxCategory,
    shippingMethod,
    deliveries = [],
    discountedPrice,
    shippingMethodState = 'MatchesCart',
  } = draft;
  const stored = deliveries.map(delivery => deliveryOf(delivery, context));
  assertDeliveryKeys(stored);
  return {
    shippingMethodName,
    price: moneyOf(price),
    shippingRate: {
      price: moneyOf(shippingRate.price),
      freeAbove: shippingRate.freeAbove && moneyOf(shippingRate.freeAbove),
      tiers: shippingRate.tiers ?? [],
    },
    taxRate,
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    shippingMethod: shippingMethod && context.reference('shipping-method', shippingMethod),
    deliveries: stored,
    discountedPrice: discountedPrice && discountedPriceOf(discountedPrice, context),
    shippingMethodState,
  };
};

const variantOf = (
  { id = 1, sku, prices, attributes, images }: Static<typeof LineItemImportDraft>['variant'],
  context: Context,
) => ({ id, sku, attributes, images, prices: prices && toPrices(prices, context) });

/** How a line item gets into a cart: from a product, or with a name, price and tax of its own. Prices are settled later. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { fail } from '../../errors/ApiError.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import { itemStatesOf } from '../shared/itemState.js';
import { ShippingDetailsDraft, shippingDetailsOf, summedTargets } from '../shared/shippingDetails.js';
import { type Product, type ProductVariant, variantById, variantBySku } from '../product/index.js';
import {
  DateTime,
  IntegerFrom,
  Key,
  LocalizedString,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { canonical } from '../shared/fieldValue.js';
import { type Money, MoneyDraft, moneyOf, TypedMoneyDraft, zero } from '../../schema/money.js';
import { ResourceIdentifier, type TypedIdentifier } from '../../schema/reference.js';
import { type Cart, CartInventoryMode } from './members.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import type { LineItem } from '../shared/lineItem.js';
import { productData } from '../../pricing/productData.js';

export const ExternalTotalPrice = Shape({ price: TypedMoneyDraft, totalPrice: MoneyDraft });

/** What customers may say of an item. */
export const ownLineItemMembers = {
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
};

export const lineItemMembers = {
  ...ownLineItemMembers,
  /** Of an item that comes from no product of this service. */
  name: Optional(LocalizedString),
  externalPrice: Optional(TypedMoneyDraft),
  externalTotalPrice: Optional(ExternalTotalPrice),
  externalTaxRate: Optional(ExternalTaxRateDraft),
  inventoryMode: Optional(CartInventoryMode),
};

/** MyLineItemDraft, and LineItemDraft. */
export const OwnLineItemDraft = Shape(ownLineItemMembers);
export const LineItemDraft = Shape(lineItemMembers);
export type LineItemDraft = Static<typeof LineItemDraft>;

/** How a draft names its product; none for an item of its own. */
const productOf = ({ productId, sku, name }: LineItemDraft): TypedIdentifier | undefined => {
  if (productId !== undefined) return { typeId: 'product', id: productId };
  return sku === undefined || name !== undefined
    ? undefined
    : { typeId: 'product', unique: { field: 'sku', value: sku } };
};

/** The products that drafts name. */
export const productsOf = (drafts: readonly LineItemDraft[] = []): TypedIdentifier[] =>
  drafts.map(productOf).filter(product => product !== undefined);

const variantOf = (product: Product, { sku, variantId, productId }: LineItemDraft): ProductVariant => {
  if (!product.masterData.published)
    throw fail('InvalidOperation', { message: `The product '${product.id}' is not published.` });
  const found =
    productId === undefined
      ? variantBySku(product, sku!)
      : variantById(product, variantId ?? product.masterData.current.masterVariant.id);
  if (found === undefined) {
    const wanted = productId === undefined ? `with the SKU '${sku}'` : `with id ${variantId}`;
    throw fail('InvalidField', {
      field: productId === undefined ? 'sku' : 'variantId',
      invalidValue: sku ?? variantId,
      expected: `The product '${product.id}' has no published variant ${wanted}.`,
    });
  }
  return found;
};

const ownData = ({ name, sku, externalPrice, externalTotalPrice }: LineItemDraft) => {
  if (name === undefined)
    throw fail('RequiredField', {
      field: 'sku',
      expected: 'a line item names a productId, a sku, or has a name and a price of its own',
    });
  if (externalPrice === undefined && externalTotalPrice === undefined)
    throw fail('RequiredField', {
      field: 'externalPrice',
      expected: 'a line item with a name of its own has a price of its own',
    });
  return { name, variant: { id: 1, sku } };
};

/** Until it is settled. */
const unpriced = (value: Money) => ({ id: '', value });

/** The price that a draft brings. */
export const externalPriceOf = (
  { externalPrice, externalTotalPrice }: Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>,
  currencyCode: string,
  context: Context,
) => {
  const given = externalTotalPrice?.price ?? externalPrice;
  if (given === undefined)
    return { priceMode: 'Platform', price: unpriced(zero(currencyCode)), totalPrice: zero(currencyCode) } as const;
  for (const { currencyCode: other } of [given, externalTotalPrice?.totalPrice ?? given])
    if (other !== currencyCode)
      throw fail('InvalidInput', {
        message: `The cart has the currency ${currencyCode}; an external price is in ${other}.`,
      });
  const price = {
    id: context.newId(),
    value: typedMoneyOf(given, externalTotalPrice === undefined ? 'externalPrice' : 'externalTotalPrice.price'),
  };
  return externalTotalPrice === undefined
    ? ({ priceMode: 'ExternalPrice', price, totalPrice: zero(currencyCode) } as const)
    : ({ priceMode: 'ExternalTotal', price, totalPrice: moneyOf(externalTotalPrice.totalPrice) } as const);
};

interface Into {
  readonly currencyCode: string;
  readonly addressKeys: ReadonlySet<string>;
}

/** A line item as it goes into a cart. */
export const lineItemOf = (draft: LineItemDraft, { currencyCode, addressKeys }: Into, context: Context): LineItem => {
  const { key, quantity = 1, distributionChannel, supplyChannel, inventoryMode, addedAt = context.now } = draft;
  const identifier = productOf(draft);
  const product = identifier && context.load<Product>('product', identifier);
  return {
    id: context.newId(),
    key,
    ...(product === undefined ? ownData(draft) : productData(product, variantOf(product, draft))),
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
    inventoryMode,
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    custom: customFieldsOf(draft.custom, 'line-item', context),
    addedAt,
    lastModifiedAt: context.now,
  };
};

/** What items of one kind have in common, but for what only some of them say (`isSaid`). */
const likeness = ({
  productId,
  variant,
  name,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  price,
}: LineItem) => ({
  productId,
  variantId: variant.id,
  name: productId === undefined ? name : undefined,
  sku: variant.sku,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  value: priceMode === 'Platform' ? undefined : price.value,
});

/** The same text for items that have it all in common. */
export const likenessOf = (item: LineItem): string => canonical(likeness(item));

/** A rate from outside is heard where the cart takes rates from there, and of items that come from no product. */
const hearsRate = ({ productId }: LineItem, taxMode: Cart['taxMode']): boolean =>
  taxMode === 'External' || taxMode === 'ExternalAmount' || (taxMode === 'Platform' && productId === undefined);

/** A key or a tax rate that the new item does not give is that of the one that is there. */
const isSaid = (held: LineItem, { key, taxRate, ...item }: LineItem, taxMode: Cart['taxMode']): boolean =>
  (key === undefined || key === held.key) &&
  (taxRate === undefined || !hearsRate(item, taxMode) || sameValue(held.taxRate, taxRate));

/** The item among `items` that another one of the same thing only raises the quantity of. */
export const alike = (items: readonly LineItem[], item: LineItem, taxMode: Cart['taxMode']): LineItem | undefined => {
  if (item.priceMode === 'ExternalTotal') return undefined;
  const wanted = likeness(item);
  return items.find(each => isSaid(each, item, taxMode) && sameValue(likeness(each), wanted));
};

/** An item with another number of pieces: all new ones are in its first State. */
export const withQuantity = (item: LineItem, quantity: number, now: string): LineItem => ({
  ...item,
  quantity,
  state: [{ ...item.state[0]!, quantity }],
  shippingDetails: revalidated(item, quantity),
  lastModifiedAt: now,
});

const merged = (held: LineItem['shippingDetails'], added: LineItem['shippingDetails']): LineItem['shippingDetails'] =>
  held === undefined || added === undefined
    ? (held ?? added)
    : { targets: summedTargets([...held.targets, ...added.targets]), valid: false };

/** An item with the pieces of another one like it, and where those go. */
export const withMore = (item: LineItem, more: LineItem, now: string): LineItem =>
  withQuantity(
    { ...item, shippingDetails: merged(item.shippingDetails, more.shippingDetails) },
    item.quantity + more.quantity,
    now,
  );

/** Shipping details say whether they speak of all pieces. */
export const revalidated = (
  { shippingDetails }: Pick<LineItem, 'shippingDetails'>,
  quantity: number,
): LineItem['shippingDetails'] =>
  shippingDetails && {
    ...shippingDetails,
    valid: shippingDetails.targets.reduce((all, target) => all + target.quantity, 0) === quantity,
  };

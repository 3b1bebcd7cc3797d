import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { creation } from '../../engine/define/defineResource.js';
import type { Members } from '../../engine/define/Base.js';
import type { Base } from '../../engine/define/Base.js';
import type { Basket } from '../shared/basketMembers.js';
import { initialItemState, itemStatesOf } from '../shared/itemState.js';
import { Key, NonEmptyText, OneOf, Optional, Shape } from '../../schema/primitives.js';
import { zero } from '../../schema/money.js';
import type { Cart } from '../shared/cartMembers.js';
import { placeholderShipping } from './selectShipping.js';
import type { LineItem } from '../shared/lineItem.js';
import type { CustomLineItem } from '../shared/customLineItem.js';

/** ReplicaCartDraft: the cart or order to copy. */
const ReplicaDraft = Shape({
  reference: Shape({ typeId: OneOf(['cart', 'order']), id: NonEmptyText }),
  key: Optional(Key),
});

type Source = Base & Basket & Partial<Pick<Cart, 'priceRoundingMode' | 'discountCodes' | 'directDiscounts'>>;

const copyItem = <I extends LineItem | CustomLineItem>(item: I, context: Context): I => ({
  ...item,
  id: context.newId(),
  state: itemStatesOf(undefined, item.quantity, context),
  discountedPricePerQuantity: [],
  taxedPrice: undefined,
});

/** An imported item without a product keeps its price. Gifts are left out: discounts give them again. */
const lineItemsOf = ({ lineItems }: Source, context: Context): LineItem[] =>
  lineItems
    .filter(({ lineItemMode }) => lineItemMode === 'Standard')
    .map(item => ({
      ...copyItem(item, context),
      addedAt: context.now,
      lastModifiedAt: context.now,
      ...(item.productId === undefined && item.priceMode === 'Platform' && { priceMode: 'ExternalPrice' }),
    }));

/** A shipping method is selected again; a custom shipping method keeps its rate. */
const shippingOf = ({ shippingInfo, shippingAddress, totalPrice: { currencyCode } }: Source): Cart['shippingInfo'] => {
  if (shippingInfo === undefined || shippingAddress === undefined) return undefined;
  const { shippingMethod, shippingMethodName, shippingRate, taxCategory, taxRate } = shippingInfo;
  const selection =
    shippingMethod === undefined ? { shippingMethodName, shippingRate, taxCategory } : { shippingMethod };
  return { ...placeholderShipping(currencyCode), ...selection, taxRate };
};

/** A new cart with the members of another cart or an order. Prices, discounts and taxes are computed again. */
const replicaOf = ({ reference, key }: Static<typeof ReplicaDraft>, context: Context): Members<Cart> => {
  const source = context.load<Source>(reference.typeId, { id: reference.id });
  const { customerId, customerEmail, anonymousId, businessUnit, store, country, locale, custom } = source;
  const { taxMode, taxRoundingMode, taxCalculationMode, priceRoundingMode = 'HalfEven', inventoryMode } = source;
  const {
    billingAddress,
    shippingAddress,
    shippingRateInput,
    shippingCustomFields,
    itemShippingAddresses,
    discountCodes = [],
    directDiscounts = [],
    purchaseOrderNumber,
  } = source;
  return {
    key,
    customerId,
    customerEmail,
    customerGroup: source.customerGroup,
    anonymousId,
    businessUnit,
    store,
    lineItems: lineItemsOf(source, context),
    customLineItems: source.customLineItems.map(item => copyItem(item, context)),
    totalPrice: zero(source.totalPrice.currencyCode),
    taxMode,
    priceRoundingMode,
    taxRoundingMode,
    taxCalculationMode,
    inventoryMode: inventoryMode === 'ReserveOnCart' ? 'None' : inventoryMode,
    cartState: 'Active',
    billingAddress,
    shippingAddress,
    shippingMode: 'Single',
    shippingInfo: shippingOf(source),
    shippingRateInput,
    shippingCustomFields,
    shipping: [],
    itemShippingAddresses,
    discountCodes,
    directDiscounts,
    refusedGifts: [],
    country,
    locale,
    origin: 'Customer',
    custom,
    deleteDaysAfterLastModification: context.project.carts.deleteDaysAfterLastModification,
    purchaseOrderNumber,
  };
};

export const replication = creation<Cart, typeof ReplicaDraft>(
  ReplicaDraft,
  (draft, context) => ({ members: replicaOf(draft, context) }),
  ({ reference }) => [initialItemState, reference],
);

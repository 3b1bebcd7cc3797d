import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base, Members } from '../../../engine/define/Base.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { Key, NonEmptyText, OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import { zero } from '../../values/money.js';
import type { CustomLineItem, LineItem } from '../shared/cartAndOrder/items.js';
import { initialItemState, itemStatesOf } from '../shared/cartAndOrder/itemStates.js';
import type { Cart, CartOrOrder } from '../shared/cartAndOrder/members.js';
import { beforeCommit } from './beforeCommit.js';
import { placeholderShipping } from './shipping.js';

/** ReplicaCartDraft: the cart or order to copy. */
const ReplicaDraft = Shape({
  reference: Shape({ typeId: OneOf(['cart', 'order']), id: NonEmptyText }),
  key: Optional(Key),
});

type Source = Base & CartOrOrder & Partial<Pick<Cart, 'priceRoundingMode' | 'discountCodes' | 'directDiscounts'>>;

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

/** Refuses carts and orders of others, and quotation carts, which `/me` does not show. */
const beforeMyCommit: BeforeCommit<Cart> = async (access, input) => {
  const { context, draft, pathMembers = {} } = input;
  const { typeId, id } = (draft as Static<typeof ReplicaDraft>).reference;
  const source = context.load<Source>(typeId, { id });
  const isOwn = pathMembers.customerId === source.customerId && pathMembers.anonymousId === source.anonymousId;
  if (!isOwn || (typeId === 'cart' && source.origin === 'Quote'))
    throw fail('ReferencedResourceNotFound', { typeId, id, identifier: id });
  return beforeCommit(access, input);
};

export const myReplication = creation<Cart, typeof ReplicaDraft>(
  ReplicaDraft,
  (draft, context) => ({ members: replicaOf(draft, context) }),
  ({ reference }) => [initialItemState, reference],
  beforeMyCommit,
);

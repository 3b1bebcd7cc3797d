/** Creates carts with the members of another cart or of an order (shared/cartAndOrder/copies.ts). */
import type { Static } from '@sinclair/typebox';
import type { Base, Members } from '../../../engine/define/Base.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { resourceNotFound } from '../../../engine/loadResources.js';
import { Key, NonEmptyText, OneOf, Optional, Shape } from '../../../engine/schema/primitives.js';
import { zero } from '../../values/money.js';
import {
  type Copier,
  copiedShipping,
  copyCustomLineItem,
  copyLineItem,
  replicatedMembers,
} from '../shared/cartAndOrder/copies.js';
import { initialItemState, itemStatesOf } from '../shared/cartAndOrder/itemStates.js';
import type { Cart, CartOrOrder } from '../shared/cartAndOrder/members.js';
import { beforeReplicaCommit } from './beforeCommit.js';
import { isMyTaxMode, modesOf } from './draft.js';
import { placeholderShipping } from './shipping.js';

const reference = Shape({ typeId: OneOf(['cart', 'order']), id: NonEmptyText });

/** ReplicaCartDraft: the cart or order to copy. */
const ReplicaDraft = Shape({ reference, key: Optional(Key) });
const MyReplicaDraft = Shape({ reference });

type Draft = Static<typeof ReplicaDraft>;
type Source = Base & CartOrOrder & Partial<Members<Cart>>;

const lineItemsOf = ({ lineItems }: Source, copier: Copier, context: Context): Cart['lineItems'] =>
  lineItems.flatMap(item => {
    const copy = copyLineItem(item, copier, {
      id: context.newId(),
      state: itemStatesOf(undefined, item.quantity, context),
      addedAt: context.now,
      lastModifiedAt: context.now,
    });
    return copy ?? [];
  });

const customLineItemsOf = ({ customLineItems }: Source, copier: Copier, context: Context): Cart['customLineItems'] =>
  customLineItems.flatMap(item => {
    const state = itemStatesOf(undefined, item.quantity, context);
    return copyCustomLineItem(item, copier, { id: context.newId(), state }) ?? [];
  });

/** Selects the shipping method again. A custom method keeps its rate, or is left out if the rate is not copied. */
const shippingOf = (
  { shippingInfo, shippingAddress, totalPrice: { currencyCode } }: Source,
  copier: Copier,
): Cart['shippingInfo'] => {
  if (shippingInfo === undefined || shippingAddress === undefined) return undefined;
  const { shippingMethod, taxRate, ...custom } = copiedShipping(shippingInfo, copier);
  if (shippingMethod !== undefined) return { ...placeholderShipping(currencyCode), shippingMethod, taxRate };
  return custom.shippingRate === undefined ? undefined : { ...placeholderShipping(currencyCode), ...custom, taxRate };
};

/**
 * Makes a new cart; prices, discounts, taxes and product data are the current ones. Members that the table of copies
 * does not take have the values of a new cart, and are absent where a new cart lacks them.
 */
const replicaOf = ({ reference: { typeId, id }, key }: Draft, copier: Copier, context: Context): Members<Cart> => {
  const source = context.load<Source>(typeId, { id });
  const { taxMode, inventoryMode } = source;
  const { carts } = context.project;
  return {
    totalPrice: zero(source.totalPrice.currencyCode),
    taxMode: isMyTaxMode(taxMode) ? taxMode : 'Platform',
    ...modesOf({}, carts),
    cartState: 'Active',
    shippingMode: 'Single',
    shipping: [],
    itemShippingAddresses: [],
    discountCodes: [],
    directDiscounts: [],
    refusedGifts: [],
    origin: 'Customer',
    deleteDaysAfterLastModification: carts.deleteDaysAfterLastModification,
    ...replicatedMembers(source, copier),
    key,
    lineItems: lineItemsOf(source, copier, context),
    customLineItems: customLineItemsOf(source, copier, context),
    shippingInfo: shippingOf(source, copier),
    inventoryMode: inventoryMode === 'ReserveOnCart' ? 'None' : inventoryMode,
  };
};

export const replication = creation<Cart, typeof ReplicaDraft>(
  ReplicaDraft,
  (draft, context) => ({ members: replicaOf(draft, 'merchant', context) }),
  draft => [initialItemState, draft.reference],
  beforeReplicaCommit,
);

const sourceNotFound = ({ typeId, id }: Draft['reference']) => resourceNotFound({ typeId, field: 'id', value: id });

/** Refuses carts and orders of other owners, and carts of quotes, which `/me` does not show. */
const beforeMyCommit: BeforeCommit<Cart> = async (access, input) => {
  const { context, draft, pathMembers = {} } = input;
  const { typeId, id } = (draft as Draft).reference;
  const source = context.load<Source>(typeId, { id });
  const isOwn = pathMembers.customerId === source.customerId && pathMembers.anonymousId === source.anonymousId;
  if (!isOwn || (typeId === 'cart' && source.origin === 'Quote')) throw sourceNotFound({ typeId, id });
  return beforeReplicaCommit(access, input);
};

export const myReplication = creation<Cart, typeof MyReplicaDraft>(
  MyReplicaDraft,
  (draft, context) => ({ members: replicaOf(draft, 'buyer', context) }),
  draft => [initialItemState, { ...draft.reference, refusal: () => sourceNotFound(draft.reference).entries[0] }],
  beforeMyCommit,
);

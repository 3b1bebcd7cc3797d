/**
 * The members of carts, in their order on the wire. Orders and quotes are made from them, hence they are declared here.
 */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { amountMembers, itemMembers, ownerMembers, shippingMembers } from './basketMembers.js';
import {
  CountryCode,
  IntegerFrom,
  Key,
  List,
  Locale,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Reference } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { CartOrigin, InventoryMode } from './basketEnums.js';
import { DirectDiscount, DiscountCodeInfo } from '../../schema/discount.js';

/** The states of a cart (ORD063). */
export const CartState = OneOf(['Active', 'Merged', 'Ordered', 'Frozen']);
export const FreezeStrategy = OneOf(['SoftFreeze', 'HardFreeze']);

/** The inventory modes that clients may set. Carts reserve no stock. */
export const CartInventoryMode = OneOf(['None', 'TrackOnly', 'ReserveOnOrder']);

/** Bounds the line items of a cart, and its custom line items. */
export const itemsMax = 500;

const deleteDaysMax = 365_250;
export const DeleteDays = IntegerFrom(1, deleteDaysMax);

export const CartMembers = Shape(
  {
    key: Optional(Key),
    ...ownerMembers,
    ...itemMembers,
    totalLineItemQuantity: Optional(Quantity),
    ...amountMembers,
    taxMode: TaxMode,
    priceRoundingMode: RoundingMode,
    taxRoundingMode: RoundingMode,
    taxCalculationMode: TaxCalculationMode,
    inventoryMode: InventoryMode,
    cartState: CartState,
    freezeStrategy: Optional(FreezeStrategy),
    ...shippingMembers,
    discountCodes: List(DiscountCodeInfo),
    directDiscounts: List(DirectDiscount),
    refusedGifts: List(Reference('cart-discount')),
    paymentInfo: Optional(Shape({ payments: List(Reference('payment', { exclusive: true })) })),
    country: Optional(CountryCode),
    locale: Optional(Locale),
    origin: CartOrigin,
    custom: Optional(CustomFields),
    deleteDaysAfterLastModification: Optional(DeleteDays),
    purchaseOrderNumber: Optional(Text),
  },
  {
    queryableMembers: ['shippingKey', 'discountTypeCombination', 'lock', 'warnings'],
    customFieldHolders: { custom: 'order', shippingCustomFields: 'shipping' },
  },
);

export type Cart = Base & Static<typeof CartMembers>;

/** Bounds the discount codes of a cart. */
export const discountCodesMax = 10;

/** What a cart holds besides what the engine sets; the order of members is the wire's. */
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

/** ORD063, and Frozen. */
export const CartState = OneOf(['Active', 'Merged', 'Ordered', 'Frozen']);
export const FreezeStrategy = OneOf(['SoftFreeze', 'HardFreeze']);

/** What clients may choose: no stock is kept aside for carts. */
export const CartInventoryMode = OneOf(['None', 'TrackOnly', 'ReserveOnOrder']);

/** Most line items of a cart, and most custom ones. */
export const itemsMax = 500;

const deleteDaysMax = 365_250;
export const DeleteDays = IntegerFrom(1, deleteDaysMax);

export const CartMembers = Shape({
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
});

export type Cart = Base & Static<typeof CartMembers>;

export const discountCodesMax = 10;

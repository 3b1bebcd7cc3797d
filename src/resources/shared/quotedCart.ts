/** What quote requests and quotes hold of a cart, as it was when they were made. */
import type { Static } from '@sinclair/typebox';
import type { Cart } from './cartMembers.js';
import { ShippingRateInput } from './shippingRateInput.js';
import { amountMembers, itemMembers } from './basketMembers.js';
import { Address } from '../../schema/address.js';
import { CountryCode, List, Locale, Optional, Shape, Text } from '../../schema/primitives.js';
import { KeyReference, Reference, type ReferenceValue } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { ShippingInfo } from './shippingInfo.js';
import { InventoryMode } from './basketEnums.js';
import { DirectDiscount } from '../../schema/discount.js';

export const quotedMembers = {
  customerEmail: Optional(Text),
  customerGroup: Optional(Reference('customer-group')),
  store: Optional(KeyReference('store')),
  businessUnit: Optional(KeyReference('business-unit')),
  ...itemMembers,
  ...amountMembers,
  shippingAddress: Optional(Address),
  billingAddress: Optional(Address),
  inventoryMode: InventoryMode,
  taxMode: TaxMode,
  priceRoundingMode: RoundingMode,
  taxRoundingMode: RoundingMode,
  taxCalculationMode: TaxCalculationMode,
  country: Optional(CountryCode),
  locale: Optional(Locale),
  shippingInfo: Optional(ShippingInfo),
  // A payment belongs to the cart, and to the order that it becomes.
  paymentInfo: Optional(Shape({ payments: List(Reference('payment')) })),
  shippingRateInput: Optional(ShippingRateInput),
  itemShippingAddresses: List(Address),
  directDiscounts: List(DirectDiscount),
};

const QuotedCart = Shape(quotedMembers);
export type QuotedCart = Static<typeof QuotedCart>;

const names = Object.keys(quotedMembers) as (keyof QuotedCart)[];

/** A copy, whatever else the source holds. */
export const copyQuotedMembers = (source: QuotedCart): QuotedCart =>
  Object.fromEntries(names.map(name => [name, source[name]])) as unknown as QuotedCart;

interface Offered extends QuotedCart {
  readonly customer?: ReferenceValue<'customer'>;
  readonly purchaseOrderNumber?: string;
}

/** What such a copy is when it turns into a cart again, or into an order. Payments stay with the cart that they were made for. */
export const cartMembersOf = (offered: Offered) =>
  ({
    ...copyQuotedMembers(offered),
    paymentInfo: undefined,
    customerId: offered.customer?.id,
    purchaseOrderNumber: offered.purchaseOrderNumber,
    shippingMode: 'Single',
    shipping: [],
    discountCodes: [],
    refusedGifts: [],
    origin: 'Quote',
  }) as const satisfies Partial<Readonly<Cart>>;

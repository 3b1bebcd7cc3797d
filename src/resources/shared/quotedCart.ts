/** The members that quote requests and quotes copy from a cart. */
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
  // The reference is not exclusive: the payment stays with the cart and its order.
  paymentInfo: Optional(Shape({ payments: List(Reference('payment')) })),
  shippingRateInput: Optional(ShippingRateInput),
  itemShippingAddresses: List(Address),
  directDiscounts: List(DirectDiscount),
};

const QuotedCart = Shape(quotedMembers);
export type QuotedCart = Static<typeof QuotedCart>;

const names = Object.keys(quotedMembers) as (keyof QuotedCart)[];

/** Copies the quoted members of a resource. */
export const copyQuotedMembers = (source: QuotedCart): QuotedCart =>
  Object.fromEntries(names.map(name => [name, source[name]])) as unknown as QuotedCart;

interface QuotedResource extends QuotedCart {
  readonly customer?: ReferenceValue<'customer'>;
  readonly purchaseOrderNumber?: string;
}

/**
 * The members of a cart or an order that is made from a quote request or a quote. Payments stay with the original cart.
 */
export const cartMembersOf = (quoted: QuotedResource) =>
  ({
    ...copyQuotedMembers(quoted),
    paymentInfo: undefined,
    customerId: quoted.customer?.id,
    purchaseOrderNumber: quoted.purchaseOrderNumber,
    shippingMode: 'Single',
    shipping: [],
    discountCodes: [],
    refusedGifts: [],
    origin: 'Quote',
  }) as const satisfies Partial<Readonly<Cart>>;

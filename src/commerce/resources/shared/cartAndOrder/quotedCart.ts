/** The members that quote requests and quotes copy from a cart. */
import type { Static } from '@sinclair/typebox';
import { CountryCode, List, Locale, Optional, Shape, Text } from '../../../../engine/schema/primitives.js';
import { Named } from '../../../../engine/schema/Named.js';
import { KeyReference, Reference, type ReferenceValue } from '../../../../engine/schema/reference.js';
import { chargedItems } from '../../../pricing/itemPrices.js';
import { Address } from '../../../values/address.js';
import { DirectDiscount } from '../../../values/discount.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../../values/tax.js';
import { InventoryMode } from './items.js';
import { type CartMembersTaken, cartMembersTaken } from './copies.js';
import { amountMembers, type Cart, itemMembers } from './members.js';
import { ShippingInfo, ShippingRateInput } from './shipping.js';

/** The reference is not exclusive: the payment stays with the cart and its order. */
const QuotedPaymentInfo = Named('QuotedPaymentInfo', Shape({ payments: List(Reference('payment')) }), {
  type: 'PaymentInfo',
});

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
  paymentInfo: Optional(QuotedPaymentInfo),
  shippingRateInput: Optional(ShippingRateInput),
  itemShippingAddresses: List(Address),
  directDiscounts: List(DirectDiscount),
};

export const QuotedCart = Shape(quotedMembers);
export type QuotedCart = Static<typeof QuotedCart>;

/** Copies the quoted members of a resource. Items have the prices that the source charges. */
export const copyQuotedMembers = (
  source: QuotedCart & Pick<Partial<Cart>, 'discountTypeCombination'>,
): Every<QuotedCart> => {
  // Does not compile where the schema and the table of copies name different members.
  const taken: Every<QuotedCart> = Object.fromEntries(names.map(name => [name, source[name]])) as TakenMembers;
  return { ...taken, lineItems: [...chargedItems(source)] };
};

type Every<T> = { [Name in keyof Required<T>]: T[Name] };
type TakenMembers = Pick<Every<QuotedCart>, CartMembersTaken<'quote'>>;

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

const names = cartMembersTaken('quote');

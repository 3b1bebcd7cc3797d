/** What answers the schema's fields beyond what their names say (derive.ts). */
import { type Arguments, assertScope, type GraphqlContext, type Json } from '../context.js';
import { customer } from './customer.js';
import { customFieldType, typedFieldResolvers } from './customFields.js';
import { mutations } from './mutations.js';
import { queries } from './queries.js';
import { from, or, type Resolve } from './resolve.js';

export type { Resolve } from './resolve.js';

/** An order names its customer without referring to it: who may not read customers does not get one this way. */
const customerOf: Resolve = ({ customerId }: Json, _: Arguments, context: GraphqlContext) => {
  if (customerId === undefined) return null;
  assertScope(context, ['view_customers']);
  return context.loaders.load({ typeId: 'customer', id: customerId as string });
};

const ofCustomer = { customer: customerOf, refusedGiftsRefs: or('refusedGifts', []) };

export const resolvers: Readonly<Record<string, Readonly<Record<string, Resolve>>>> = {
  Query: queries,
  Mutation: mutations,
  Customer: customer,
  Order: { ...ofCustomer, lastMessageSequenceNumber: or('lastMessageSequenceNumber', 0) },
  Cart: ofCustomer,
  Address: { contactInfo: address => address },
  Initiator: { isPlatformClient: or('isPlatformClient', false) },
  PaymentInfo: { paymentRefs: or('payments', []) },
  Dimensions: { width: from('w'), height: from('h') },
  ProductVariant: { attributesRaw: or('attributes', []) },
  ...typedFieldResolvers,
};

const typesByInterface: ReadonlyMap<string, (source: never) => string> = new Map<string, (source: never) => string>([
  ['BaseMoney', ({ type }: { type: string }) => (type === 'highPrecision' ? 'HighPrecisionMoney' : 'Money')],
  ['CustomField', customFieldType as (source: never) => string],
  ['ShippingRateInput', ({ type }: { type: string }) => `${type}ShippingRateInput`],
]);

/** Which type a value of an interface is; no field has the type Versioned. */
export const typeOf = (name: string) => typesByInterface.get(name) as ((source: unknown) => string) | undefined;

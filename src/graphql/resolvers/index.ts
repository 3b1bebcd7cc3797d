/** Resolvers of the fields whose names do not tell their values (deriveResolvers.ts). */
import { type Arguments, assertScope, type GraphqlContext } from '../GraphqlContext.js';
import { customerResolvers } from './customerResolvers.js';
import { customFieldType, typedFieldResolvers } from './customFieldResolvers.js';
import { customer, ownCustomer } from './customerQueries.js';
import { pathResolvers } from './pathResolvers.js';
import { memberOrDefault, memberResolver, type Resolver } from './Resolver.js';
import type { JsonObject } from '../JsonObject.js';

export type { Resolver } from './Resolver.js';

/** Requires the scope of customers: an order contains the id of its customer, and no reference. */
const customerField: Resolver = ({ customerId }: JsonObject, _: Arguments, context: GraphqlContext) => {
  if (customerId === undefined) return null;
  assertScope(context, ['view_customers']);
  return context.loaders.load({ typeId: 'customer', id: customerId as string });
};

const ofCustomer = { customer: customerField, refusedGiftsRefs: memberOrDefault('refusedGifts', []) };

export const resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Query: { customer, ...pathResolvers.Query },
  Me: { customer: ownCustomer },
  InStore: { customer, ...pathResolvers.InStore },
  Customer: customerResolvers,
  Order: { ...ofCustomer, lastMessageSequenceNumber: memberOrDefault('lastMessageSequenceNumber', 0) },
  Cart: ofCustomer,
  Address: { contactInfo: address => address },
  Initiator: { isPlatformClient: memberOrDefault('isPlatformClient', false) },
  PaymentInfo: { paymentRefs: memberOrDefault('payments', []) },
  Dimensions: { width: memberResolver('w'), height: memberResolver('h') },
  ProductVariant: { attributesRaw: memberOrDefault('attributes', []) },
  ...typedFieldResolvers,
};

const typesByInterface: ReadonlyMap<string, (source: never) => string> = new Map<string, (source: never) => string>([
  ['BaseMoney', ({ type }: { type: string }) => (type === 'highPrecision' ? 'HighPrecisionMoney' : 'Money')],
  ['CustomField', customFieldType as (source: never) => string],
  ['ShippingRateInput', ({ type }: { type: string }) => `${type}ShippingRateInput`],
]);

/** Tells the object type of a value of an interface; no field has the type Versioned. */
export const interfaceTypeResolver = (name: string) =>
  typesByInterface.get(name) as ((source: unknown) => string) | undefined;

/** Resolvers of the fields whose names do not tell their values (deriveResolvers.ts). */
import { discountCodeCounters } from '../../pricing/discountCodeCounters.js';
import { type Arguments, assertScope, type GraphqlContext } from '../GraphqlContext.js';
import { interfaces, isOfKind, kindOf, priceTier } from '../derive/variants.js';
import { customerResolvers } from './customerResolvers.js';
import { customFieldType, rawFields, typedFieldResolvers } from './customFieldResolvers.js';
import { customer, ownCustomer } from './customerQueries.js';
import { messageResolvers, payloadType } from './messageResolvers.js';
import { namedList, namedPage } from './namedElements.js';
import { pathResolvers } from './pathResolvers.js';
import { productQueries, productResolvers } from './productResolvers.js';
import { loads, memberOrDefault, memberResolver, type Resolver } from './Resolver.js';
import { shippingMethodsByCart, shippingMethodsByLocation } from './shippingMethodQueries.js';
import type { JsonObject } from '../JsonObject.js';

export type { Resolver } from './Resolver.js';

/** Requires the scope of customers: an order contains the id of its customer, and no reference. */
const customerField = loads(({ customerId }: JsonObject, _: Arguments, context: GraphqlContext) => {
  if (customerId === undefined) return null;
  assertScope(context, ['view_customers']);
  return context.loaders.load({ typeId: 'customer', id: customerId as string });
});

const lineItems: Resolver = ({ lineItems: all = [] }, { id }) =>
  typeof id === 'string' ? (all as readonly JsonObject[]).filter(each => each.id === id) : all;

const ofBasket = { customer: customerField, lineItems };

/** The first of the counters counts all uses. */
const applicationCount = loads(({ id }, _, { loaders }) =>
  loaders.usageCount(discountCodeCounters(id as string, undefined)[0]!),
);

const dimensions = { width: memberResolver('w'), height: memberResolver('h') };

/** Orders that were imported may have any values as tiers. */
const tiers: Resolver = source =>
  ((source.tiers ?? []) as readonly unknown[]).filter(tier => isOfKind(priceTier, tier));

export const resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Query: { customer, ...productQueries, shippingMethodsByCart, shippingMethodsByLocation, ...pathResolvers.Query },
  Me: { customer: ownCustomer },
  InStoreMe: { customer: ownCustomer },
  InStore: { customer, product: productQueries.product, shippingMethodsByCart, ...pathResolvers.InStore },
  Customer: customerResolvers,
  Order: ofBasket,
  Cart: ofBasket,
  Quote: { lineItems },
  QuoteRequest: { lineItems },
  DiscountCode: { applicationCount },
  TrackingData: { isReturn: memberOrDefault('isReturn', false) },
  FieldDefinition: { inputHint: memberOrDefault('inputHint', 'SingleLine') },
  TypeDefinition: { fieldDefinitions: namedList('fieldDefinitions', 'name') },
  ProductTypeDefinition: { attributeDefinitions: namedPage('attributes', 'name') },
  Payment: { interfaceInteractionsRaw: namedPage('interfaceInteractions', 'type') },
  InterfaceInteractionsRaw: { fields: rawFields },
  EnumAttributeDefinitionType: { values: namedPage('values', 'key') },
  LocalizableEnumAttributeDefinitionType: { values: namedPage('values', 'key') },
  Address: { contactInfo: address => address },
  Initiator: { isPlatformClient: memberOrDefault('isPlatformClient', false) },
  ShippingRate: { tiers },
  NestedAttributeDefinitionType: { typeRef: memberResolver('typeReference') },
  Dimensions: dimensions,
  AssetDimensions: dimensions,
  ...typedFieldResolvers,
  ...productResolvers,
  ...messageResolvers,
};

const typesByInterface: ReadonlyMap<string, (source: never) => string> = new Map<string, (source: never) => string>([
  [
    'SuggestTokenizer',
    ({ type }: { type: string }) => (type === 'custom' ? 'CustomSuggestTokenizer' : 'WhitespaceSuggestTokenizer'),
  ],
  ['MessagePayload', payloadType],
  ['BaseMoney', ({ type }: { type: string }) => (type === 'highPrecision' ? 'HighPrecisionMoney' : 'Money')],
  ['CustomField', customFieldType as (source: never) => string],
  ...[...interfaces].map(
    ([name, variants]) => [name, (source: JsonObject) => kindOf(variants, source)?.type ?? ''] as const,
  ),
]);

/** Tells the object type of a value of an interface; no field has the type Versioned. */
export const interfaceTypeResolver = (name: string) =>
  typesByInterface.get(name) as ((source: unknown) => string) | undefined;

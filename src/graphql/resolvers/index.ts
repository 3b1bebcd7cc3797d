/** Resolvers of the fields whose values do not follow from their names (deriveSchema.ts). */
import { allowsScope } from '../../base/credentials/scopes.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { clientOwner } from '../../engine/visibility.js';
import { definitions } from '../../commerce/resources/index.js';
import { assertScope, type Arguments, type GraphqlContext } from '../GraphqlContext.js';
import { pathOf } from '../ResourcePath.js';
import { categoryQueries, categoryResolvers, categorySearchResolvers } from './categoryResolvers.js';
import { limitQuery, limitResolvers } from './projectLimits.js';
import { type Resolver, loads, memberOrDefault, memberResolver } from './Resolver.js';
import { completeLists } from '../../commerce/resources/shoppingList/responseMembers.js';
import type { ShoppingList } from '../../commerce/resources/shoppingList/members.js';
import { discountCodeCounters } from '../../commerce/pricing/findApplicableDiscounts.js';
import { interfaces, isOfKind, kindOf, priceTier } from '../derive/variants.js';
import { discountCode } from '../../commerce/resources/discountCode.js';
import { customerResolvers, customer, ownCustomer } from './customerQueries.js';
import { customFieldType, rawFields, typedFieldResolvers } from './customFieldResolvers.js';
import { messageResolvers, payloadType } from './messageResolvers.js';
import { namedList, namedPage } from './namedElements.js';
import { lineItemVariant, productQueries, productResolvers } from './productResolvers.js';
import { productSearchQueries, productSearchResolvers } from './productSearch.js';
import {
  productSelectionAssignments,
  productSelectionRefs,
  productSelectionResolvers,
  shippingMethodsByCart,
  shippingMethodsByLocation,
} from './storeResolvers.js';
import { customObjectReferences, referencedType, reviewTarget } from './referencedResources.js';
import { countResources } from './resourceQueries.js';
import type { JsonObject } from '../readRequest.js';

/* The following fields lead to a part of the API: to a store, and to the resources of the client. */

/** All scopes of `me`: a token needs one of them. */
const ownScopes = [...new Set(definitions.flatMap(({ own }) => own?.scopes ?? []))];
const customerScopes = ['manage_my_profile'];

const me: Resolver = (source, _, context) => {
  const { storeKey, otherStoreKeys } = pathOf(source, context);
  // The error names the scope of the customer, which most clients request.
  if (!allowsScope(context.scopes, ownScopes, storeKey)) assertScope({ ...context, storeKey }, customerScopes);
  // The call throws for a token of neither a customer nor an anonymous session (CUST084, CUST085).
  clientOwner(context.client);
  return { path: { storeKey, otherStoreKeys, own: true } };
};

/** Bounds the stores: a page has a condition for each of them, and a single resource may be read in each of them. */
const storesMax = 20;

const inStores: Resolver = (_, { keys }) => {
  const [storeKey, ...otherStoreKeys] = new Set(keys as readonly string[]);
  if (storeKey === undefined || otherStoreKeys.length >= storesMax)
    throw invalidInput(
      `inStores takes the keys of 1 to ${storesMax} stores; got ${(keys as readonly string[]).length}.`,
    );
  return { path: { storeKey, otherStoreKeys } };
};

const pathResolvers: Readonly<Record<'Query' | 'InStore', Readonly<Record<string, Resolver>>>> = {
  Query: { me, inStore: (_, { key }) => ({ path: { storeKey: key as string } }), inStores },
  InStore: { me },
};

export type { Resolver } from './Resolver.js';

/** Requires the scope of customers: an order contains the id of its customer but no reference. */
const customerField = loads(({ customerId }: JsonObject, _: Arguments, context: GraphqlContext) => {
  if (customerId === undefined) return null;
  assertScope(context, ['view_customers']);
  return context.loaders.load({ typeId: 'customer', id: customerId as string }, 'order.customer');
});

const lineItems: Resolver = ({ lineItems: all = [] }, { id }) =>
  typeof id === 'string' && id.trim() !== '' ? (all as readonly JsonObject[]).filter(each => each.id === id) : all;

const ofCartOrOrder = { customer: customerField, lineItems };

/** Adds the parts of products to the line items of a shopping list, because the list does not store them. */
const shoppingListItems = loads(async (list, _, { services, projectKey }) => {
  await completeLists(services.engine, projectKey, [list as unknown as ShoppingList], {
    variant: true,
    productSlug: true,
  });
  return list.lineItems as object[];
});

/** The first of the counters counts all uses. */
const applicationCount = loads(({ id }, _, { loaders }) =>
  loaders.usageCount(discountCodeCounters(id as string, undefined)[0]!),
);

/** No index finds discount codes by their cart discounts: a query counts them. */
const discountCodesTotal = loads(({ id }, _, context) => {
  assertScope(context, discountCode.scopes.read, false);
  const where = `cartDiscounts(id=${JSON.stringify(id)})`;
  return countResources(discountCode, where, context);
});

/** The part of a discount that a reference shows has no `references`. */
const referenceRefs = memberOrDefault('references', []);

const dimensions = { width: memberResolver('w'), height: memberResolver('h') };

/** Leaves out invalid tiers: imported orders may have any values there. */
const tiers: Resolver = source =>
  ((source.tiers ?? []) as readonly unknown[]).filter(tier => isOfKind(priceTier, tier));

export const resolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Query: {
    customer,
    ...productQueries,
    ...productSearchQueries,
    ...categoryQueries,
    ...limitQuery,
    shippingMethodsByCart,
    shippingMethodsByLocation,
    productSelectionAssignments,
    ...pathResolvers.Query,
  },
  Me: { customer: ownCustomer },
  InStoreMe: { customer: ownCustomer },
  InStore: {
    customer,
    product: productQueries.product,
    shippingMethodsByCart,
    productSelectionAssignments,
    ...pathResolvers.InStore,
  },
  Customer: customerResolvers,
  Order: ofCartOrOrder,
  Cart: ofCartOrOrder,
  LineItem: { variant: lineItemVariant },
  ShoppingList: { lineItems: shoppingListItems },
  ShoppingListLineItem: { variant: lineItemVariant },
  Quote: { lineItems },
  QuoteRequest: { lineItems },
  DiscountCode: { applicationCount, referenceRefs },
  CartDiscount: { discountCodesTotal, referenceRefs },
  CartsConfiguration: {
    allowAddingUnpublishedProducts: () => false,
    totalPriceDiscountDoesNotReduceExternalTax: () => false,
  },
  DiscountsConfiguration: { productVsCartDiscountCombination: memberResolver('discountCombinationMode') },
  Review: { target: reviewTarget },
  CustomObject: { referencedResources: customObjectReferences },
  ProductTailoringCreated: { publish: memberResolver('published') },
  ProductDiscount: { isValid: memberOrDefault('isValid', true), referenceRefs },
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
  Category: categoryResolvers,
  CategorySearch: categorySearchResolvers,
  ...limitResolvers,
  ...typedFieldResolvers,
  ...productResolvers,
  ...productSearchResolvers,
  DimensionsProductSearch: dimensions,
  ...productSelectionResolvers,
  Product: { ...productResolvers.Product, productSelectionRefs },
  ...messageResolvers,
};

const facetTypes = { terms: 'TermsFacetResult', range: 'RangeFacetResult', filter: 'ValueFacetResult' };

const typesByInterface: ReadonlyMap<string, (source: never) => string> = new Map<string, (source: never) => string>([
  ...['', 'ProductSearch'].map(
    suffix =>
      [
        `SuggestTokenizer${suffix}`,
        ({ type }: { type: string }) => `${type === 'custom' ? 'Custom' : 'Whitespace'}SuggestTokenizer${suffix}`,
      ] as const,
  ),
  ['FacetResult', ({ type }: { type: 'terms' | 'range' | 'filter' }) => facetTypes[type]],
  ['RangeCount', () => 'RangeCountDouble'],
  ['MessagePayload', payloadType],
  ['BaseMoney', ({ type }: { type: string }) => (type === 'highPrecision' ? 'HighPrecisionMoney' : 'Money')],
  ['ReferenceExpandable', referencedType],
  ['ReviewTarget', referencedType],
  ['CustomField', customFieldType as (source: never) => string],
  ...[...interfaces].map(
    ([name, variants]) => [name, (source: JsonObject) => kindOf(variants, source)?.type ?? ''] as const,
  ),
]);

/** Tells the object type of a value of an interface; no field has the type Versioned. */
export const interfaceTypeResolver = (name: string) =>
  typesByInterface.get(name) as ((source: unknown) => string) | undefined;

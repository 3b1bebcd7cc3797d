/** A project with two stores, with resources of every type that has stores, and the tokens of one store. */
import { resourceTypes } from '../../src/commerce/resources/index.js';
import { required } from '../../src/base/errors/ApiError.js';
import { createIn, createSample, type SampleProject } from '../support/createSample.js';
import { customLineItemDraft, fieldDefinition, lineItemDraft, money, newKey } from '../support/drafts.js';
import { addCustomer, customerToken } from '../support/oauth.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from '../support/quotes.js';
import { startQuayside } from '../support/quayside.js';
import type { Resource } from '../support/resourceApi.js';

export const storeTypes = resourceTypes.filter(({ definition }) => definition.storeField !== undefined);
/** Types confined to stores. Of other types, a resource without a store belongs to all stores, and all can be named. */
export const confinedTypes = storeTypes.filter(({ definition }) => definition.visibility?.sharedByStores !== true);

/** All places of custom fields; a type that lists them all can be set at each place. */
const holders = [
  'address',
  'asset',
  'line-item',
  'custom-line-item',
  'order-delivery',
  'order-parcel',
  'order-return-item',
  'shopping-list-text-line-item',
];

const merchantScopes = [
  'manage_cart_discounts',
  'manage_orders',
  'manage_customers',
  'manage_shopping_lists',
  'manage_quote_requests',
  'manage_staged_quotes',
  'manage_quotes',
  'manage_products',
];

/** Returns the name of the custom field that refers to a resource, or to several. */
export const fieldName = (typeId: string, isSet: boolean): string => (isSet ? `${typeId}s` : typeId);

const createReferencingType = (project: SampleProject): Promise<Resource> =>
  createIn(project, 'types', {
    key: newKey('type'),
    name: { en: 'Type' },
    resourceTypeIds: [...storeTypes.map(({ typeId }) => typeId), 'shipping', ...holders],
    fieldDefinitions: confinedTypes.flatMap(({ typeId }) => {
      const elementType = { name: 'Reference', referenceTypeId: typeId };
      return [
        fieldDefinition(fieldName(typeId, false), elementType),
        fieldDefinition(fieldName(typeId, true), { name: 'Set', elementType }),
      ];
    }),
  });

/** Returns members of drafts that make a resource with every part that has its own custom fields. */
const partsOf = (custom: object): Readonly<Record<string, object>> => {
  const address = { country: 'DE', custom };
  const addresses = {
    shippingAddress: address,
    billingAddress: address,
    itemShippingAddresses: [{ ...address, key: 'home' }],
  };
  return {
    order: {
      custom,
      ...addresses,
      lineItems: [lineItemDraft({ custom } as never)],
      customLineItems: [customLineItemDraft({ custom } as never)],
      shippingInfo: {
        shippingMethodName: 'x',
        price: money(1),
        shippingRate: { price: money(1) },
        deliveries: [{ address, custom, parcels: [{ custom }] }],
      },
    },
    cart: {
      custom,
      ...addresses,
      taxMode: 'External',
      lineItems: [{ name: { en: 'x' }, quantity: 1, externalPrice: money(1), custom }],
      customLineItems: [{ name: { en: 'x' }, slug: 'wrap', quantity: 1, money: money(1), custom }],
    },
    customer: { custom, addresses: [{ ...address, key: 'home' }] },
  };
};

/** Returns the members of the cart from which a quote, or a part of its negotiation, is made. */
const cartMembers = (storeKey: string | undefined): object =>
  storeKey === undefined ? {} : { store: { typeId: 'store', key: storeKey } };

type CreateAt = (storeKey: string | undefined, cart: object, custom: object) => Promise<Resource>;

/** Creates the resources that are made from others; they have the store of the cart. */
const negotiations = (project: SampleProject): Readonly<Record<string, CreateAt>> => {
  const place = { ...project, create: (path: string, draft: object) => createIn(project, path, draft) };
  const request: CreateAt = async (storeKey, cart, custom) =>
    createQuoteRequest(place, await createBuyerCart(place, { ...cartMembers(storeKey), ...cart }), custom);
  const staged: CreateAt = async (storeKey, cart, custom) =>
    createStagedQuote(place, await request(storeKey, cart, {}), custom);
  return {
    'quote-request': async (...given) => withKey(given, request),
    'staged-quote': async (...given) => withKey(given, staged),
    quote: async (storeKey, cart, custom) =>
      createQuote(place, await staged(storeKey, cart, {}), { key: newKey('quote'), ...custom }),
  };
};

const withKey = ([storeKey, cart, custom]: Parameters<CreateAt>, create: CreateAt): Promise<Resource> =>
  create(storeKey, cart, { key: newKey('negotiation'), ...custom });

const storeReferences = (typeId: string, key: string | undefined): object => {
  if (key === undefined) return {};
  const { storeField = '', resource } = required(
    storeTypes.find(each => each.typeId === typeId),
    typeId,
  ).definition;
  const reference = { typeId: 'store', key };
  return { [storeField]: resource.properties[storeField]?.type === 'array' ? [reference] : reference };
};

export const startTwoStores = async () => {
  const quayside = await startQuayside();
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const admin = quayside.http.as(await quayside.token(credentials));
  const project: SampleProject = { quayside, http: admin, projectKey };
  const [here, there] = [newKey('here'), newKey('there')];
  for (const key of [here, there]) await createIn(project, 'stores', { key });
  const type = await createReferencingType(project);
  const customType = { typeId: 'type', id: type.id };
  const parts = partsOf({ type: customType, fields: {} });
  const scopeOf = (...names: readonly string[]): string => names.map(name => `${name}:${projectKey}:${here}`).join(' ');
  const customer = await addCustomer(quayside, projectKey, here);
  const scope = scopeOf(
    'manage_my_orders',
    'manage_my_profile',
    'manage_my_shopping_lists',
    'manage_my_quotes',
    'manage_my_quote_requests',
  );
  return {
    quayside,
    credentials,
    project,
    admin,
    here,
    there,
    customType,
    customerId: customer.id,
    createAt: (typeId: string, storeKey: string | undefined, changes: object = {}): Promise<Resource> =>
      negotiations(project)[typeId]?.(storeKey, changes, { custom: { type: customType, fields: {} } }) ??
      createSample(project, typeId, draft => ({
        ...draft,
        ...parts[typeId],
        ...storeReferences(typeId, storeKey),
        ...changes,
      })),
    /** Clients of the store: one with scopes for all of its resources, and a customer. */
    merchant: quayside.http.as(await quayside.token(credentials, scopeOf(...merchantScopes))),
    buyer: quayside.http.as(await customerToken(quayside, credentials, customer, { scope, storeKey: here })),
  };
};

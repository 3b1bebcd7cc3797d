/**
 * Buyers with tokens of several kinds, who own a resource of each type that they can own, with every member and every
 * reference that the type declares; and the parts that the declarations show them behind these references.
 */
import { definitions } from '../../src/commerce/resources/index.js';
import { partMembers, shownPartOf } from '../../src/engine/define/BehindReferences.js';
import type { ResourceDefinition } from '../../src/engine/define/ResourceDefinition.js';
import { createSample, hasSample } from '../support/createSample.js';
import { newKey } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import { anonymousToken } from '../support/oauth.js';
import { startProject } from '../support/resourceApi.js';
import { fullMembers, type ReferenceFor } from './fullResources.js';

export const project = await startProject();
const { quayside, http, credentials, projectKey, base } = project;

export const definitionOf = (typeId: string): ResourceDefinition => definitions.find(each => each.typeId === typeId)!;
export const withParts = definitions.filter(each => shownPartOf(each) !== undefined);

/** Resources of others by type, with each member that could be shown. */
export const targets = new Map<string, { readonly id: string; readonly key: string }>();
export const referenceFor: ReferenceFor = ([typeId = ''], by) => {
  const target = targets.get(typeId) ?? { id: 'none', key: 'none' };
  return by === 'key' ? { typeId, key: target.key } : { typeId, id: target.id };
};
for (const { typeId } of definitions.filter(each => hasSample(each.typeId) && shownPartOf(each) === undefined)) {
  const { id, key } = await createSample(project, typeId);
  targets.set(typeId, { id, key: key as string });
}
/** Types that other types with parts refer to, so they are created first. */
const first: readonly string[] = ['state', 'tax-category', 'channel', 'cart-discount'];
for (const definition of [...withParts].sort((a, b) => first.indexOf(b.typeId) - first.indexOf(a.typeId))) {
  const [id] = await storeMany(quayside, projectKey, definition.typeId, [fullMembers(definition, referenceFor)]);
  targets.set(definition.typeId, { id: id!, key: `${definition.typeId}_key` });
}

export const storeKey = targets.get('store')!.key;
const storefront = [
  ...['orders', 'profile', 'payments', 'quote_requests', 'quotes', 'shopping_lists'].map(name => `manage_my_${name}`),
  'view_published_products',
];
const manyScopes = [...storefront, 'manage_orders', 'view_categories'];

export interface Buyer {
  readonly owner: { readonly customerId?: string; readonly anonymousId?: string };
  readonly scopes: readonly string[];
  readonly isInStore?: true;
  /** Types that the token can read outside of `/me`; of these it sees what it could read by itself. */
  readonly named: readonly string[];
}

const [customerId = ''] = await storeMany(quayside, projectKey, 'customer', [
  fullMembers(definitionOf('customer'), referenceFor, 'buyer'),
]);
const asCustomer = { customerId };
const asVisitor = { anonymousId: newKey('session') };

/** The scopes of a vendor's shop include one for all orders. */
export const buyers: Readonly<Record<string, Buyer>> = {
  'a visitor': { owner: asVisitor, scopes: storefront, named: [] },
  'a customer': { owner: asCustomer, scopes: storefront, named: [] },
  'a customer with one scope': { owner: asCustomer, scopes: ['manage_my_profile'], named: [] },
  'a customer with a scope for all orders': {
    owner: asCustomer,
    scopes: manyScopes,
    named: ['channel', 'payment', 'tax-category'],
  },
  'a customer in a store': { owner: asCustomer, scopes: storefront, isInStore: true, named: [] },
};

const tokenOf = async ({ owner, scopes, isInStore }: Buyer): Promise<string> => {
  const scope = scopes.map(name => `${name}:${projectKey}${isInStore === true ? `:${storeKey}` : ''}`).join(' ');
  if (owner.anonymousId !== undefined) return anonymousToken(quayside, credentials, scope, owner.anonymousId);
  const session = { clientId: credentials.clientId, scope, ...owner };
  const issued = await quayside.services.tokens.issue(projectKey, session, { access: 600 });
  if (typeof issued === 'string') throw new Error(issued);
  return issued.accessToken;
};

/** Tokens are issued first, because no token can be issued for an anonymous id that carts already use. */
export const tokens = new Map<string, string>();
for (const [title, buyer] of Object.entries(buyers)) tokens.set(title, await tokenOf(buyer));

/** The types whose resources buyers see by themselves; the buyer owns one of each that has an owner. */
const holderTypes = definitions.filter(
  ({ own, visibility }) => (own !== undefined && own.by !== 'id') || visibility?.published !== undefined,
);
const createHolders = async (owner: Buyer['owner'], name: string): Promise<ReadonlyMap<string, string>> => {
  const holders = new Map(owner.customerId === undefined ? [] : [['customer', owner.customerId]]);
  for (const definition of holderTypes) {
    const { typeId } = definition;
    const filled = fullMembers(definition, referenceFor, `${name}_${typeId}`);
    const { customerId: _, anonymousId: _session, customer: _customer, ...members } = filled;
    const customer = owner.customerId === undefined ? {} : { customer: { typeId: 'customer', id: owner.customerId } };
    const owned = definition.own?.by === 'customer' ? customer : { customerId: owner.customerId };
    const [id] = await storeMany(quayside, projectKey, typeId, [
      { ...members, ...owned, anonymousId: owner.anonymousId },
    ]);
    holders.set(typeId, id!);
  }
  return holders;
};
/** The stock of the product of the customer, which products show by channel. */
await storeMany(quayside, projectKey, 'inventory-entry', [
  {
    sku: 'customer_product_masterData_current_masterVariant_sku',
    supplyChannel: referenceFor(['channel'], 'id'),
    quantityOnStock: 1,
    availableQuantity: 1,
  },
]);
export const holdersByOwner = new Map<Buyer['owner'], ReadonlyMap<string, string>>([
  [asCustomer, await createHolders(asCustomer, 'customer')],
  [asVisitor, await createHolders(asVisitor, 'visitor')],
]);

export type Json = Readonly<Record<string, unknown>>;

/** Returns a resource as a token reads it by itself; undefined if the token cannot read it. */
export const readByItself = async (
  buyer: Buyer,
  sender: Pick<typeof http, 'send'>,
  typeId: string,
  id: string,
): Promise<Json | undefined> => {
  const { path, storeField, visibility, own } = definitionOf(typeId);
  const prefix =
    buyer.isInStore === true && storeField !== undefined && visibility?.sharedByStores !== true
      ? `${base}/in-store/key=${storeKey}`
      : base;
  const atMe = own?.by === 'id' ? `${prefix}/me` : `${prefix}/me/${path}/${id}`;
  // At /me only the buyer's own resources are shown; references never lead to a type that is a different one there.
  const at = own === undefined || own.hasOwnType === true ? `${prefix}/${path}/${id}` : atMe;
  const { status, json } = await sender.send('GET', at);
  return status === 200 && (json as Json).id === id ? (json as Json) : undefined;
};

/** Returns the members of a resource whose names are listed, in the order of the resource. */
const listed = (resource: Json, names: readonly string[], prefix = ''): Json =>
  Object.fromEntries(
    Object.entries(resource).flatMap(([name, member]) => {
      const path = prefix + name;
      if (names.includes(path)) return [[name, member]];
      if (!names.some(each => each.startsWith(`${path}.`))) return [];
      return [[name, listed(member as Json, names, `${path}.`)]];
    }),
  );

/** Tells whether the declarations show a buyer a part of a target at a place. */
export const showsPart = ({ named, isInStore }: Buyer, typeId: string, place: string): boolean => {
  const part = shownPartOf(definitionOf(typeId));
  if (part === undefined || !Object.hasOwn(part.places, place)) return false;
  return part.onlyToBoundTokens === true ? isInStore === true : !named.includes(typeId);
};
export const namesOf = (typeId: string): string[] => [
  ...partMembers,
  ...Object.keys(shownPartOf(definitionOf(typeId))?.members ?? {}),
];

/** Returns the part of a target that the declarations list. */
export const partOf = async (typeId: string): Promise<Json> => {
  const { json } = await http.send('GET', `${base}/${definitionOf(typeId).path}/${targets.get(typeId)!.id}`);
  return listed(json as Json, namesOf(typeId));
};

/** Tells whether buyers cannot read a type by themselves, so that it is only shown behind references. */
export const isWalked = ({ typeId, own, visibility, behindReferences }: ResourceDefinition): boolean =>
  targets.has(typeId) && ((own === undefined && visibility?.published === undefined) || behindReferences !== undefined);

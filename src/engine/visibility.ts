/** What a path shows: the resources of its store (ORD098 to ORD100), or at `/me` the client's own (AUTH045). */
import { fail } from '../errors/ApiError.js';
import type { Base } from './define/Base.js';
import type { Client } from './define/Client.js';
import { sameValue } from './document/sameValue.js';
import type { Address, ResourceRequest } from './ResourceRequest.js';

/** The part of a request that decides what it may see. */
export type PathScope = Pick<ResourceRequest, 'resourceType' | 'storeKey' | 'own' | 'client'>;

interface Owner {
  readonly field: 'customerId' | 'anonymousId';
  readonly value: string;
}

/** The customer or anonymous session of a token; throws insufficient_scope for a token without one (AUTH062). */
export const clientOwner = ({ customerId, anonymousId }: Client): Owner => {
  if (customerId !== undefined) return { field: 'customerId', value: customerId };
  if (anonymousId !== undefined) return { field: 'anonymousId', value: anonymousId };
  throw fail('insufficient_scope', {
    message:
      'Insufficient scope. Here the token must be of a customer or an anonymous session: its scope must contain customer_id:<id> or anonymous_id:<id>.',
  });
};

/** The id of the client's customer; an empty text, which is no id, for an anonymous session. */
export const clientCustomerId = (client: Client): string => {
  const { field, value } = clientOwner(client);
  return field === 'customerId' ? value : '';
};

/** Whether the resource type belongs to customers by its reference `customer`. */
export const isOwnedByReference = ({ resourceType }: PathScope): boolean =>
  resourceType.definition.own?.by === 'customer';

const isOwnedById = ({ resourceType }: PathScope): boolean => resourceType.definition.own?.by === 'id';

/**
 * The address of the client's own resource, where `/me` is a single resource; an anonymous session finds none there.
 */
export const ownAddress = (scope: PathScope): Address | undefined =>
  scope.own === true && isOwnedById(scope) ? { field: 'id', value: clientOwner(scope.client).value } : undefined;

/** The members that the path determines in a new resource: its store, and at `/me` its owner. */
export const pathMembersOf = (scope: PathScope): Readonly<Record<string, unknown>> => {
  const { resourceType, storeKey, own, client } = scope;
  const { storeField, resource } = resourceType.definition;
  const members: Record<string, unknown> = {};
  if (storeKey !== undefined && storeField !== undefined) {
    const store = { typeId: 'store', key: storeKey };
    members[storeField] = resource.properties[storeField]?.type === 'array' ? [store] : store;
  }
  if (own !== true || isOwnedById(scope)) return members;
  if (isOwnedByReference(scope)) members.customer = { typeId: 'customer', id: clientCustomerId(client) };
  else {
    const { field, value } = clientOwner(client);
    members[field] = value;
  }
  return members;
};

interface StoreKey {
  readonly key: string;
}

const storeKeysOf = ({ resourceType }: Pick<PathScope, 'resourceType'>, resource: object): string[] => {
  const { storeField = '' } = resourceType.definition;
  const stores = (resource as Readonly<Record<string, StoreKey | readonly StoreKey[] | undefined>>)[storeField];
  return [stores ?? []].flat().map(({ key }) => key);
};

/** Whether a resource belongs to no store. */
export const hasNoStore = (scope: Pick<PathScope, 'resourceType'>, resource: Base): boolean =>
  storeKeysOf(scope, resource).length === 0;

/**
 * On the paths of a store, update actions can neither take a resource out of the store nor into another one: a token of
 * the store could reach others by it.
 */
export const assertSameStores = (scope: PathScope, before: Base, changes: Readonly<Record<string, unknown>>): void => {
  const { storeKey, resourceType } = scope;
  const { typeId, definition } = resourceType;
  if (storeKey === undefined || definition.storeField === undefined || !(definition.storeField in changes)) return;
  if (sameValue(storeKeysOf(scope, before).sort(), storeKeysOf(scope, changes).sort())) return;
  throw fail('InvalidOperation', {
    message: `The ${definition.storeField} of the ${typeId} cannot be changed on the paths of the store '${storeKey}'.`,
  });
};

const isOwn = (scope: PathScope, resource: Base): boolean => {
  const { client, resourceType } = scope;
  const members = resource as Base & Readonly<Record<string, unknown>>;
  const { hides } = resourceType;
  if (hides !== undefined && members[hides.field] === hides.value) return false;
  if (isOwnedById(scope)) return resource.id === clientCustomerId(client);
  if (isOwnedByReference(scope))
    return (members.customer as { readonly id?: string } | undefined)?.id === clientCustomerId(client);
  const { field, value } = clientOwner(client);
  return members[field] === value;
};

/** Whether the path shows a resource; one that it does not show does not exist for its clients. */
export const isVisible = (scope: PathScope, resource: Base): boolean => {
  if (scope.storeKey !== undefined && !storeKeysOf(scope, resource).includes(scope.storeKey)) return false;
  return scope.own !== true || isOwn(scope, resource);
};

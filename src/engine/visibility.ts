/** What a path shows: the resources of its store (ORD098 to ORD100), or at `/me` the client's own (AUTH045). */
import { allowsScope } from '../credentials/scopes.js';
import { type ApiError, fail } from '../errors/ApiError.js';
import type { Base } from './define/Base.js';
import type { Client } from './define/Client.js';
import { isPublished } from './publishedView.js';
import type { Address, ResourceRequest } from './ResourceRequest.js';

/** The part of a request that decides what it may see. */
export type PathScope = Pick<ResourceRequest, 'resourceType' | 'storeKey' | 'own' | 'client' | 'publishedOnly'>;

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

const noScopes: ReadonlySet<string> = new Set();

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

const insufficientScope = ({ resourceType }: PathScope, projectKey: string, storeKey?: string): ApiError => {
  const { typeId, definition } = resourceType;
  const place = storeKey === undefined ? 'out of all stores' : `out of or into the store '${storeKey}'`;
  const wanted = definition.scopes.write.flatMap(name => [
    `${name}:${projectKey}`,
    ...(storeKey === undefined ? [] : [`${name}:${projectKey}:${storeKey}`]),
  ]);
  return fail('insufficient_scope', {
    message: `Insufficient scope. This would move the ${typeId} ${place}. One of these is needed: ${wanted.join(', ')}.`,
  });
};

/**
 * On the paths of a store, update actions take a resource only out of stores and into stores that the token may write;
 * a token of the whole project may write all of them (OACT096).
 */
export const assertStoreChange = (
  scope: PathScope & Pick<ResourceRequest, 'projectKey' | 'scopes'>,
  before: Base,
  changes: Readonly<Record<string, unknown>>,
): void => {
  const { storeKey, resourceType, own, projectKey, scopes = noScopes } = scope;
  const { definition } = resourceType;
  if (storeKey === undefined || definition.storeField === undefined || !(definition.storeField in changes)) return;
  const { write } = definition.scopes;
  if (own !== true && allowsScope(scopes, write)) return;
  const [old, after] = [new Set(storeKeysOf(scope, before)), new Set(storeKeysOf(scope, changes))];
  const changed = [...old].filter(key => !after.has(key)).concat([...after].filter(key => !old.has(key)));
  if (changed.length > 0 && after.size === 0) throw insufficientScope(scope, projectKey);
  const refused = changed.find(key => own === true || !allowsScope(scopes, write, key));
  if (refused !== undefined) throw insufficientScope(scope, projectKey, refused);
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
  const { published } = scope.resourceType.definition;
  if (scope.publishedOnly === true && published !== undefined && !isPublished(published, resource)) return false;
  if (scope.storeKey !== undefined && !storeKeysOf(scope, resource).includes(scope.storeKey)) return false;
  return scope.own !== true || isOwn(scope, resource);
};

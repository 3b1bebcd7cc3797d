/** What a path lets be seen: on a store's paths that store's resources (ORD098 to ORD100), on `/me` those of whoever asks (AUTH045). */
import { fail } from '../errors/ApiError.js';
import type { Client } from './define/Context.js';
import type { Base } from './define/defineResource.js';
import type { Predicate } from './query/predicate/ast.js';
import type { Address, ResourceRequest } from './ResourceRequest.js';
import type { ResourceType } from './define/ResourceType.js';

interface Owner {
  readonly field: 'customerId' | 'anonymousId';
  readonly value: string;
}

/** AUTH062: the token must say whose session it is. */
export const clientOwner = ({ customerId, anonymousId }: Client): Owner => {
  if (customerId !== undefined) return { field: 'customerId', value: customerId };
  if (anonymousId !== undefined) return { field: 'anonymousId', value: anonymousId };
  throw fail('insufficient_scope', {
    message:
      'Insufficient scope. Here the token must be of a customer or an anonymous session: its scope must contain customer_id:<id> or anonymous_id:<id>.',
  });
};

/** Whose resources are where they refer to a customer; no id is empty, so a visitor owns none. */
const customerOf = (client: Client): string => {
  const { field, value } = clientOwner(client);
  return field === 'customerId' ? value : '';
};

const isByReference = ({ resourceType }: View): boolean => resourceType.definition.own?.by === 'customer';
const isById = ({ resourceType }: View): boolean => resourceType.definition.own?.by === 'id';

/** The address of whoever asks, where that is the resource itself; a visitor finds nothing there. */
export const ownAddress = ({ resourceType, own, client }: View): Address | undefined =>
  own === true && isById({ resourceType, client }) ? { field: 'id', value: clientOwner(client).value } : undefined;

type View = Pick<ResourceRequest, 'resourceType' | 'storeKey' | 'own' | 'client'>;

/** Without what is about customers and not theirs. */
export const unhiddenConditions = ({ definition: { own } }: ResourceType): Predicate[] =>
  own?.hides === undefined ? [] : [{ kind: 'compare', operator: '!=', ...own.hides }];

const ownConditions = ({ resourceType, client }: View): Predicate[] => {
  const owned: Predicate = isByReference({ resourceType, client })
    ? {
        kind: 'nested',
        field: 'customer',
        part: { kind: 'compare', field: 'id', operator: '=', value: customerOf(client) },
      }
    : { kind: 'compare', operator: '=', ...clientOwner(client) };
  return [owned, ...unhiddenConditions(resourceType)];
};

/** The same as conditions of a query, which its indexes can answer. */
export const visibilityConditions = ({ resourceType, storeKey, own, client }: View): Predicate[] => {
  const conditions: Predicate[] = [];
  const field = resourceType.definition.storeField;
  if (storeKey !== undefined && field !== undefined)
    conditions.push({ kind: 'nested', field, part: { kind: 'compare', field: 'key', operator: '=', value: storeKey } });
  if (own === true) conditions.push(...ownConditions({ resourceType, client }));
  return conditions;
};

/** What a path makes of a new resource: one of its store, of whoever asks. */
export const pathMembersOf = ({ resourceType, storeKey, own, client }: View): Readonly<Record<string, unknown>> => {
  const { storeField, resource } = resourceType.definition;
  const place: Record<string, unknown> = {};
  if (storeKey !== undefined && storeField !== undefined) {
    const store = { typeId: 'store', key: storeKey };
    place[storeField] = resource.properties[storeField]!.type === 'array' ? [store] : store;
  }
  if (own !== true || isById({ resourceType, client })) return place;
  if (isByReference({ resourceType, client })) place.customer = { typeId: 'customer', id: customerOf(client) };
  else {
    const { field, value } = clientOwner(client);
    place[field] = value;
  }
  return place;
};

interface StoreKey {
  readonly key?: string;
}

const isInStore = ({ resourceType }: View, resource: Base, storeKey: string): boolean => {
  const field = resourceType.definition.storeField as keyof Base | undefined;
  const stores = field === undefined ? undefined : (resource[field] as StoreKey | readonly StoreKey[] | undefined);
  return [stores ?? []].flat().some(({ key }) => key === storeKey);
};

/** Whether the path shows a resource; to those that it does not show it does not exist. */
export const isVisible = (request: View, resource: Base): boolean => {
  if (request.storeKey !== undefined && !isInStore(request, resource, request.storeKey)) return false;
  if (request.own !== true) return true;
  const members = resource as Base & Readonly<Record<string, unknown>>;
  const { hides } = request.resourceType.definition.own!;
  if (hides !== undefined && members[hides.field] === hides.value) return false;
  if (isById(request)) return resource.id === customerOf(request.client);
  if (isByReference(request))
    return (members.customer as { readonly id?: string } | undefined)?.id === customerOf(request.client);
  const { field, value } = clientOwner(request.client);
  return members[field] === value;
};

/** What a path lets be seen: on a store's paths that store's resources (ORD098 to ORD100), on `/me` those of whoever asks (AUTH045). */
import { fail } from '../errors.js';
import type { Client } from './context.js';
import type { Base } from './defineResource.js';
import type { Predicate } from './predicate/ast.js';
import type { ResourceRequest } from './request.js';

interface Owner { readonly field: 'customerId' | 'anonymousId'; readonly value: string }

/** AUTH062: the token must say whose session it is. */
export const ownerOf = ({ customerId, anonymousId }: Client): Owner => {
  if (customerId !== undefined) return { field: 'customerId', value: customerId };
  if (anonymousId !== undefined) return { field: 'anonymousId', value: anonymousId };
  throw fail('insufficient_scope', { message: 'Insufficient scope. Here the token must be of a customer or an anonymous session: its scope must contain customer_id:<id> or anonymous_id:<id>.' });
};

type View = Pick<ResourceRequest, 'room' | 'storeKey' | 'own' | 'client'>;

/** The same as conditions of a query, which its indexes can answer. */
export const conditionsOf = ({ room, storeKey, own, client }: View): Predicate[] => {
  const conditions: Predicate[] = [];
  const field = room.definition.storeField;
  if (storeKey !== undefined && field !== undefined)
    conditions.push({ kind: 'nested', field, part: { kind: 'compare', field: 'key', operator: '=', value: storeKey } });
  if (own === true) conditions.push({ kind: 'compare', operator: '=', ...ownerOf(client) });
  return conditions;
};

/** What a path makes of a new resource: one of its store, of whoever asks. */
export const placeOf = ({ room, storeKey, own, client }: View): Readonly<Record<string, unknown>> => {
  const { storeField } = room.definition;
  const place: Record<string, unknown> = {};
  if (storeKey !== undefined && storeField !== undefined) place[storeField] = { typeId: 'store', key: storeKey };
  if (own === true) {
    const { field, value } = ownerOf(client);
    place[field] = value;
  }
  return place;
};

const storeOf = ({ room }: View, resource: Base): string | undefined => {
  const field = room.definition.storeField as keyof Base | undefined;
  const store = field === undefined ? undefined : resource[field] as { key?: string } | undefined;
  return store?.key;
};

/** Whether the path shows a resource; to those that it does not show it does not exist. */
export const isVisible = (request: View, resource: Base): boolean => {
  if (request.storeKey !== undefined && storeOf(request, resource) !== request.storeKey) return false;
  if (request.own !== true) return true;
  const { field, value } = ownerOf(request.client);
  return (resource as Base & Partial<Record<Owner['field'], string>>)[field] === value;
};

import type { Base } from '../define/Base.js';
import type { PublishedView } from '../define/ResourceSchema.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { anonymousOwner, clientOwner, isOwnedByReference, ownerReference, type PathScope } from '../visibility.js';
import type { Predicate } from './predicate/Predicate.js';

/** Leaves out resources that are about customers but hidden from them. */
export const unhiddenConditions = ({ hides }: ResourceSchema): Predicate[] =>
  hides === undefined ? [] : [{ kind: 'compare', operator: '!=', ...hides }];

const ownConditions = (scope: PathScope): Predicate[] => {
  const { resourceType, client } = scope;
  const owner = isOwnedByReference(scope) ? anonymousOwner(scope) : clientOwner(client);
  const owned: Predicate =
    owner === undefined
      ? {
          kind: 'nested',
          field: 'customer',
          part: { kind: 'compare', field: 'id', operator: '=', value: ownerReference(scope).id },
        }
      : { kind: 'compare', operator: '=', ...owner };
  return [owned, ...unhiddenConditions(resourceType)];
};

const publishedCondition = ({ member, flag }: PublishedView<Base>): Predicate => ({
  kind: 'nested',
  field: member,
  part: { kind: 'compare', field: flag, operator: '=', value: true },
});

/** Visibility on a path (engine/visibility.ts) as conditions of a query, which its indexes can answer. */
export const visibilityConditions = (scope: PathScope): Predicate[] => {
  const { resourceType, storeKey, own, publishedOnly, locator } = scope;
  const conditions: Predicate[] = [];
  const { storeField: field, visibility: { published } = {}, otherAddresses } = resourceType.definition;
  if (storeKey !== undefined && field !== undefined)
    conditions.push({ kind: 'nested', field, part: { kind: 'compare', field: 'key', operator: '=', value: storeKey } });
  if (locator !== undefined && locator.field === otherAddresses?.pair?.[0])
    conditions.push({ kind: 'compare', operator: '=', ...locator });
  if (publishedOnly === true && published !== undefined) conditions.push(publishedCondition(published));
  if (own === true) conditions.push(...ownConditions(scope));
  return conditions;
};

import { allowsScope } from '../../credentials/scopes.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { hasNoStore, isVisible } from '../visibility.js';

/** Tells which resources of a type a draft or an action can refer to; undefined where it can refer to all of them. */
export type ReferableResources = (typeId: string) => ((resource: Base) => boolean) | undefined;

const noScopes: ReadonlySet<string> = new Set();

/** Whether a token reads the type on the paths of the project, and not only on those of a store. */
const readsInProject = (
  { definition }: ResourceType,
  { scopes = noScopes, own }: Pick<ResourceRequest, 'scopes' | 'own'>,
): boolean => allowsScope(scopes, own === true ? (definition.own?.scopes ?? []) : definition.scopes.read, undefined);

/**
 * On the paths of a store, drafts and actions can refer only to those carts, orders and customers that the paths show:
 * others do not exist there (ORD098). A token that is not bound to the store can name those of no store as well: an
 * order of the store is made from such a cart (ORD086). Undefined on all other paths.
 */
export const referableResources = (
  { resourceTypes }: Pick<Engine, 'resourceTypes'>,
  request: Pick<ResourceRequest, 'storeKey' | 'client' | 'scopes' | 'own'>,
): ReferableResources | undefined => {
  const { storeKey, client } = request;
  if (storeKey === undefined) return undefined;
  return typeId => {
    const resourceType = resourceTypes.get(typeId);
    if (resourceType?.definition.storeField === undefined) return undefined;
    const takesThoseOfNoStore = readsInProject(resourceType, request);
    return resource =>
      isVisible({ resourceType, client, storeKey }, resource) ||
      (takesThoseOfNoStore && hasNoStore({ resourceType }, resource));
  };
};

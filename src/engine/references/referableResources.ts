import type { Base } from '../define/Base.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { isVisible } from '../visibility.js';

/** Tells which resources of a type a draft or an action can refer to; undefined where it can refer to all of them. */
export type ReferableResources = (typeId: string) => ((resource: Base) => boolean) | undefined;

/**
 * On the paths of a store, drafts and actions can refer only to those carts, orders and customers that the paths show:
 * others do not exist there (ORD098). Undefined on all other paths.
 */
export const referableResources = (
  { resourceTypes }: Pick<Engine, 'resourceTypes'>,
  { storeKey, client }: Pick<ResourceRequest, 'storeKey' | 'client'>,
): ReferableResources | undefined => {
  if (storeKey === undefined) return undefined;
  return typeId => {
    const resourceType = resourceTypes.get(typeId);
    if (resourceType?.definition.storeField === undefined) return undefined;
    return resource => isVisible({ resourceType, client, storeKey }, resource);
  };
};

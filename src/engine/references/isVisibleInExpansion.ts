import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { isVisible } from '../visibility.js';

/**
 * Whether a path that shows a resource also shows another one that it refers to: only if the path shows that one by
 * itself.
 */
export const isVisibleInExpansion = (
  { resourceTypes }: Pick<Engine, 'resourceTypes'>,
  { own, storeKey, client }: Pick<ResourceRequest, 'own' | 'storeKey' | 'client'>,
  typeId: string,
  body: Buffer,
): boolean => {
  const isOwnPath = own === true;
  if (!isOwnPath && storeKey === undefined) return true;
  const resourceType = resourceTypes.get(typeId);
  if (resourceType === undefined) return false;
  const { own: ownEndpoints, storeField, merchantOnly } = resourceType.definition;
  if (isOwnPath && merchantOnly === true) return false;
  const scope = {
    resourceType,
    client,
    own: isOwnPath && ownEndpoints !== undefined,
    storeKey: storeField === undefined ? undefined : storeKey,
  };
  return isVisible(scope, resourceType.view(Document.open(body)));
};

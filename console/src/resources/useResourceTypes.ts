import { useMemo } from 'react';
import { useAllowedOperations } from '../session/useAllowed';
import { type ResourceType, resourceTypesOf } from './resourceTypes';

/**
 * The resource types that the session may read, with the operations that it may call, so that no page leads to a
 * request that the server refuses; empty until they are loaded.
 */
export const useResourceTypes = (): readonly ResourceType[] => {
  const groups = useAllowedOperations();
  return useMemo(() => groups.flatMap(resourceTypesOf), [groups]);
};

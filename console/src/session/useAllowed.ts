import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isFirstLoad, loadOperations, type ListedOperation, type OperationGroup } from '../api/description';
import { useSession } from './useSession';

const none: readonly OperationGroup[] = [];

/** Returns the operations of the API that the session may call, by resource type; empty until they are loaded. */
export const useAllowedOperations = (): readonly OperationGroup[] => {
  const permissions = useSession().data?.permissions;
  const { data = none } = useQuery({
    queryKey: ['operations'],
    queryFn: loadOperations,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: isFirstLoad,
  });
  return useMemo(() => {
    const isAllowed = ({ scopes }: ListedOperation): boolean =>
      scopes.length === 0 || scopes.some(scope => permissions?.includes(scope));
    return data.map(({ name, operations }) => ({ name, operations: operations.filter(isAllowed) }));
  }, [data, permissions]);
};

/**
 * Tells whether the session may call an operation of the API, by its method and its path below the project, such as
 * `/orders/{id}`.
 */
export const useAllowed = (): ((method: 'GET' | 'POST' | 'DELETE', path: string) => boolean) => {
  const groups = useAllowedOperations();
  return useMemo(() => {
    const allowed = new Set(
      groups.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`)),
    );
    return (method, path) => allowed.has(`${method} /{projectKey}${path}`);
  }, [groups]);
};

/** Resources for pages. What a change makes old is loaded again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '../api/Resource';
import type { QueryValue } from '../api/send';
import { useProjectKey } from '../session/useProjectKey';
import { createResource, deleteResource, listResources, readResource, type Update, updateResource } from './requests';

export const listKey = (path: string) => ['resources', path, 'list'] as const;
const detailKey = (path: string) => ['resources', path, 'detail'] as const;

export const useResource = <Data extends Resource>(path: string, id: string, enabled = true) => {
  const projectKey = useProjectKey();
  return useQuery({
    queryKey: [...detailKey(path), projectKey, id],
    queryFn: () => readResource<Data>(projectKey, path, id),
    enabled,
  });
};

export const useResources = <Data extends Resource>(
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  enabled = true,
) => {
  const projectKey = useProjectKey();
  return useQuery({
    queryKey: [...listKey(path), projectKey, query],
    queryFn: ({ signal }) => listResources<Data>(projectKey, path, query, signal),
    enabled,
  });
};

/** Loads again what is shown of a type: its lists and its resources. Resolves when it is loaded. */
export const useReload = (): ((path: string) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(path => client.invalidateQueries({ queryKey: ['resources', path] }), [client]);
};

export const useCreateResource = <Data extends Resource>(path: string) => {
  const [projectKey, reload] = [useProjectKey(), useReload()];
  return useMutation({
    mutationFn: (draft: unknown) => createResource<Data>(projectKey, path, draft),
    onSuccess: () => void reload(path),
  });
};

export const useUpdateResource = (path: string, id: string) => {
  const [projectKey, reload] = [useProjectKey(), useReload()];
  return useMutation({
    mutationFn: (update: Update) => updateResource(projectKey, path, id, update),
    // A refused change is often one of an old version.
    onSettled: () => void reload(path),
  });
};

/** Lists of a type after a deletion. The page of the deleted resource is left, and is not loaded again. */
export const useReloadLists = (): ((path: string) => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(path => client.invalidateQueries({ queryKey: listKey(path) }), [client]);
};

export const useDeleteResource = (path: string) => {
  const [projectKey, reloadLists] = [useProjectKey(), useReloadLists()];
  return useMutation({
    mutationFn: (resource: Resource) => deleteResource(projectKey, path, resource),
    onSuccess: () => void reloadLists(path),
  });
};

/** Resources for pages, which are reloaded after changes. */
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

/** Reloads the shown lists and resources of a type. Resolves when they are loaded. */
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
    // A refusal is often caused by an outdated version, so the data is reloaded then, too.
    onSettled: () => void reload(path),
  });
};

/** Reloads the lists of a type after a deletion, but not the deleted resource, whose page is closed. */
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

import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';

export const relatedShown = 10;

/** Returns the newest resources of a path that match a predicate, with the total number. */
export const useRelated = (path: string, where: string, shown = relatedShown) => {
  const projectKey = useProjectKey();
  return useQuery({
    queryKey: ['related', projectKey, path, where, shown],
    queryFn: ({ signal }) =>
      sendToProject<Page>(projectKey, `/${path}`, { query: { where, sort: 'createdAt desc', limit: shown }, signal }),
  });
};

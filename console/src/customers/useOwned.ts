import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page } from '../resources/Resource';
import { useProjectKey } from '../session/useProjectKey';

const shown = 10;

/** The newest orders or carts of a customer, with the number of all. */
export const useOwned = (path: 'orders' | 'carts', customerId: string) => {
  const projectKey = useProjectKey();
  return useQuery({
    queryKey: ['owned', projectKey, path, customerId],
    queryFn: () =>
      sendToProject<Page>(projectKey, `/${path}`, {
        query: { where: `customerId="${customerId}"`, sort: 'createdAt desc', limit: shown },
      }),
  });
};

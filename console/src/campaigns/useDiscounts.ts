import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import { useProjectKey } from '../session/useProjectKey';
import type { CampaignPath, Discount } from './campaign';

/** Maximum number of results in a page of the API. */
const pageMax = 500;

interface DiscountPage {
  readonly results: readonly Discount[];
  readonly total: number;
}

/** Returns the first discounts of a type in their order; their data is undefined until they are loaded. */
export const useDiscounts = (path: CampaignPath, isEnabled = true) => {
  const projectKey = useProjectKey();
  return useQuery({
    queryKey: ['discounts in order', projectKey, path],
    queryFn: () =>
      sendToProject<DiscountPage>(projectKey, `/${path}`, { query: { sort: 'sortOrder desc', limit: pageMax } }),
    enabled: isEnabled,
  });
};

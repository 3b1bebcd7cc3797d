/** The searches of a project: the state of each, and the actions that switch it. */
import { useQuery } from '@tanstack/react-query';
import { readSearches, type SearchStatus } from '../api/operations';

const productAction = (mode: string, enabled: boolean) => ({
  action: 'changeProductSearchIndexingEnabled',
  enabled,
  mode,
});

/** The update actions of the project that activate or deactivate a search. */
export const statusActions = (typeId: string, activate: boolean): readonly object[] => {
  const status = activate ? 'Activated' : 'Deactivated';
  if (typeId === 'order') return [{ action: 'changeOrderSearchStatus', status }];
  if (typeId === 'customer') return [{ action: 'changeCustomerSearchStatus', status }];
  // Products have two settings, for the two kinds of searches; one of them is enough for their index.
  const modes = activate ? ['ProductsSearch'] : ['ProductsSearch', 'ProductProjectionsSearch'];
  return modes.map(mode => productAction(mode, activate));
};

export const stateOf = ({ status, searchModule, index, job }: SearchStatus) => {
  if (status === 'Deactivated') return 'off';
  if (searchModule === 'missing') return 'noModule';
  if (index !== undefined) return index.documents === undefined ? 'lost' : 'ready';
  return job?.completed === false ? 'building' : 'waiting';
};

const everyMs = 2_000;

export const searchesKey = (projectKey: string) => ['searches', projectKey];

export const useSearches = (projectKey: string) =>
  useQuery({
    queryKey: searchesKey(projectKey),
    queryFn: () => readSearches(projectKey),
    refetchInterval: everyMs,
  });

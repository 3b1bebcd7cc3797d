/** The searches that a project can have: their settings, and what their index says of itself. */
import { useQuery } from '@tanstack/react-query';
import { readIndexPresence } from '../api/operations';
import { sendToProject } from '../api/project';
import type { Project } from '../api/projects';

export const searchNames = ['orders', 'products', 'customers'] as const;

export type SearchName = (typeof searchNames)[number];

/** Products have two settings, for the two ways to search them; one of them is enough for their index. */
const settingNames = {
  orders: ['orders'],
  products: ['productsSearch', 'products'],
  customers: ['customers'],
} as const;

/** The setting that is active, otherwise the first that was made. */
export const settingOf = ({ searchIndexing = {} }: Project, name: SearchName) => {
  const settings = settingNames[name].flatMap(each => searchIndexing[each] ?? []);
  return settings.find(({ status }) => status === 'Activated') ?? settings[0];
};

export const isSearchActive = (project: Project, name: SearchName): boolean =>
  settingOf(project, name)?.status === 'Activated';

const productAction = (mode: string, enabled: boolean) => ({
  action: 'changeProductSearchIndexingEnabled',
  enabled,
  mode,
});

/** The update actions that activate or deactivate a search. */
export const statusActions = (name: SearchName, activate: boolean): readonly object[] => {
  const status = activate ? 'Activated' : 'Deactivated';
  if (name === 'orders') return [{ action: 'changeOrderSearchStatus', status }];
  if (name === 'customers') return [{ action: 'changeCustomerSearchStatus', status }];
  const modes = activate ? ['ProductsSearch'] : ['ProductsSearch', 'ProductProjectionsSearch'];
  return modes.map(mode => productAction(mode, activate));
};

type StateName = 'ready' | 'building' | 'waiting';

interface CustomerStatus {
  readonly status: 'Scheduled' | 'Indexing' | 'Ready' | 'Failed';
}

const countDocuments = async (projectKey: string, name: SearchName): Promise<number> => {
  // A search of orders needs a query.
  const query = { range: { field: 'createdAt', gte: '1970-01-01T00:00:00.000Z' } };
  const options = { method: 'POST', body: { limit: 1, ...(name === 'orders' && { query }) } } as const;
  return (await sendToProject<{ readonly total: number }>(projectKey, `/${name}/search`, options)).total;
};

const readState: Readonly<Record<SearchName, (projectKey: string) => Promise<StateName>>> = {
  orders: async projectKey => {
    const { newInProgress, searchableIndexExists } = await readIndexPresence(projectKey);
    if (newInProgress) return 'building';
    return searchableIndexExists ? 'ready' : 'waiting';
  },
  customers: async projectKey => {
    const { status } = await sendToProject<CustomerStatus>(projectKey, '/customers/search/indexing-status');
    if (status === 'Ready') return 'ready';
    return status === 'Indexing' ? 'building' : 'waiting';
  },
  // The API says no more of products than whether they can be searched.
  products: projectKey =>
    countDocuments(projectKey, 'products').then(
      () => 'ready',
      () => 'building',
    ),
};

const everyMs = 2_000;

/** The state of an index that is active, and how many documents it has. */
export const useIndexState = (projectKey: string, name: SearchName, isActive: boolean) => {
  const state = useQuery({
    queryKey: ['index state', projectKey, name],
    queryFn: () => readState[name](projectKey),
    refetchInterval: everyMs,
    enabled: isActive,
  });
  const documents = useQuery({
    queryKey: ['index documents', projectKey, name],
    queryFn: () => countDocuments(projectKey, name),
    refetchInterval: 5 * everyMs,
    enabled: isActive && state.data === 'ready',
  });
  return { name: state.data ?? 'waiting', documents: documents.data, error: state.error };
};

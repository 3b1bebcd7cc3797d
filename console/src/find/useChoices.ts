/** Resources of a type to choose from, by words that a person types. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { findPage } from './findByWords';

/** Types of which a project may have many resources. Of other types it has few, which are read once. */
const manyOf: ReadonlySet<string> = new Set([
  'orders',
  'customers',
  'products',
  'carts',
  'payments',
  'discount-codes',
  'inventory',
  'standalone-prices',
  'reviews',
  'shopping-lists',
  'quotes',
  'quote-requests',
  'staged-quotes',
  'custom-objects',
  'product-tailoring',
]);

/** Maximum number of results in a page of the API. */
const fewMax = 500;
const choicesMax = 20;
const waitMs = 200;
const none: readonly Resource[] = [];

const load = async (projectKey: string, path: string, words: string, signal: AbortSignal): Promise<Page['results']> => {
  if (words !== '')
    return (await findPage({ projectKey, path, words }, { offset: 0, limit: choicesMax, sort: [] }, signal)).results;
  const query = { limit: manyOf.has(path) ? choicesMax : fewMax, sort: 'createdAt desc' };
  return (await sendToProject<Page>(projectKey, `/${path}`, { query, signal })).results;
};

interface Choices {
  readonly resources: readonly Resource[];
  /** True if the resources match the words; otherwise they are all resources, still to be compared with the words. */
  readonly isFound: boolean;
}

/** Returns no choices without a path, and if the account must not read the type. */
export const useChoices = (path: string | undefined, typed: string): Choices => {
  const projectKey = useProjectKey();
  const [words] = useDebouncedValue(typed.trim(), waitMs);
  const isMany = path !== undefined && manyOf.has(path);
  const sent = isMany ? words : '';
  const { data = none } = useQuery({
    queryKey: ['choices', projectKey, path, sent],
    queryFn: ({ signal }) => load(projectKey, path ?? '', sent, signal),
    enabled: path !== undefined,
    placeholderData: previous => previous,
    retry: false,
  });
  return { resources: data, isFound: sent !== '' };
};

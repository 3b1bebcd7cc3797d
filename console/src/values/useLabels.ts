import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { labelOf } from './labelOf';
import { loadReferenced } from './loadReferenced';

export interface Named {
  readonly typeId: string;
  readonly member: 'id' | 'key';
  readonly value: string;
}

const queryOf = ({ member, value }: Named, projectKey: string, path = '') => ({
  queryKey: ['referenced', projectKey, path, value],
  queryFn: () => loadReferenced({ projectKey, path, member, value }),
  retry: false,
  staleTime: 30_000,
});

const labelOr = (data: Resource | null | undefined, { value }: Named, language: string): string =>
  data === undefined || data === null ? value : labelOf(data, language);

const usePaths = (): ((named: Named) => string | undefined) => {
  const types = useResourceTypes();
  return ({ typeId }) => types.find(each => each.typeId === typeId)?.path;
};

/** Returns the names of resources, in their order; ids and keys of those that are not loaded or no longer exist. */
export const useLabels = (named: readonly Named[]): readonly string[] => {
  const projectKey = useProjectKey();
  const { language } = useTranslation().i18n;
  const pathOf = usePaths();
  const queries = named.map(each => ({
    ...queryOf(each, projectKey, pathOf(each)),
    enabled: pathOf(each) !== undefined,
  }));
  const results = useQueries({ queries });
  return named.map((each, at) => labelOr(results[at]?.data, each, language));
};

/** Returns a function that resolves to the names once all of them are loaded, for a file. */
export const useLoadLabels = (): ((named: readonly Named[]) => Promise<readonly string[]>) => {
  const client = useQueryClient();
  const projectKey = useProjectKey();
  const { language } = useTranslation().i18n;
  const pathOf = usePaths();
  const load = async (each: Named): Promise<string> => {
    const path = pathOf(each);
    const query = queryOf(each, projectKey, path);
    return labelOr(path === undefined ? null : await client.fetchQuery(query).catch(() => null), each, language);
  };
  return named => Promise.all(named.map(load));
};

import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { labelOf } from './labelOf';
import { loadReferenced } from './loadReferenced';

export interface Named {
  readonly typeId: string;
  readonly member: 'id' | 'key';
  readonly value: string;
}

/** The names of resources, in their order; ids and keys of those that are not loaded, or not there any more. */
export const useLabels = (named: readonly Named[]): readonly string[] => {
  const projectKey = useProjectKey();
  const { language } = useTranslation().i18n;
  const types = useResourceTypes();
  const queries = named.map(({ typeId, member, value }) => {
    const path = types.find(each => each.typeId === typeId)?.path;
    return {
      queryKey: ['referenced', projectKey, path, value],
      queryFn: () => loadReferenced({ projectKey, path: path ?? '', member, value }),
      enabled: path !== undefined,
      retry: false,
      staleTime: 30_000,
    };
  });
  return useQueries({ queries }).map(({ data }, at) =>
    data === undefined || data === null ? (named[at]?.value ?? '') : labelOf(data, language),
  );
};

import { useQuery } from '@tanstack/react-query';
import { readAccountNames } from '../api/accounts';
import { useProjectKey } from '../session/useProjectKey';
import { type Named, useLabels } from '../values/useLabels';
import { accountEmailOf, type Creator, type NameOf } from './creatorText';

const none: ReadonlyMap<string, string> = new Map();
/** Maximum number of emails in a request for names. */
const emailsMax = 50;

const distinct = (texts: readonly (string | undefined)[]): string[] =>
  [...new Set(texts.filter(text => text !== undefined))].sort();

/** Returns the names of authors of changes; emails and ids until the names are loaded, and if there are none. */
export const useNames = (creators: readonly Creator[]): NameOf => {
  const projectKey = useProjectKey();
  const emails = distinct(creators.map(accountEmailOf)).slice(0, emailsMax);
  const { data: accounts = none } = useQuery({
    queryKey: ['accountNames', projectKey, ...emails],
    queryFn: () => readAccountNames(projectKey, emails),
    enabled: emails.length > 0,
    placeholderData: before => before,
    retry: false,
    staleTime: 60_000,
  });
  const idsOf = (typeId: string, ids: readonly (string | undefined)[]): Named[] =>
    distinct(ids).map(value => ({ typeId, member: 'id', value }));
  const named = [
    ...idsOf(
      'customer',
      creators.map(({ customer }) => customer?.id),
    ),
    ...idsOf(
      'api-client',
      creators.map(({ clientId }) => clientId),
    ),
  ];
  const labels = useLabels(named);
  const labelled = new Map(named.map(({ value }, at) => [value, labels[at]]));
  return (kind, id) => (kind === 'account' ? accounts.get(id) : labelled.get(id)) ?? id;
};

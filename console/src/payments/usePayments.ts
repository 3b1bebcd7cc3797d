import { useQueries } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { Loads } from '../layout/LoadError';
import { useProjectKey } from '../session/useProjectKey';
import type { Paid, Payment } from './Payment';

export interface LoadedPayments {
  readonly payments: readonly Payment[];
  /** The queries, one for each payment. */
  readonly queries: readonly Loads[];
  readonly reload: () => void;
}

/** Returns the payments of an order, except for those that the account may not read. */
export const usePayments = ({ paymentInfo }: Paid): LoadedPayments => {
  const projectKey = useProjectKey();
  const queries = useQueries({
    queries: (paymentInfo?.payments ?? []).map(({ id }) => ({
      queryKey: ['payment', projectKey, id],
      queryFn: () => sendToProject<Payment>(projectKey, `/payments/${id}`),
    })),
  });
  return {
    payments: queries.flatMap(({ data }) => (data === undefined ? [] : [data])),
    queries,
    reload: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
};

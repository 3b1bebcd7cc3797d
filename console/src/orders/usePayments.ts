import { useQueries } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import { useProjectKey } from '../session/useProjectKey';
import type { Order, Payment } from './Order';

export interface LoadedPayments {
  readonly payments: readonly Payment[];
  readonly error: unknown;
  readonly reload: () => void;
}

/** The payments of an order. Those that the account may not read are left out, with the error. */
export const usePayments = ({ paymentInfo }: Order): LoadedPayments => {
  const projectKey = useProjectKey();
  const queries = useQueries({
    queries: (paymentInfo?.payments ?? []).map(({ id }) => ({
      queryKey: ['payment', projectKey, id],
      queryFn: () => sendToProject<Payment>(projectKey, `/payments/${id}`),
    })),
  });
  return {
    payments: queries.flatMap(({ data }) => (data === undefined ? [] : [data])),
    error: queries.find(({ error }) => error !== null)?.error,
    reload: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
};

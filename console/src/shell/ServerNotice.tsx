/** Shows that the server cannot be reached, and reloads everything when it is back. */
import { Alert, Button, Group } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../api/send';

const readyKey = ['ready'] as const;
const everyMs = 5_000;
const retryMs = 1_000;

/** Requests the readiness probe, which uses no session: an open page must not keep its session alive. */
const useReachability = (): { readonly isReachable: boolean; readonly retry: () => void } => {
  const { failureReason, refetch } = useQuery({
    queryKey: readyKey,
    queryFn: () => send('/readyz'),
    refetchInterval: everyMs,
    retry: true,
    retryDelay: retryMs,
    networkMode: 'always',
    staleTime: 0,
  });
  // This sends a waiting retry at once.
  return { isReachable: failureReason === null, retry: () => void refetch({ cancelRefetch: true }) };
};

export const ServerNotice = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isReachable, retry } = useReachability();
  const isOnline = useNetwork().online;
  const wasReachable = useRef(true);
  useEffect(() => {
    if (isReachable && !wasReachable.current)
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== readyKey[0] });
    wasReachable.current = isReachable;
  }, [isReachable, client]);
  if (isReachable) return null;
  return (
    <Alert color="yellow" role="status" mb="md">
      <Group justify="space-between">
        {t(isOnline ? 'errors.unreachable' : 'errors.offline')}
        <Button variant="default" size="xs" onClick={retry}>
          {t('errors.retry')}
        </Button>
      </Group>
    </Alert>
  );
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError } from '../api/ApiError';
import { forgetTokens } from '../api/project';
import { endSession, readSession, type Session } from '../api/session';

/** The properties of a page that is only shown to accounts with some permissions. */
export interface ServerPageProps {
  readonly session: Session;
}

const sessionKey = ['session'] as const;

/** Returns the session, null before the sign-in; other failures, for example during a restart, are retried. */
export const useSession = () =>
  useQuery<Session | null>({
    queryKey: sessionKey,
    queryFn: async () => {
      try {
        return await readSession();
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 401) return null;
        throw error;
      }
    },
    retry: true,
    retryDelay: 2_000,
    staleTime: 60_000,
  });

/** Takes over a session, or null after its end; discards the data that was loaded for another session. */
export const useSessionChange = (): ((session: Session | null) => void) => {
  const client = useQueryClient();
  return useCallback(
    session => {
      forgetTokens();
      client.removeQueries({ predicate: ({ queryKey: [name] }) => name !== sessionKey[0] });
      client.setQueryData(sessionKey, session);
    },
    [client],
  );
};

export const useSignOut = (): (() => Promise<void>) => {
  const change = useSessionChange();
  return useCallback(async () => {
    await endSession();
    change(null);
  }, [change]);
};

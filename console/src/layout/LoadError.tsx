/** The texts of a part of the page while it loads, after its load failed, and after a change was refused. */
import { Alert, type AlertProps, Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/ApiError';
import { errorText } from '../api/errorText';
import { Loading } from './Loading';

interface ErrorAlertProps extends Pick<AlertProps, 'mt'> {
  /** Null or undefined if nothing failed. */
  readonly error: unknown;
  readonly textOf?: typeof errorText;
  readonly children?: ReactNode;
}

/** Shows why something failed; nothing without an error. */
export const ErrorAlert = ({ error, textOf = errorText, children, mt }: ErrorAlertProps) => {
  const { t } = useTranslation();
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" mt={mt}>
      <Group justify="space-between">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {textOf(error, t)}
        </Text>
        {children}
      </Group>
    </Alert>
  );
};

/** The meaning of a refused load for people, shown before the text of the server. */
const meanings: Readonly<Record<number, string>> = { 403: 'refused', 404: 'missing', 503: 'busy' };

const loadErrorText = (error: unknown, t: TFunction): string => {
  const status = error instanceof ApiError ? error.statusCode : 0;
  const meaning = meanings[status] ?? (status >= 500 ? 'failed' : undefined);
  if (meaning === undefined) return errorText(error, t);
  // The server identifies a missing resource by its id, which is useless to people.
  return status === 404 ? t('errors.missing') : `${t(`errors.${meaning}`)}\n${errorText(error, t)}`;
};

/** The members of a query that describe its failure. */
interface Failing {
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

interface LoadErrorProps<Query> {
  /** One query, or all queries that the part needs. */
  readonly of: Query | readonly Query[];
}

/** Shows why a query failed, and lets the person load it again; nothing if none failed. */
export const LoadError = ({ of }: LoadErrorProps<Failing>) => {
  const { t } = useTranslation();
  const failed = [of].flat().filter(({ error }) => error !== null);
  const retry = (): void => {
    for (const { refetch } of failed) void refetch();
  };
  return (
    <ErrorAlert error={failed[0]?.error} textOf={loadErrorText}>
      <Button variant="default" size="xs" loading={failed.some(({ isFetching }) => isFetching)} onClick={retry}>
        {t('errors.retry')}
      </Button>
    </ErrorAlert>
  );
};

/** The members of a query that describe its first load. */
export interface Loads extends Failing {
  readonly isPending: boolean;
  /** `idle` while the query is not enabled. */
  readonly fetchStatus: string;
}

interface LoadStateProps extends LoadErrorProps<Loads> {
  /** The approximate height of the loaded part, so that the parts below it do not jump. */
  readonly height?: number;
}

/** Shows that a query is loading or why it failed; nothing once all are loaded. */
export const LoadState = ({ of, height }: LoadStateProps) => {
  const queries = [of].flat();
  if (queries.some(({ error }) => error !== null)) return <LoadError of={of} />;
  return queries.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle') ? (
    <Loading height={height} />
  ) : null;
};

/** What a part of the page says while it loads, after its load failed, and after a change was refused. */
import { Alert, type AlertProps, Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/ApiError';
import { errorText } from '../api/errorText';
import { Loading } from './Loading';

interface ErrorAlertProps extends Pick<AlertProps, 'mt'> {
  /** Null or undefined where nothing failed. */
  readonly error: unknown;
  readonly textOf?: typeof errorText;
  readonly children?: ReactNode;
}

/** Why something failed; nothing where it did not. */
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

/** What a refused load means to a person, before the words of the server. */
const meanings: Readonly<Record<number, string>> = { 403: 'refused', 404: 'missing', 503: 'busy' };

const loadErrorText = (error: unknown, t: TFunction): string => {
  const status = error instanceof ApiError ? error.statusCode : 0;
  const meaning = meanings[status] ?? (status >= 500 ? 'failed' : undefined);
  if (meaning === undefined) return errorText(error, t);
  // The server names a missing resource by its id, which says nothing to people.
  return status === 404 ? t('errors.missing') : `${t(`errors.${meaning}`)}\n${errorText(error, t)}`;
};

/** A query, as far as its failure goes. */
interface Failing {
  readonly error: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

interface LoadErrorProps<Query> {
  /** One query, or all that the part needs. */
  readonly of: Query | readonly Query[];
}

/** Says why a query failed, and loads it again; nothing where none failed. */
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

/** A query, as far as its first load goes. */
export interface Loads extends Failing {
  readonly isPending: boolean;
  /** `idle` while the query is not wanted. */
  readonly fetchStatus: string;
}

interface LoadStateProps extends LoadErrorProps<Loads> {
  /** About the height of what is loaded, so that what stands below does not jump. */
  readonly height?: number;
}

/** Says that a query loads or why it failed; nothing once all are loaded. */
export const LoadState = ({ of, height }: LoadStateProps) => {
  const queries = [of].flat();
  if (queries.some(({ error }) => error !== null)) return <LoadError of={of} />;
  return queries.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle') ? (
    <Loading height={height} />
  ) : null;
};

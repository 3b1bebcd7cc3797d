import { Anchor, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../src/auth/accounts/AuditEntry';
import { type AuditFilter, auditEvents, readAudit } from '../api/accounts';
import type { ResourceType } from '../resources/resourceTypes';
import { useResourceTypes } from '../resources/useResourceTypes';
import type { ServerPageProps } from '../session/useSession';
import { useWords } from '../words/useWords';
import { formatDateTime } from '../values/format';
import { ScrolledTable } from '../layout/ScrolledTable';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';
import { TableHead } from '../layout/TableHead';

/** Returns the resource type of a request, by the first part of its path below the project that names one. */
const useTypeOf = (): ((entry: AuditEntry) => ResourceType | undefined) => {
  const types = useResourceTypes();
  return ({ path = '' }) => {
    const parts = path.split('/').slice(2);
    return parts.map(part => types.find(type => type.path === part)).find(type => type !== undefined);
  };
};

/** Shows what a request did to which resource, with a link to one that still exists. */
const ChangedResource = ({ entry }: { readonly entry: AuditEntry }) => {
  const { t } = useTranslation();
  const words = useWords();
  const type = useTypeOf()(entry);
  const { method, path = '', actions = [], resourceId, projectKey } = entry;
  const isProject = path === `/${projectKey}`;
  const to = isProject
    ? `/${projectKey}/-/settings`
    : type && resourceId && `/${projectKey}/${type.path}/${resourceId}`;
  const name = isProject ? t('projectSettings.title') : type && t(`types.${type.path}`, { defaultValue: type.name });
  const isDeleted = method === 'DELETE';
  const isCreated = ['import', type?.path].includes(path.slice(path.lastIndexOf('/') + 1));
  const done =
    actions.length > 0
      ? actions.map(action => words.action(action, type?.name ?? 'Project')).join(', ')
      : t(`audit.${isDeleted ? 'deleted' : isCreated ? 'created' : 'changed'}`);
  return (
    <>
      {name !== undefined && (
        <Text size="sm">
          {to === undefined || isDeleted ? (
            name
          ) : (
            <Anchor component={Link} to={to} size="sm" underline="always">
              {name}
            </Anchor>
          )}
          : {done}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {method} {path}
      </Text>
    </>
  );
};

/** The subject of an entry: a request, or the account and its changes. */
const Subject = ({ entry }: { readonly entry: AuditEntry }) => {
  const { event, method, email, actions = [], projectKey } = entry;
  if (method !== undefined) return <ChangedResource entry={entry} />;
  if (event === 'projectCreated' || event === 'sampleShopRequested') return projectKey;
  return [email, actions.join(', ')].filter(Boolean).join(': ');
};

const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }) => {
  const { t, i18n } = useTranslation();
  return (
    <ScrolledTable minWidth={720} label={t('audit.title')}>
      <Table>
        <TableHead labels={['at', 'event', 'account', 'subject', 'address'].map(column => t(`audit.${column}`))} />
        <Table.Tbody>
          {entries.map(entry => (
            <Table.Tr key={entry.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(entry.at, i18n.language)}</Table.Td>
              <Table.Td>{t(`audit.events.${entry.event}`, { defaultValue: entry.event })}</Table.Td>
              <Table.Td>{entry.account?.email ?? entry.clientId}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Subject entry={entry} />
              </Table.Td>
              <Table.Td>{entry.remoteAddress ?? t('audit.commandLine')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

interface FilterFormProps {
  readonly projects: readonly string[];
  readonly onSubmit: (filter: AuditFilter) => void;
}

const FilterForm = ({ projects, onSubmit }: FilterFormProps) => {
  const { t } = useTranslation();
  const [event, setEvent] = useState<string | null>(null);
  const [projectKey, setProjectKey] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    const given = email.trim();
    onSubmit({
      event: event ?? undefined,
      projectKey: projectKey ?? undefined,
      email: given === '' ? undefined : given,
    });
  };
  return (
    <Group component="form" align="end" onSubmit={submit as (event: FormEvent<HTMLElement>) => void}>
      <Select
        label={t('audit.event')}
        placeholder={t('audit.all')}
        data={auditEvents.map(value => ({ value, label: t(`audit.events.${value}`) }))}
        value={event}
        onChange={setEvent}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.clear') }}
      />
      <TextInput
        label={t('audit.account')}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Select
        label={t('shell.project')}
        placeholder={t('audit.all')}
        data={[...projects]}
        value={projectKey}
        onChange={setProjectKey}
        clearable
        clearButtonProps={{ 'aria-label': t('audit.clear') }}
      />
      <Button type="submit">{t('list.apply')}</Button>
    </Group>
  );
};

/** The actions of accounts, newest first. */
const AuditPage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<AuditFilter>({});
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => readAudit(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const { data, hasNextPage, fetchNextPage, isFetching, refetch } = query;
  const entries = data?.pages.flatMap(({ results }) => results);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('audit.title')}</PageTitle>
        <Button variant="default" onClick={() => void refetch()}>
          {t('audit.refresh')}
        </Button>
      </Group>
      <FilterForm projects={session.projects.map(({ key }) => key)} onSubmit={setFilter} />
      <LoadState of={query} />
      {entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
      {entries?.length === 0 && <Text>{t('list.empty')}</Text>}
      {hasNextPage && (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()} w="fit-content">
          {t('audit.older')}
        </Button>
      )}
    </Stack>
  );
};

export default AuditPage;

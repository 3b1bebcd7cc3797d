/** The searches of a project: whether each is active, the age of its index, and a rebuild with its progress. */
import { Alert, Badge, Button, Card, Group, List, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type SearchStatus, startReindexing } from '../api/operations';
import { readProject, updateProject } from '../api/projects';
import { ErrorAlert, LoadState } from '../layout/LoadError';
import { Section } from '../layout/Section';
import { confirmDeletion } from '../resources/confirmDeletion';
import { useAllowed } from '../session/useAllowed';
import { RelativeTime } from '../values/RelativeTime';
import { searchesKey, stateOf, statusActions, useSearches } from './searches';

const colors: Readonly<Record<ReturnType<typeof stateOf>, string>> = {
  off: 'gray',
  noModule: 'red',
  lost: 'red',
  ready: 'green',
  building: 'blue',
  waiting: 'yellow',
};

type Job = NonNullable<SearchStatus['job']>;

const JobProgress = ({ job }: { readonly job: Job }) => {
  const { t } = useTranslation();
  const { nbrOfIndexedDocuments: indexed, nbrOfFailedDocuments: failed, totalNbrOfDocuments: total } = job;
  const hasBegun = total > 0;
  return (
    <Stack gap={4}>
      <Progress value={hasBegun ? job.percentCompleted : 0} aria-label={t('operations.progress')} />
      <Text size="sm" role="status">
        {t(hasBegun ? 'operations.indexing' : 'operations.indexingSoon', { indexed, failed, total })}
      </Text>
    </Stack>
  );
};

/** The first resources that the last build could not index. */
const Failures = ({ job: { nbrOfFailedDocuments: count, failures } }: { readonly job: Job }) => {
  const { t } = useTranslation();
  return (
    <Alert color="red" title={t('operations.failed', { count })}>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {failures.map(({ id, reason }) => (
          <List.Item key={id}>
            {id}: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Group justify="space-between" gap="xs">
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text size="sm">{children}</Text>
  </Group>
);

const Facts = ({ search }: { readonly search: SearchStatus }) => {
  const { t, i18n } = useTranslation();
  const { index, resources, waiting, oldestWaitingSeconds: seconds = 0, searchedAt, daysLeft } = search;
  const number = (value: number): string => new Intl.NumberFormat(i18n.language).format(value);
  return (
    <Stack gap={2}>
      {index?.documents !== undefined && (
        <Fact name={t('operations.documents')}>
          {t('operations.documentsOf', { documents: number(index.documents), resources: number(resources) })}
        </Fact>
      )}
      <Fact name={t('operations.lag')}>
        {waiting === 0
          ? t('operations.upToDate')
          : t('operations.waiting', { count: waiting, seconds: number(Math.ceil(seconds)) })}
      </Fact>
      {index?.builtAt !== undefined && (
        <Fact name={t('operations.builtAt')}>
          <RelativeTime time={index.builtAt} />
        </Fact>
      )}
      <Fact name={t('operations.searchedAt')}>
        {searchedAt === undefined ? t('operations.never') : <RelativeTime time={searchedAt} />}
      </Fact>
      {daysLeft !== undefined && (
        <Fact name={t('operations.idle')}>{t('operations.daysLeft', { count: daysLeft })}</Fact>
      )}
    </Stack>
  );
};

interface SearchProps {
  readonly projectKey: string;
  readonly search: SearchStatus;
}

/** Returns the changes of a search; each shows its result at once. */
const useSearchChanges = (projectKey: string, { typeId }: SearchStatus) => {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: searchesKey(projectKey) });
  const reindexing = useMutation({ mutationFn: () => startReindexing(projectKey, typeId), onSuccess });
  const status = useMutation({
    mutationFn: async (activate: boolean) => {
      const { version } = await readProject(projectKey);
      const saved = await updateProject(projectKey, { version, actions: statusActions(typeId, activate) });
      client.setQueryData(['project', projectKey], saved);
    },
    onSuccess,
  });
  return { reindexing, status };
};

interface SearchButtonsProps {
  readonly search: SearchStatus;
  readonly changes: ReturnType<typeof useSearchChanges>;
}

const SearchButtons = ({ search, changes }: SearchButtonsProps) => {
  const { t } = useTranslation();
  const { typeId, status, resources, job } = search;
  const { reindexing, status: switching } = changes;
  const name = t(`operations.of.${typeId}`);
  if (status === 'Deactivated')
    return (
      <Button
        variant="default"
        size="xs"
        loading={switching.isPending}
        aria-label={t('operations.activateOf', { name })}
        onClick={() => switching.mutate(true)}
      >
        {t('operations.activate')}
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={reindexing.isPending || job?.completed === false}
        aria-label={t('operations.reindexOf', { name })}
        onClick={() => confirmDeletion(t('operations.reindexQuestion', { name, count: resources }), reindexing.mutate)}
      >
        {t('operations.reindex')}
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={switching.isPending}
        aria-label={t('operations.deactivateOf', { name })}
        onClick={() => confirmDeletion(t(`operations.question.${typeId}`), () => switching.mutate(false))}
      >
        {t('operations.deactivate')}
      </Button>
    </>
  );
};

const SearchCard = ({ projectKey, search }: SearchProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const changes = useSearchChanges(projectKey, search);
  const name = t(`operations.of.${search.typeId}`);
  const state = stateOf(search);
  const { job } = search;
  return (
    <Card withBorder padding="sm" role="group" aria-label={name}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between">
          <Title order={3} size="h5">
            {name}
          </Title>
          <Badge color={colors[state]} variant="dot" tt="none" fw={500}>
            {t(`operations.state.${state}`)}
          </Badge>
        </Group>
        {search.status === 'Activated' && <Facts search={search} />}
        {job?.completed === false && <JobProgress job={job} />}
        {job?.completed === true && job.nbrOfFailedDocuments > 0 && <Failures job={job} />}
        <ErrorAlert error={changes.status.error ?? changes.reindexing.error} />
        {isAllowed('POST', '') && (
          <Group gap="xs" mt="auto">
            <SearchButtons search={search} changes={changes} />
          </Group>
        )}
      </Stack>
    </Card>
  );
};

export const SearchPanel = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const query = useSearches(projectKey);
  return (
    <Section title={t('operations.search')}>
      <LoadState of={query} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {query.data?.map(search => (
          <SearchCard key={search.typeId} projectKey={projectKey} search={search} />
        ))}
      </SimpleGrid>
    </Section>
  );
};

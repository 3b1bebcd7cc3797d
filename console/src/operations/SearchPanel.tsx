/** The searches of a project: whether each is active and ready, how much it has, and its indexing with progress. */
import { Alert, Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import { readIndexingProgress, startReindexing } from '../api/operations';
import { type Project, readProject, updateProject } from '../api/projects';
import { Section } from '../layout/Section';
import { confirmDeletion } from '../resources/confirmDeletion';
import { useAllowed } from '../session/useAllowed';
import { formatDateTime } from '../values/format';
import { isSearchActive, type SearchName, searchNames, settingOf, statusActions, useIndexState } from './searches';
import { ScrolledTable } from '../layout/ScrolledTable';

const everyMs = 2_000;

const IndexingProgress = ({ projectKey, jobId }: { readonly projectKey: string; readonly jobId: string }) => {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['indexing', projectKey, jobId],
    queryFn: () => readIndexingProgress(projectKey, jobId),
    refetchInterval: ({ state }) => (state.data?.completed === true ? false : everyMs),
  });
  if (error !== null) return <Alert color="red">{errorText(error, t)}</Alert>;
  if (data === undefined) return null;
  const { nbrOfIndexedDocuments: indexed, nbrOfFailedDocuments: failed, totalNbrOfDocuments: total } = data;
  return (
    <Stack gap={4}>
      <Progress value={data.percentCompleted} aria-label={t('operations.progress')} />
      <Text size="sm" role="status">
        {t(data.completed ? 'operations.indexed' : 'operations.indexing', { indexed, failed, total })}
      </Text>
    </Stack>
  );
};

interface RowProps {
  readonly name: SearchName;
  readonly project: Project;
}

const SearchRow = ({ name, project }: RowProps) => {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const isAllowed = useAllowed();
  const { key: projectKey, version } = project;
  const isActive = isSearchActive(project, name);
  const state = useIndexState(projectKey, name, isActive);
  const reindexing = useMutation({ mutationFn: () => startReindexing(projectKey) });
  const status = useMutation({
    mutationFn: (activate: boolean) => updateProject(projectKey, { version, actions: statusActions(name, activate) }),
    onSuccess: saved => client.setQueryData(['project', projectKey], saved),
  });
  const error = status.error ?? reindexing.error ?? state.error;
  const since = settingOf(project, name)?.lastModifiedAt;
  const label = t(`types.${name}`);
  const mayChange = isAllowed('POST', '');
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td>
        {t(`operations.state.${isActive ? state.name : 'off'}`)}
        {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
        {reindexing.data !== undefined && <IndexingProgress projectKey={projectKey} jobId={reindexing.data} />}
      </Table.Td>
      <Table.Td ta="right">
        {isActive && state.documents !== undefined && new Intl.NumberFormat(i18n.language).format(state.documents)}
      </Table.Td>
      <Table.Td>{since !== undefined && formatDateTime(since, i18n.language)}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end" wrap="nowrap">
          {isActive && name === 'orders' && mayChange && isAllowed('GET', '/orders') && (
            <Button variant="default" size="xs" loading={reindexing.isPending} onClick={() => reindexing.mutate()}>
              {t('operations.reindex')}
            </Button>
          )}
          {mayChange && (
            <Button
              variant="default"
              size="xs"
              loading={status.isPending}
              aria-label={t(isActive ? 'operations.deactivateOf' : 'operations.activateOf', { name: label })}
              onClick={() =>
                isActive
                  ? confirmDeletion(t(`operations.question.${name}`), () => status.mutate(false))
                  : status.mutate(true)
              }
            >
              {t(isActive ? 'operations.deactivate' : 'operations.activate')}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
};

export const SearchPanel = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const { data: project, error } = useQuery({
    queryKey: ['project', projectKey],
    queryFn: () => readProject(projectKey),
  });
  return (
    <Section title={t('operations.search')}>
      {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
      {project !== undefined && (
        <ScrolledTable minWidth={600} label={t('operations.search')}>
          <Table verticalSpacing={5}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('operations.columns.name')}</Table.Th>
                <Table.Th scope="col">{t('operations.columns.state')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('operations.columns.documents')}
                </Table.Th>
                <Table.Th scope="col">{t('operations.columns.since')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {searchNames.map(name => (
                <SearchRow key={name} name={name} project={project} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
      <Text size="xs" c="dimmed">
        {t('operations.searchHint')}
      </Text>
    </Section>
  );
};

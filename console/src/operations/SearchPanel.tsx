/** The search of orders: whether it is active, and its indexing with progress. */
import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readIndexingProgress, readIndexPresence, startReindexing } from '../api/operations';
import { readProject, updateProject } from '../api/projects';
import { errorText } from '../api/errorText';
import { useAllowed } from '../session/useAllowed';

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

const usePresence = (projectKey: string) =>
  useQuery({
    queryKey: ['index presence', projectKey],
    queryFn: () => readIndexPresence(projectKey),
    refetchInterval: everyMs,
  });

const presenceText = (isActive: boolean, presence: Awaited<ReturnType<typeof readIndexPresence>>): string => {
  if (!isActive) return 'operations.searchOff';
  if (presence.newInProgress) return 'operations.searchBuilding';
  return presence.searchableIndexExists ? 'operations.searchOn' : 'operations.searchWaiting';
};

const useActivation = (projectKey: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      updateProject(projectKey, { version, actions: [{ action: 'changeOrderSearchStatus', status: 'Activated' }] }),
    onSuccess: saved => client.setQueryData(['project', projectKey], saved),
  });
};

export const SearchPanel = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const project = useQuery({ queryKey: ['project', projectKey], queryFn: () => readProject(projectKey) });
  const presence = usePresence(projectKey);
  const reindexing = useMutation({ mutationFn: () => startReindexing(projectKey) });
  const activation = useActivation(projectKey);
  const error = activation.error ?? reindexing.error ?? project.error ?? presence.error;
  const isActive = project.data?.searchIndexing?.orders?.status === 'Activated';
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h3">
          {t('operations.search')}
        </Title>
        {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
        {project.data !== undefined && presence.data !== undefined && (
          <Group justify="space-between">
            <Text>{t(presenceText(isActive, presence.data))}</Text>
            {isActive && isAllowed('POST', '') && isAllowed('GET', '/orders') && (
              <Button variant="default" loading={reindexing.isPending} onClick={() => reindexing.mutate()}>
                {t('operations.reindex')}
              </Button>
            )}
            {!isActive && isAllowed('POST', '') && (
              <Button loading={activation.isPending} onClick={() => activation.mutate(project.data.version)}>
                {t('operations.activate')}
              </Button>
            )}
          </Group>
        )}
        {reindexing.data !== undefined && <IndexingProgress projectKey={projectKey} jobId={reindexing.data} />}
      </Stack>
    </Card>
  );
};

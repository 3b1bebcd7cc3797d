import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readQueues } from '../api/jobs';
import { useProjectKey } from '../session/useProjectKey';
import { QueuesTable } from './QueuesTable';
import { RunsSection } from './RunsSection';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const everyMs = 5_000;

/** The queues of the jobs; the address names the queue whose runs are shown. */
const JobsList = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const query = useQuery({
    queryKey: ['jobs', projectKey],
    queryFn: () => readQueues(projectKey),
    refetchInterval: everyMs,
  });
  const queues = query.data;
  const shown = queues?.find(({ name }) => name === search.get('queue'));
  return (
    <>
      <Text>{t('jobs.text')}</Text>
      <LoadState of={query} />
      {queues !== undefined && <QueuesTable queues={queues} shown={shown?.name} />}
      {shown !== undefined && <RunsSection key={shown.name} projectKey={projectKey} queue={shown.name} />}
    </>
  );
};

const JobsPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Stack>
      <PageTitle>{t('jobs.title')}</PageTitle>
      {projectKey === '-' ? <Text>{t('projects.empty')}</Text> : <JobsList key={projectKey} projectKey={projectKey} />}
    </Stack>
  );
};

export default JobsPage;

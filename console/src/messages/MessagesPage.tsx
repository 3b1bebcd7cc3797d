/** The newest messages of a project; new ones appear while the page is open. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import type { Page } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';
import { MessageFilterForm } from './MessageFilterForm';
import { type MessageFilter, predicatesOf } from './messageFilter';
import { MessagesTable } from './MessagesTable';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const everyMs = 2_000;
const shownMax = 50;

/** Always requests the newest messages: their times do not follow the order of commits, so this way none is skipped. */
const useNewestMessages = (projectKey: string, filter: MessageFilter, isPaused: boolean) =>
  useQuery({
    queryKey: ['newest messages', projectKey, filter],
    queryFn: ({ signal }) =>
      sendToProject<Page>(projectKey, '/messages', {
        query: { where: predicatesOf(filter), sort: 'createdAt desc', limit: shownMax, withTotal: false },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : everyMs,
  });

const NewestMessages = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<MessageFilter>({});
  const [isPaused, setIsPaused] = useState(false);
  const query = useNewestMessages(projectKey, filter, isPaused);
  const { data } = query;
  return (
    <>
      <Group justify="space-between">
        <Text role="status">{t(isPaused ? 'messages.paused' : 'messages.live', { count: shownMax })}</Text>
        <Button variant="default" onClick={() => setIsPaused(!isPaused)}>
          {t(isPaused ? 'messages.continue' : 'messages.pause')}
        </Button>
      </Group>
      <MessageFilterForm onSubmit={setFilter} />
      <LoadState of={query} />
      {data?.results.length === 0 && <Text>{t('messages.empty')}</Text>}
      {data !== undefined && data.results.length > 0 && <MessagesTable messages={data.results} />}
    </>
  );
};

const MessagesPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Stack>
      <PageTitle>{t('messages.title')}</PageTitle>
      {projectKey === '-' ? (
        <Text>{t('projects.empty')}</Text>
      ) : (
        <NewestMessages key={projectKey} projectKey={projectKey} />
      )}
    </Stack>
  );
};

export default MessagesPage;

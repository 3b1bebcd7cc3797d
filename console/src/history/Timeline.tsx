/** What happened to a resource, from its messages, the newest first: who changed what from which value to which. */
import { Alert, Button, Stack, Text, Timeline as TimelineView } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { Loading } from '../layout/Loading';
import { errorText } from '../api/errorText';
import type { Page } from '../api/Resource';
import { useWords } from '../words/useWords';
import { MessageChanges } from './MessageChanges';
import { byWhom, messageTitle } from './messageTitle';

const pageSize = 20;

export const Timeline = ({ resourceId }: { readonly resourceId: string }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const words = useWords();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['messages', projectKey, resourceId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      sendToProject<Page>(projectKey, '/messages', {
        query: {
          where: `resource(id="${resourceId}")`,
          sort: 'sequenceNumber desc',
          limit: pageSize,
          offset: pageParam,
        },
        signal,
      }),
    getNextPageParam: ({ offset, count, total = 0 }) => (offset + count < total ? offset + count : undefined),
  });
  if (error !== null) return <Alert color="red">{errorText(error, t)}</Alert>;
  if (isPending) return <Loading />;
  const messages = data.pages.flatMap(({ results }) => results);
  if (messages.length === 0) return <Text>{t('history.empty')}</Text>;
  return (
    <Stack>
      <TimelineView bulletSize={14}>
        {messages.map(message => (
          <TimelineView.Item key={message.id} title={[messageTitle(message, words, t), byWhom(message, t)].join(' ')}>
            <Text size="sm" c="dimmed">
              {formatDateTime(message.createdAt, i18n.language)}
            </Text>
            <MessageChanges message={message} />
          </TimelineView.Item>
        ))}
      </TimelineView>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </Stack>
  );
};

/** What happened to a resource, from its messages, the newest first. */
import { Alert, Button, Stack, Text, Timeline as TimelineView } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { ValueView } from '../values/ValueView';
import { errorText } from './errorText';
import type { Page, Resource } from './Resource';
import { Loading } from '../layout/Loading';

const pageSize = 20;

/** Members that every message has; the others say what changed. */
const commonMembers: readonly string[] = [
  'id',
  'version',
  'versionModifiedAt',
  'sequenceNumber',
  'resource',
  'resourceVersion',
  'resourceUserProvidedIdentifiers',
  'type',
  'createdAt',
  'lastModifiedAt',
  'createdBy',
  'lastModifiedBy',
];

const changeOf = (message: Resource): Record<string, unknown> =>
  Object.fromEntries(Object.entries(message).filter(([name]) => !commonMembers.includes(name)));

export const Timeline = ({ resourceId }: { readonly resourceId: string }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
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
          <TimelineView.Item key={message.id} title={String(message.type)}>
            <Text size="sm" c="dimmed">
              {formatDateTime(message.createdAt, i18n.language)}
            </Text>
            <ValueView value={changeOf(message)} />
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

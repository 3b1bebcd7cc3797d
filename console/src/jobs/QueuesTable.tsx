/** The queues of the jobs with the number of their runs in each state. */
import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProjectQueue } from '../api/jobs';
import { formatDateTime } from '../values/format';
import { states } from './states';
import { ScrolledTable } from '../layout/ScrolledTable';
import { TableHead } from '../layout/TableHead';

const QueueRow = ({ queue, isShown }: { readonly queue: ProjectQueue; readonly isShown: boolean }) => {
  const { t, i18n } = useTranslation();
  const { name, isShared, last, nextAt } = queue;
  const time = (value: string | undefined): string => (value === undefined ? '' : formatDateTime(value, i18n.language));
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`?queue=${name}`} aria-current={isShown}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[t(`jobs.work.${name}`, { defaultValue: '' }), isShared && t('jobs.shared')].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      {states.map(state => (
        <Table.Td key={state}>
          {queue[state] === 0 ? (
            0
          ) : (
            <Anchor
              component={Link}
              to={`?queue=${name}&state=${state}`}
              aria-label={`${queue[state]} ${t(`jobs.${state}`)}: ${name}`}
            >
              {queue[state]}
            </Anchor>
          )}
        </Table.Td>
      ))}
      <Table.Td>
        {time(last?.endedAt)}
        {last?.failure !== undefined && (
          <Text size="xs" c="red">
            {last.failure}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{time(nextAt)}</Table.Td>
    </Table.Tr>
  );
};

export const QueuesTable = ({
  queues,
  shown,
}: {
  readonly queues: readonly ProjectQueue[];
  readonly shown: string | undefined;
}) => {
  const { t } = useTranslation();
  return (
    <ScrolledTable minWidth={760} label={t('jobs.queues')}>
      <Table>
        <TableHead labels={['queue', ...states, 'lastRun', 'nextRun'].map(column => t(`jobs.${column}`))} />
        <Table.Tbody>
          {queues.map(queue => (
            <QueueRow key={queue.name} queue={queue} isShown={queue.name === shown} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

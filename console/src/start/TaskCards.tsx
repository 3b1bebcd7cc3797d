/** The tasks of a project: the number of waiting resources, each with a link to their list. */
import { Anchor, Card, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sendToProject } from '../api/project';
import type { Page } from '../api/Resource';
import { chipPredicate, type ChipTexts } from '../lists/chips';
import { listAddress } from '../related/listAddress';
import { newTaskLimits, type TaskLimits } from '../api/projects';
import { useAllowed } from '../session/useAllowed';
import { useProject } from '../session/useProject';
import { useProjectKey } from '../session/useProjectKey';
import { LoadError } from '../layout/LoadError';
import { dayText, startOfDay } from '../values/days';

interface Task {
  /** The key of its text. */
  readonly name: string;
  readonly path: string;
  readonly chips: ChipTexts;
  /** A condition that no chip expresses. */
  readonly where?: string;
  /** A number for its text. */
  readonly count?: number;
}

const tasksOf = ({ lateDays, lowStock }: TaskLimits): readonly Task[] => [
  { name: 'failedPayments', path: 'payments', chips: { hasFailedTransaction: 'true' } },
  {
    name: 'lateDeliveries',
    path: 'orders',
    chips: { awaitsShipment: 'true', createdAt: `..${dayText(startOfDay(lateDays + 1))}` },
    count: lateDays,
  },
  { name: 'openReturns', path: 'orders', chips: { hasOpenReturn: 'true' } },
  {
    name: 'lowStock',
    path: 'inventory',
    chips: { isLowOnStock: 'true' },
    // The chip covers the greatest limit; a lower one needs a condition.
    ...(lowStock < newTaskLimits.lowStock && { where: `availableQuantity <= ${lowStock}` }),
    count: lowStock,
  },
];

const TaskCard = ({ name, path, chips, where: ofTask = '', count }: Task) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const where = [ofTask, chipPredicate(path, chips)].filter(text => text !== '').join(' and ');
  const query = useQuery({
    queryKey: ['task', projectKey, path, where],
    queryFn: ({ signal }) => sendToProject<Page>(projectKey, `/${path}`, { query: { where, limit: 1 }, signal }),
  });
  const total = query.data?.total;
  return (
    <Card withBorder>
      <Text fz={28} fw={700} lh={1.3} c={total === undefined || total === 0 ? 'dimmed' : undefined}>
        {total === undefined ? '…' : new Intl.NumberFormat(i18n.language).format(total)}
      </Text>
      <Anchor component={Link} to={listAddress(projectKey, path, ofTask, chips)} size="sm">
        {t(`start.${name}`, { count })}
      </Anchor>
      <LoadError of={query} />
    </Card>
  );
};

export const TaskCards = () => {
  const isAllowed = useAllowed();
  const { taskLimits } = useProject();
  if (taskLimits === undefined) return null;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {tasksOf(taskLimits)
        .filter(({ path }) => isAllowed('GET', `/${path}`))
        .map(task => (
          <TaskCard key={task.name} {...task} />
        ))}
    </SimpleGrid>
  );
};

/** The runs of the jobs of a project, counted by their state. */
import { Alert, Card, Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readJobQueues } from '../api/operations';
import { Loading } from '../layout/Loading';
import { errorText } from '../resources/errorText';

const everyMs = 5_000;

const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export const JobsPanel = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const { data: queues, error } = useQuery({
    queryKey: ['jobs', projectKey],
    queryFn: () => readJobQueues(projectKey),
    refetchInterval: everyMs,
  });
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h3">
          {t('operations.jobs')}
        </Title>
        {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
        {queues === undefined && error === null && <Loading />}
        {queues !== undefined && (
          <Table.ScrollContainer
            minWidth={520}
            type="native"
            tabIndex={0}
            role="group"
            aria-label={t('operations.jobs')}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['job', ...states].map(column => (
                    <Table.Th key={column} scope="col">
                      {t(`operations.${column}`)}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {queues.map(({ name, counts }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{name}</Table.Td>
                    {states.map(state => (
                      <Table.Td key={state}>{counts[state] ?? 0}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Card>
  );
};

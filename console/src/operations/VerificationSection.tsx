/** Verifies the stored data of the project with a job of the server, and lists the differences. */
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createVerification, readVerification, type Verification } from '../api/verifications';
import { Section } from '../layout/Section';
import { formatDateTime } from '../values/format';
import { ScrolledTable } from '../layout/ScrolledTable';
import { ErrorAlert, LoadState } from '../layout/LoadError';
import { TableHead } from '../layout/TableHead';

const everyMs = 1_000;

const isInProgress = (verification: Verification | undefined): boolean =>
  verification?.state === 'waiting' || verification?.state === 'running';

const useVerification = (projectKey: string) => {
  const client = useQueryClient();
  const queryKey = ['verification', projectKey];
  const status = useQuery({
    queryKey,
    queryFn: () => readVerification(projectKey),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? everyMs : false),
  });
  const start = useMutation({
    mutationFn: () => createVerification(projectKey),
    onSuccess: verification => client.setQueryData(queryKey, verification),
  });
  return { status, start };
};

const Differences = ({ result }: { readonly result: NonNullable<Verification['result']> }) => {
  const { t } = useTranslation();
  const counts = Object.entries(result.counts).map(([kind, count]) => `${kind} ${count}`);
  return (
    <>
      <Alert color="red">{t('verification.differences', { counts: counts.join(', ') })}</Alert>
      <ScrolledTable minWidth={600} label={t('verification.list')}>
        <Table>
          <TableHead labels={['kind', 'subject', 'detail'].map(column => t(`verification.${column}`))} />
          <Table.Tbody>
            {result.differences.map(({ kind, subject, detail }) => (
              <Table.Tr key={`${kind} ${subject} ${detail}`}>
                <Table.Td>{kind}</Table.Td>
                <Table.Td>{subject}</Table.Td>
                <Table.Td>{detail}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </>
  );
};

const Outcome = ({ verification }: { readonly verification: Verification }) => {
  const { t, i18n } = useTranslation();
  const { state, progress, failure, result, endedAt } = verification;
  if (isInProgress(verification))
    return <Text role="status">{t('verification.running', { keys: progress === 0 ? 0 : progress.keys })}</Text>;
  if (state === 'failed') return <Alert color="red">{t('verification.failed', { failure })}</Alert>;
  if (result === undefined || endedAt === undefined) return <Text>{t('verification.none')}</Text>;
  const resources = Object.values(result.resources).reduce((sum, count) => sum + count, 0);
  return (
    <Stack gap="xs">
      <Text role="status">
        {t('verification.compared', { resources, time: formatDateTime(endedAt, i18n.language) })}
      </Text>
      <Text>
        {result.search === undefined
          ? t('verification.noSearch')
          : t('verification.search', { documents: result.search.documents, pending: result.search.pending })}
      </Text>
      {result.isEqual ? <Text fw={600}>{t('verification.equal')}</Text> : <Differences result={result} />}
    </Stack>
  );
};

export const VerificationSection = ({ projectKey }: { readonly projectKey: string }) => {
  const { t } = useTranslation();
  const { status, start } = useVerification(projectKey);
  const verification = status.data;
  return (
    <Section title={t('verification.title')}>
      <Stack>
        <Group justify="space-between">
          <Text>{t('verification.text')}</Text>
          <Button
            variant="default"
            loading={start.isPending || isInProgress(verification)}
            onClick={() => start.mutate()}
          >
            {t('verification.start')}
          </Button>
        </Group>
        <ErrorAlert error={start.error} />
        <LoadState of={status} />
        {verification !== undefined && <Outcome verification={verification} />}
      </Stack>
    </Section>
  );
};

import { Alert, Progress, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import { labelOf } from '../values/labelOf';
import type { ChangeProgress } from './changeAll';
import { ErrorAlert } from '../layout/LoadError';

interface BulkReportProps {
  /** The number of resources, as far as it is known. */
  readonly total: number;
  readonly progress: ChangeProgress;
}

/** The progress of a change of many resources, and at its end the resources that refused it. */
export const BulkReport = ({ total, progress }: BulkReportProps) => {
  const { t, i18n } = useTranslation();
  const { done, failed, unchanged, failures, error, isRunning } = progress;
  return (
    <Stack>
      <Progress value={total === 0 ? 100 : Math.min(100, (done / total) * 100)} aria-label={t('lists.changing')} />
      <Text role="status">{t('lists.changed', { changed: done - failed - unchanged, total, failed })}</Text>
      {unchanged > 0 && <Text>{t('lists.unchanged', { count: unchanged })}</Text>}
      <ErrorAlert error={error} />
      {!isRunning && failures.length > 0 && (
        <Alert color="red">
          <Text fw={700}>{t('lists.refused')}</Text>
          <Table>
            <Table.Tbody>
              {failures.map(failure => (
                <Table.Tr key={failure.resource.id}>
                  <Table.Th scope="row">{labelOf(failure.resource, i18n.language)}</Table.Th>
                  <Table.Td>{errorText(failure.error, t)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {failed > failures.length && <Text>{t('lists.moreFailures', { count: failed - failures.length })}</Text>}
        </Alert>
      )}
    </Stack>
  );
};

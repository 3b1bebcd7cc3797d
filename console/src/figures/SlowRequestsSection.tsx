import { Anchor, Code, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Figures, SlowRequestFigures } from '../api/figures';
import { Section } from '../layout/Section';
import { formatDateTime } from '../values/format';
import { ScrolledTable } from '../layout/ScrolledTable';

const columns = ['at', 'request', 'project', 'status', 'duration', 'correlation', 'trace'] as const;

const SlowRow = ({ slow }: { readonly slow: SlowRequestFigures }) => {
  const { i18n } = useTranslation();
  const { at, method, route = '', projectKey = '', status, ms, correlationId, traceId, traceUrl } = slow;
  return (
    <Table.Tr>
      <Table.Td>{formatDateTime(at, i18n.language)}</Table.Td>
      <Table.Td>
        <Code>{`${method} ${route}`}</Code>
      </Table.Td>
      <Table.Td>{projectKey}</Table.Td>
      <Table.Td>{status}</Table.Td>
      <Table.Td>{`${Math.round(ms)} ms`}</Table.Td>
      <Table.Td>{correlationId}</Table.Td>
      <Table.Td>{traceUrl === undefined ? traceId : <Anchor href={traceUrl}>{traceId}</Anchor>}</Table.Td>
    </Table.Tr>
  );
};

/** The last requests that took longer than SLOW_REQUEST_MS. */
export const SlowRequestsSection = ({ figures: { slowRequests, limits } }: { readonly figures: Figures }) => {
  const { t } = useTranslation();
  const title = t('figures.slow.title');
  return (
    <Section title={title}>
      <Text size="sm">{t('figures.slow.text', { ms: limits.SLOW_REQUEST_MS })}</Text>
      {slowRequests.length > 0 && (
        <ScrolledTable minWidth={900} label={title}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {columns.map(column => (
                  <Table.Th key={column} scope="col">
                    {t(`figures.slow.${column}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {slowRequests.map(slow => (
                <SlowRow key={`${slow.at} ${slow.correlationId}`} slow={slow} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      )}
    </Section>
  );
};

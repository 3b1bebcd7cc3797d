/** The changes of a message as a table of old and new values. */
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import { messageChanges } from './messageChanges';
import { ScrolledTable } from '../layout/ScrolledTable';

const isWholeResource = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value;

/** Shows a value; a whole resource, as in the message of its creation, is long and opens on demand. */
const ChangedValue = ({ value, member }: { readonly value: unknown; readonly member: string }) => {
  const { t } = useTranslation();
  if (!isWholeResource(value)) return <ValueView value={value} member={member} />;
  return (
    <details>
      <summary>{t('history.show')}</summary>
      <ValueView value={value} />
    </details>
  );
};

export const MessageChanges = ({ message }: { readonly message: Resource }) => {
  const { t } = useTranslation();
  const words = useWords();
  const changes = messageChanges(message);
  if (changes.length === 0) return null;
  const hasBefore = changes.some(({ before }) => before !== undefined);
  return (
    <ScrolledTable minWidth={320} label={String(message.type)}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('change.member')}</Table.Th>
            {hasBefore && <Table.Th scope="col">{t('history.before')}</Table.Th>}
            <Table.Th scope="col">{t('history.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ member, before, after }) => (
            <Table.Tr key={member}>
              <Table.Th scope="row">{words.member(member)}</Table.Th>
              {hasBefore && (
                <Table.Td>
                  <Text component="div" inherit td={after === undefined ? undefined : 'line-through'}>
                    <ChangedValue value={before} member={member} />
                  </Text>
                </Table.Td>
              )}
              <Table.Td>
                <ChangedValue value={after} member={member} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

/** The members in which two versions of a resource differ, side by side. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import { differencesOf } from './differences';

interface DifferenceTableProps {
  readonly before: Resource;
  readonly after: Resource;
  readonly headings: readonly [before: string, after: string];
}

export const DifferenceTable = ({ before, after, headings }: DifferenceTableProps) => {
  const { t } = useTranslation();
  const words = useWords();
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} role="group" aria-label={headings.join(', ')}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {[t('change.member'), ...headings].map(heading => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differencesOf(before, after).map(difference => (
            <Table.Tr key={difference.member}>
              <Table.Th scope="row">{words.member(difference.member)}</Table.Th>
              <Table.Td>
                <ValueView value={difference.before} member={difference.member} />
              </Table.Td>
              <Table.Td>
                <ValueView value={difference.after} member={difference.member} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

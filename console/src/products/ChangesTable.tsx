/** What differs between two states of a product, in words. */
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AttributeDefinition } from '../forms/definitions';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import type { Named } from './markets';
import type { ProductData } from './Product';
import { productChanges } from './productChanges';

interface ChangesTableProps {
  readonly before: ProductData;
  readonly after: ProductData;
  readonly headings: readonly [before: string, after: string];
  readonly definitions: readonly AttributeDefinition[];
  readonly setup: Named;
}

export const ChangesTable = ({ before, after, headings, definitions, setup }: ChangesTableProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const context = { definitions, setup, words, t, language: i18n.language };
  const changes = productChanges(before, after, context);
  if (changes.length === 0) return <Text size="sm">{t('product.noChanges')}</Text>;
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} role="group" aria-label={headings.join(', ')}>
      <Table withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {[t('product.what'), ...headings].map(heading => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(change => (
            <Table.Tr key={change.what}>
              <Table.Th scope="row">{change.what}</Table.Th>
              <Table.Td>
                <ValueView value={change.before} />
              </Table.Td>
              <Table.Td>
                <ValueView value={change.after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

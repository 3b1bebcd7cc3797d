/** A table of changes: the name of each, and its values before and after. */
import { Table } from '@mantine/core';
import { ValueView } from '../values/ValueView';
import { ScrolledTable } from '../layout/ScrolledTable';

interface ChangeRow {
  readonly what: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The member with the values, if its name decides how they are shown. */
  readonly member?: string;
}

interface BeforeAfterTableProps {
  readonly headings: readonly [what: string, before: string, after: string];
  readonly rows: readonly ChangeRow[];
}

export const BeforeAfterTable = ({ headings, rows }: BeforeAfterTableProps) => (
  <ScrolledTable minWidth={320} label={headings.slice(1).join(', ')}>
    <Table withTableBorder>
      <Table.Thead>
        <Table.Tr>
          {headings.map(heading => (
            <Table.Th key={heading} scope="col">
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ what, before, after, member }) => (
          <Table.Tr key={member ?? what}>
            <Table.Th scope="row">{what}</Table.Th>
            <Table.Td>
              <ValueView value={before} member={member} />
            </Table.Td>
            <Table.Td>
              <ValueView value={after} member={member} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrolledTable>
);

import { Table } from '@mantine/core';

/** Names with their values, one per line. */
export const FactsTable = ({
  facts,
  label,
}: {
  readonly facts: Readonly<Record<string, string>>;
  readonly label: string;
}) => (
  <Table aria-label={label}>
    <Table.Tbody>
      {Object.entries(facts).map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Table.Th>
          <Table.Td className="unbroken">{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface TableHeadProps {
  readonly labels: readonly ReactNode[];
  /** From this column on, values are numbers. */
  readonly numbersFrom?: number;
  /** A column that a phone has no place for. */
  readonly wideOnly?: number;
  /** A column of buttons, which needs no heading. */
  readonly hasButtons?: boolean;
}

/** The headings of a table. */
export const TableHead = ({ labels, numbersFrom = labels.length, wideOnly, hasButtons = false }: TableHeadProps) => (
  <Table.Thead>
    <Table.Tr>
      {labels.map((label, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
        <Table.Th
          key={at}
          scope="col"
          ta={at < numbersFrom ? undefined : 'right'}
          visibleFrom={at === wideOnly ? 'sm' : undefined}
        >
          {label}
        </Table.Th>
      ))}
      {hasButtons && <Table.Td />}
    </Table.Tr>
  </Table.Thead>
);

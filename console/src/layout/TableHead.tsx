import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface TableHeadProps {
  readonly labels: readonly ReactNode[];
  /** The first of the columns with numbers, which are the last ones. */
  readonly numbersFrom?: number;
  /** A column that is hidden on phones, which are too narrow for it. */
  readonly wideOnly?: number;
  /** True if there is a column of buttons, which needs no heading. */
  readonly hasButtons?: boolean;
}

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

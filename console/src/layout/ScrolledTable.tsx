/** A table that scrolls sideways in a narrow window, also by keys. */
import { Table } from '@mantine/core';
import type { ComponentProps } from 'react';

interface ScrolledTableProps extends Pick<ComponentProps<typeof Table.ScrollContainer>, 'minWidth' | 'w' | 'children'> {
  readonly label: string;
}

export const ScrolledTable = ({ label, ...props }: ScrolledTableProps) => (
  <Table.ScrollContainer type="native" tabIndex={0} role="group" aria-label={label} {...props} />
);

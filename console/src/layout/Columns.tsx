import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ColumnsProps {
  readonly wide: ReactNode;
  readonly narrow: ReactNode;
}

/** Two columns of sections; in a narrow window one below the other. */
export const Columns = ({ wide, narrow }: ColumnsProps) => (
  <Grid gutter="xs">
    <Grid.Col span={{ base: 12, md: 7 }}>
      <Stack gap="xs">{wide}</Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 5 }}>
      <Stack gap="xs">{narrow}</Stack>
    </Grid.Col>
  </Grid>
);

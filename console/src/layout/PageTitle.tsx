import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

export const PageTitle = ({ children }: { readonly children: ReactNode }) => (
  <Title order={1} size="h2">
    {children}
  </Title>
);

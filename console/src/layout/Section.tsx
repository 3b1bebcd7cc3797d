import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card withBorder padding="sm" component="section" aria-label={title}>
    <Title order={2} size="h4" mb={4}>
      {title}
    </Title>
    {children}
  </Card>
);

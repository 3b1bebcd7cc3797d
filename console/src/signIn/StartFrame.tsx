import { Card, Center } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../layout/PageTitle';

interface StartFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the pages before the sign-in. */
export const StartFrame = ({ title, children }: StartFrameProps) => (
  <Center component="main" mih="100vh" p="md">
    <Card withBorder w={420} maw="100%" padding="lg">
      <PageTitle>{title}</PageTitle>
      {children}
    </Card>
  </Center>
);

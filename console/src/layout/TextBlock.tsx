import { Code, ScrollArea, Text } from '@mantine/core';

/** Text of many lines with a heading. */
export const TextBlock = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <Text size="sm" fw={700}>
      {title}
    </Text>
    <ScrollArea.Autosize mah={300} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
      <Code block>{text}</Code>
    </ScrollArea.Autosize>
  </div>
);

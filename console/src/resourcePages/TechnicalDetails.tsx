/** The identifiers of a resource for programs, to copy, and the whole JSON of the API. */
import { Button, Code, CopyButton, Group, ScrollArea, Stack, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { creatorText } from '../history/creatorText';
import { useWords } from '../words/useWords';

const CopyableRow = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Th w={180}>{label}</Table.Th>
      <Table.Td>
        <Group gap="xs">
          <Code>{text}</Code>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-xs" onClick={copy} aria-label={`${t('customer.copy')}: ${label}`}>
                {t(copied ? 'customer.copied' : 'customer.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
};

export const TechnicalDetails = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const words = useWords();
  const rows = {
    id: resource.id,
    ...(typeof resource.key === 'string' && { key: resource.key }),
    version: String(resource.version),
    createdBy: creatorText(resource.createdBy, t),
    lastModifiedBy: creatorText(resource.lastModifiedBy, t),
  };
  return (
    <Stack>
      <Table variant="vertical" withTableBorder layout="auto">
        <Table.Tbody>
          {Object.entries(rows).map(
            ([name, text]) => text !== undefined && <CopyableRow key={name} label={words.member(name)} text={text} />,
          )}
        </Table.Tbody>
      </Table>
      <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'JSON' }}>
        <Code block>{JSON.stringify(resource, undefined, 2)}</Code>
      </ScrollArea>
    </Stack>
  );
};

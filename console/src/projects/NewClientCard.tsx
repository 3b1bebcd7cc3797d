/** Shows a new API client with all that a program needs, because its secret cannot be read again. */
import { Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewClient } from '../api/projects';
import { curlSnippet, sdkSnippet } from './snippets';

const Copyable = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text fw={700}>{label}</Text>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy} aria-label={t('newClient.copyLabel', { label })}>
              {copied ? t('newClient.copied') : t('newClient.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} role="group" aria-label={label}>
        {value}
      </Code>
    </Stack>
  );
};

interface NewClientCardProps {
  readonly projectKey: string;
  readonly client: NewClient;
}

export const NewClientCard = ({ projectKey, client }: NewClientCardProps) => {
  const { t } = useTranslation();
  const input = { address: window.location.origin, projectKey, client };
  return (
    <Stack>
      <Title order={2} size="h3">
        {t('newClient.title')}
      </Title>
      <Alert>{t('newClient.once')}</Alert>
      <Copyable label={t('newClient.id')} value={client.id} />
      <Copyable label={t('newClient.secret')} value={client.secret} />
      <Copyable label={t('newClient.scope')} value={client.scope} />
      <Copyable label="curl" value={curlSnippet(input)} />
      <Copyable label="TypeScript SDK" value={sdkSnippet(input)} />
    </Stack>
  );
};

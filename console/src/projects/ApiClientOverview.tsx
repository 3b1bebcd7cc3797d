/** One API client: its scopes, whether it is in use, and a successor with a new secret. */
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { type ApiClientDraft, createApiClient } from '../api/projects';
import { ErrorAlert } from '../layout/LoadError';
import { Section } from '../layout/Section';
import { useReload } from '../resources/useResource';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { RelativeTime } from '../values/RelativeTime';
import { NewClientCard } from './NewClientCard';

interface ApiClient extends Resource, ApiClientDraft {
  readonly lastUsedAt?: string;
  readonly deleteAt?: string;
}

const Successor = ({ client }: { readonly client: ApiClient }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const { name, scope, accessTokenValiditySeconds, refreshTokenValiditySeconds, isAudited } = client;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      createApiClient(projectKey, {
        name,
        scope,
        ...(accessTokenValiditySeconds !== undefined && { accessTokenValiditySeconds }),
        ...(refreshTokenValiditySeconds !== undefined && { refreshTokenValiditySeconds }),
        ...(isAudited === true && { isAudited }),
      }),
    onSuccess: () => reload('api-clients'),
  });
  if (data !== undefined) return <NewClientCard projectKey={projectKey} client={data} />;
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">{t('apiClients.replaceText')}</Text>
      <ErrorAlert error={error} />
      <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
        {t('apiClients.successor')}
      </Button>
    </Stack>
  );
};

const ApiClientOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const mayCreate = useAllowed()('POST', '/api-clients');
  const client = resource as ApiClient;
  const { scope, lastUsedAt, deleteAt } = client;
  // The key of the project on the page is omitted; that of a store stays.
  const scopes = scope.split(' ').map(each => each.replace(`:${projectKey}`, ''));
  return (
    <Stack gap="xs">
      <Table variant="vertical" withTableBorder layout="auto" verticalSpacing={5}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th w={180}>{t('apiClients.lastUsed')}</Table.Th>
            <Table.Td>
              {lastUsedAt === undefined ? t('apiClients.neverUsed') : <RelativeTime time={lastUsedAt} />}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th w={180}>{t('apiClients.scopesOf')}</Table.Th>
            <Table.Td>
              <Group gap={4}>
                {scopes.map(each => (
                  <Badge key={each} variant="default" tt="none" fw={400}>
                    {each}
                  </Badge>
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
          {deleteAt !== undefined && (
            <Table.Tr>
              <Table.Th w={180}>{t('apiClients.deleteAt')}</Table.Th>
              <Table.Td>
                <RelativeTime time={deleteAt} />
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
      {mayCreate && (
        <Section title={t('apiClients.replace')}>
          <Successor client={client} />
        </Section>
      )}
    </Stack>
  );
};

export default ApiClientOverview;

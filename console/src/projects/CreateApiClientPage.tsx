/** Creates an API client with scopes from a list, and shows its secret once. */
import { Alert, Button, Group, MultiSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { createApiClient, listScopes } from '../api/projects';
import { errorText } from '../resources/errorText';
import { useProjectKey } from '../session/useProjectKey';
import { NewClientCard } from './NewClientCard';

/** Sets of scopes for common programs. */
const presets: Readonly<Record<string, (scopes: readonly string[]) => string[]>> = {
  everything: () => ['manage_project'],
  reading: scopes => scopes.filter(name => name.startsWith('view_')),
  storefront: scopes =>
    scopes.filter(name => /^manage_my_|^(?:view_published_products|create_anonymous_token)$/.test(name)),
};

const scopeGroups = (scopes: readonly string[], t: (name: string) => string) => {
  const kindOf = (name: string): string => /^(view|manage)_/.exec(name)?.[1] ?? 'other';
  return ['view', 'manage', 'other'].map(kind => ({
    group: t(`apiClients.${kind}`),
    items: scopes.filter(name => kindOf(name) === kind),
  }));
};

const useCreation = (projectKey: string) => {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ name, scopes }: { readonly name: string; readonly scopes: readonly string[] }) =>
      createApiClient(projectKey, { name, scope: scopes.map(scope => `${scope}:${projectKey}`).join(' ') }),
    onSuccess: () => invalidate({ resource: 'api-clients', invalidates: ['list'] }),
  });
};

const CreateApiClientPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const { data: scopes = [], error: loadError } = useQuery({ queryKey: ['scopes'], queryFn: listScopes });
  const { mutate, data: client, error: createError, isPending } = useCreation(projectKey);
  const error = createError ?? loadError;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ name, scopes: chosen });
  };
  if (client !== undefined)
    return (
      <Stack maw={820}>
        <Title order={1} size="h2">
          {name}
        </Title>
        <NewClientCard projectKey={projectKey} client={client} />
        <Link to={`/${projectKey}/api-clients`}>{t('apiClients.back')}</Link>
      </Stack>
    );
  return (
    <Stack maw={620} component="form" onSubmit={submit}>
      <Title order={1} size="h2">
        {t('apiClients.create')}
      </Title>
      {error !== null && <Alert color="red">{errorText(error, t)}</Alert>}
      <TextInput
        label={t('apiClients.name')}
        description={t('apiClients.nameHint')}
        required
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group gap="xs">
        <Text size="sm">{t('apiClients.presets')}</Text>
        {Object.entries(presets).map(([preset, choose]) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => setChosen(choose(scopes))}>
            {t(`apiClients.${preset}`)}
          </Button>
        ))}
      </Group>
      <MultiSelect
        label={t('apiClients.scopes')}
        description={t('apiClients.scopesHint')}
        data={scopeGroups(scopes, t)}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('apiClients.clear') }}
        required
      />
      <Button type="submit" loading={isPending} disabled={chosen.length === 0} w="fit-content">
        {t('create.submit')}
      </Button>
    </Stack>
  );
};

export default CreateApiClientPage;

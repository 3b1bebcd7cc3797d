/** The name and the scopes of a new API client, chosen from a list. */
import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createApiClient, listScopes, type NewClient, type Scopes } from '../api/projects';
import { WithReason } from '../layout/WithReason';
import { useReload } from '../resources/useResource';
import { ErrorAlert, LoadError } from '../layout/LoadError';

const noScopes: Scopes = { names: [], presets: {} };

const scopeGroups = (scopes: readonly string[], t: (name: string) => string) => {
  const kindOf = (name: string): string => /^(view|manage)_/.exec(name)?.[1] ?? 'other';
  return ['view', 'manage', 'other'].map(kind => ({
    group: t(`apiClients.${kind}`),
    items: scopes.filter(name => kindOf(name) === kind),
  }));
};

const useCreation = (projectKey: string) => {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ name, scopes }: { readonly name: string; readonly scopes: readonly string[] }) =>
      createApiClient(projectKey, { name, scope: scopes.map(scope => `${scope}:${projectKey}`).join(' ') }),
    onSuccess: () => reload('api-clients'),
  });
};

interface CreateApiClientFormProps {
  readonly projectKey: string;
  readonly onCreated: (client: NewClient, name: string) => void;
}

export const CreateApiClientForm = ({ projectKey, onCreated }: CreateApiClientFormProps) => {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const query = useQuery({ queryKey: ['scopes'], queryFn: listScopes });
  const { data: scopes = noScopes } = query;
  const { mutate, error, isPending } = useCreation(projectKey);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ name, scopes: chosen }, { onSuccess: client => onCreated(client, name) });
  };
  return (
    <Stack maw={620} component="form" onSubmit={submit}>
      <LoadError of={query} />
      <ErrorAlert error={error} />
      <TextInput
        label={t('apiClients.name')}
        description={t('apiClients.nameHint')}
        required
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group gap="xs">
        <Text size="sm">{t('apiClients.presets')}</Text>
        {Object.entries(scopes.presets).map(([preset, names]) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => setChosen([...names])}>
            {t(`apiClients.${preset}`)}
          </Button>
        ))}
      </Group>
      <MultiSelect
        label={t('apiClients.scopes')}
        description={t('apiClients.scopesHint')}
        data={scopeGroups(scopes.names, t)}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('apiClients.clear') }}
        required
      />
      <WithReason reason={chosen.length === 0 ? t('reason.empty', { field: t('apiClients.scopes') }) : undefined}>
        <Button type="submit" loading={isPending} w="fit-content">
          {t('create.submit')}
        </Button>
      </WithReason>
    </Stack>
  );
};

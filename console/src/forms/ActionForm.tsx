/** Changes a resource by one of its update actions, with a form made from the action's schema. */
import { Alert, Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { useInvalidate, useUpdate } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/ApiError';
import { loadSchema, schemaName } from '../api/description';
import { errorText } from '../resources/errorText';
import type { Resource } from '../resources/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { useWholeSchema } from '../resources/useSchema';
import { useProjectKey } from '../session/useProjectKey';
import SchemaForm from './SchemaForm';

interface ActionFormProps {
  readonly type: ResourceType;
  readonly resource: Resource;
}

/** The schemas of all actions of a type, by the name of the action. */
const loadActions = async (typeName: string): Promise<Readonly<Record<string, string>>> => {
  const { discriminator } = await loadSchema(`${typeName}UpdateAction`);
  const { mapping } = discriminator as { readonly mapping: Readonly<Record<string, string>> };
  return Object.fromEntries(Object.entries(mapping).map(([action, reference]) => [action, schemaName(reference)]));
};

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 409;

const ActionForm = ({ type, resource }: ActionFormProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [action, setAction] = useState<string | null>(null);
  const { data: actions } = useQuery({ queryKey: ['actions', type.name], queryFn: () => loadActions(type.name) });
  const schema = useWholeSchema(action === null ? undefined : actions?.[action]);
  const { mutate, mutation } = useUpdate<Resource>();
  const invalidate = useInvalidate();
  const reload = (): void => {
    void invalidate({ resource: type.path, id: resource.id, invalidates: ['detail', 'list'] });
    mutation.reset();
  };
  const apply = (value: unknown): void =>
    mutate({
      resource: type.path,
      id: resource.id,
      values: { version: resource.version, actions: [{ ...(value as object), action }] },
      errorNotification: false,
      meta: { projectKey },
    });
  if (actions === undefined) return <Loader aria-label={t('loading')} />;
  return (
    <Stack>
      <Select
        searchable
        label={t('change.action')}
        data={Object.keys(actions).sort()}
        value={action}
        onChange={value => {
          setAction(value);
          mutation.reset();
        }}
      />
      {mutation.isError && (
        <Alert color="red" title={isConflict(mutation.error) ? t('change.conflict') : undefined}>
          <Group justify="space-between">
            <Text style={{ whiteSpace: 'pre-line' }}>{errorText(mutation.error, t)}</Text>
            {isConflict(mutation.error) && <Button onClick={reload}>{t('change.reload')}</Button>}
          </Group>
        </Alert>
      )}
      {mutation.isSuccess && <Alert color="green">{t('change.saved', { version: resource.version })}</Alert>}
      {action !== null && schema !== undefined && (
        <SchemaForm
          key={`${action} ${resource.version}`}
          schema={schema}
          initial={{ action }}
          hidden={['action']}
          submitText={t('change.submit')}
          isSaving={mutation.isPending}
          onSubmit={apply}
        />
      )}
    </Stack>
  );
};

export default ActionForm;

/** Changes a resource by one of its update actions, with a form made from the action's schema. */
import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSchema, schemaName } from '../api/description';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import type { Resource } from '../resources/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { useWholeSchema } from '../resources/useSchema';
import SchemaForm from './SchemaForm';
import { Loading } from '../layout/Loading';

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

const ActionForm = ({ type, resource }: ActionFormProps) => {
  const { t } = useTranslation();
  const [action, setAction] = useState<string | null>(null);
  const { data: actions } = useQuery({ queryKey: ['actions', type.name], queryFn: () => loadActions(type.name) });
  const schema = useWholeSchema(action === null ? undefined : actions?.[action]);
  const change = useChange(type, resource);
  if (actions === undefined) return <Loading />;
  return (
    <Stack>
      <Select
        searchable
        label={t('change.action')}
        data={Object.keys(actions).sort()}
        value={action}
        onChange={value => {
          setAction(value);
          change.reset();
        }}
      />
      <ChangeAlert change={change} resource={resource} />
      {action !== null && schema !== undefined && (
        <SchemaForm
          key={`${action} ${resource.version}`}
          schema={schema}
          initial={{ action }}
          hidden={['action']}
          submitText={t('change.submit')}
          isSaving={change.isSaving}
          onSubmit={value => change.apply([{ ...(value as object), action }])}
        />
      )}
    </Stack>
  );
};

export default ActionForm;

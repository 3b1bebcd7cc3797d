/** Chooses an update action of a resource type, with a form made from its schema. */
import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFirstLoad, loadSchema, schemaName } from '../api/description';
import type { UpdateAction } from '../changes/useChange';
import { Loading } from '../layout/Loading';
import type { Resource } from '../api/Resource';
import type { ResourceType } from '../resources/resourceTypes';
import { useWholeSchema } from '../resources/useSchema';
import { useWords } from '../words/useWords';
import SchemaForm from './SchemaForm';

interface ActionFieldsProps {
  readonly type: ResourceType;
  /** The resource that is changed, if it is a single one. */
  readonly resource?: Resource;
  /** A new value empties the form. */
  readonly formKey: string;
  readonly submitText: string;
  readonly isSaving: boolean;
  readonly onChoose?: () => void;
  readonly onSubmit: (action: UpdateAction) => void;
}

const loadActions = async (typeName: string): Promise<Readonly<Record<string, string>>> => {
  const { discriminator } = await loadSchema(`${typeName}UpdateAction`);
  const { mapping } = discriminator as { readonly mapping: Readonly<Record<string, string>> };
  return Object.fromEntries(Object.entries(mapping).map(([action, reference]) => [action, schemaName(reference)]));
};

export const ActionFields = (props: ActionFieldsProps) => {
  const { type, resource, formKey, submitText, isSaving, onChoose, onSubmit } = props;
  const { t } = useTranslation();
  const words = useWords();
  const [action, setAction] = useState<string | null>(null);
  const { data: actions } = useQuery({
    queryKey: ['actions', type.name],
    queryFn: () => loadActions(type.name),
    throwOnError: isFirstLoad,
  });
  const schema = useWholeSchema(action === null ? undefined : actions?.[action]);
  if (actions === undefined) return <Loading />;
  const choices = Object.keys(actions).map(name => ({ value: name, label: words.action(name, type.name) }));
  return (
    <Stack>
      <Select
        searchable
        label={t('change.action')}
        data={choices.sort((one, other) => one.label.localeCompare(other.label))}
        value={action}
        onChange={value => {
          setAction(value);
          onChoose?.();
        }}
      />
      {action !== null && schema !== undefined && (
        <SchemaForm
          key={`${action} ${formKey}`}
          path={type.path}
          schema={schema}
          resource={resource}
          initial={{ action }}
          submitText={submitText}
          isSaving={isSaving}
          onSubmit={value => onSubmit({ ...(value as object), action })}
        />
      )}
    </Stack>
  );
};

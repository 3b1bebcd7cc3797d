/** The field of an object that names a resource: a choice of the newest ones, or an id or key that is typed. */
import { Select } from '@mantine/core';
import { type FieldProps, labelValue } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { labelOf, type Page, type Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';

interface Identifier {
  readonly id?: string;
  readonly key?: string;
}

const choicesMax = 200;
const none: readonly Resource[] = [];
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The newest resources of a type; none where the account must not read them. */
const useNewest = (typeId: string): readonly Resource[] => {
  const projectKey = useProjectKey();
  const path = useResourceTypes().find(each => each.typeId === typeId)?.path;
  return (
    useQuery({
      queryKey: ['newest', projectKey, path],
      queryFn: async () => {
        const query = { limit: choicesMax, sort: 'createdAt desc' };
        const { results } = await sendToProject<Page>(projectKey, `/${path}`, { query });
        return results;
      },
      enabled: path !== undefined,
      retry: false,
    }).data ?? none
  );
};

export const ReferenceField = (props: FieldProps) => {
  const { schema, formData, fieldPathId, name, title, required, disabled, rawErrors, uiSchema, onChange } = props;
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const { typeId, ...members } = schema.properties as Record<string, { readonly const?: string }>;
  const resources = useNewest(typeId?.const ?? '');
  const { id, key } = (formData ?? {}) as Identifier;
  const value = id ?? key;
  const toMember = (text: string): Identifier => {
    const isId = members.key === undefined || (members.id !== undefined && idPattern.test(text));
    return isId ? { id: text } : { key: text };
  };
  const choices = resources.flatMap(resource => {
    const own = members.id === undefined ? resource.key : resource.id;
    return typeof own === 'string' ? [{ value: own, label: labelOf(resource, i18n.language) }] : [];
  });
  const others = [...new Set([typed.trim(), value ?? ''])].filter(
    text => text !== '' && !choices.some(each => each.value === text || each.label === text),
  );
  return (
    <Select
      id={fieldPathId.$id}
      name={fieldPathId.$id}
      label={labelValue(uiSchema?.['ui:title'] ?? schema.title ?? title ?? name, false, false)}
      placeholder={t('form.idOrKey')}
      nothingFoundMessage={t('form.idOrKey')}
      searchable
      clearable
      required={required}
      disabled={disabled}
      data={[...choices, ...others.map(text => ({ value: text, label: text }))]}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={chosen =>
        onChange(chosen === null ? undefined : { typeId: typeId?.const, ...toMember(chosen) }, fieldPathId.path)
      }
      error={rawErrors === undefined || rawErrors.length === 0 ? undefined : rawErrors.join('\n')}
      comboboxProps={{ withinPortal: false }}
    />
  );
};

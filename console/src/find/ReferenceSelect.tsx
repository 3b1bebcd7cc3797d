/** A choice of a resource by its name, key, number, email or SKU. */
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { labelOf } from '../values/labelOf';
import { loadReferenced } from '../values/loadReferenced';
import { useChoices } from './useChoices';

interface ReferenceSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'onSearchChange' | 'filter'> {
  readonly typeId: string;
  /** The member of the resource that becomes the value. */
  readonly member: 'id' | 'key';
  /** True if a text that matches no resource may be chosen, such as the id of an unreadable resource. */
  readonly isOpen?: boolean;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Returns the chosen resource, which the choices may not contain. */
const useChosen = (path: string | undefined, member: 'id' | 'key', value: string | undefined): Resource | undefined => {
  const projectKey = useProjectKey();
  const { data } = useQuery({
    queryKey: ['referenced', projectKey, path, value],
    queryFn: () => loadReferenced({ projectKey, path: path ?? '', member, value: value ?? '' }),
    enabled: path !== undefined && value !== undefined && value !== '',
    retry: false,
  });
  return data ?? undefined;
};

export const ReferenceSelect = (props: ReferenceSelectProps) => {
  const { typeId, member, isOpen = false, value, onChange, ...select } = props;
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const path = useResourceTypes().find(each => each.typeId === typeId)?.path;
  const chosen = useChosen(path, member, value);
  const chosenLabel = chosen === undefined ? value : labelOf(chosen, i18n.language);
  // The field shows the label of the choice, which is not a search text.
  const { resources, isFound } = useChoices(path, typed === chosenLabel ? '' : typed);
  const choices = resources.flatMap(resource => {
    const own = resource[member];
    return typeof own === 'string' ? [{ value: own, label: labelOf(resource, i18n.language) }] : [];
  });
  const others = new Map<string, string>();
  if (value !== undefined && value !== '') others.set(value, chosenLabel ?? value);
  if (isOpen && typed.trim() !== '' && typed !== chosenLabel) others.set(typed.trim(), typed.trim());
  const added = [...others].filter(([text]) => !choices.some(each => each.value === text || each.label === text));
  return (
    <Select
      placeholder={t('form.find')}
      nothingFoundMessage={t('form.nothingFound')}
      searchable
      clearable
      {...select}
      data={[...choices, ...added.map(([text, label]) => ({ value: text, label }))]}
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={next => onChange(next ?? undefined)}
      filter={isFound ? ({ options }) => options : undefined}
      comboboxProps={{ withinPortal: false, ...select.comboboxProps }}
    />
  );
};

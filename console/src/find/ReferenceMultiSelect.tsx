/** A choice of several resources by their names, keys, numbers, emails or SKUs. */
import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useLabels } from '../values/useLabels';
import { labelOf } from '../values/labelOf';
import { useChoices } from './useChoices';

interface ReferenceMultiSelectProps {
  readonly label: string;
  readonly typeId: string;
  readonly member: 'id' | 'key';
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

export const ReferenceMultiSelect = ({ label, typeId, member, value, onChange }: ReferenceMultiSelectProps) => {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const path = useResourceTypes().find(each => each.typeId === typeId)?.path;
  const { resources, isFound } = useChoices(path, typed);
  const labels = useLabels(value.map(each => ({ typeId, member, value: each })));
  const choices = new Map(value.map((each, at) => [each, labels[at] ?? each]));
  for (const resource of resources) {
    const own = resource[member];
    if (typeof own === 'string') choices.set(own, labelOf(resource, i18n.language));
  }
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('form.find') : undefined}
      nothingFoundMessage={t('form.nothingFound')}
      searchable
      clearable
      data={[...choices].map(([id, text]) => ({ value: id, label: text }))}
      value={[...value]}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={isFound ? ({ options }) => options : undefined}
      clearButtonProps={{ 'aria-label': t('form.clear', { label }) }}
    />
  );
};

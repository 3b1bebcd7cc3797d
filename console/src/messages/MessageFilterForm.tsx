import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceTypes } from '../resources/useResourceTypes';
import type { MessageFilter } from './messageFilter';

export const MessageFilterForm = ({ onSubmit }: { readonly onSubmit: (filter: MessageFilter) => void }) => {
  const { t } = useTranslation();
  const types = useResourceTypes();
  const [typeId, setTypeId] = useState<string | null>(null);
  const [type, setType] = useState('');
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault();
    const given = type.trim();
    onSubmit({ typeId: typeId ?? undefined, type: given === '' ? undefined : given });
  };
  return (
    <Group component="form" align="end" onSubmit={submit as (event: FormEvent<HTMLElement>) => void}>
      <Select
        label={t('messages.resourceType')}
        placeholder={t('audit.all')}
        data={types.map(each => each.typeId)}
        value={typeId}
        onChange={setTypeId}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.clear') }}
      />
      <TextInput
        label={t('messages.type')}
        placeholder="OrderCreated"
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
      />
      <Button type="submit">{t('list.apply')}</Button>
    </Group>
  );
};

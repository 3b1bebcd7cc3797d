/** Applies, saves and removes named filters of a list. */
import { Button, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFilters, type SavedFilter, writeFilters } from './savedFilters';

interface SavedFiltersProps {
  readonly projectKey: string;
  readonly path: string;
  /** The filter that is applied now. */
  readonly where: string;
  readonly onApply: (where: string) => void;
}

const SaveButton = ({ onSave }: { readonly onSave: (name: string) => void }) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withRoles={false}>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setIsOpen(!isOpen)}>
          {t('lists.saveFilter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={save}>
          <Group align="end">
            <TextInput
              label={t('lists.filterName')}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Button type="submit">{t('lists.save')}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
};

export const SavedFilters = ({ projectKey, path, where, onApply }: SavedFiltersProps) => {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(() => readFilters(projectKey, path));
  const keep = (next: readonly SavedFilter[]): void => {
    writeFilters(projectKey, path, next);
    setFilters(next);
  };
  const others = (name: string): readonly SavedFilter[] => filters.filter(each => each.name !== name);
  if (filters.length === 0 && where === '') return null;
  return (
    <Group gap="xs" role="group" aria-label={t('lists.savedFilters')}>
      {filters.map(({ name, where: saved }) => (
        <Group key={name} gap={2}>
          <Button size="xs" variant={saved === where ? 'filled' : 'default'} onClick={() => onApply(saved)}>
            {name}
          </Button>
          <CloseButton size="sm" aria-label={t('lists.removeFilter', { name })} onClick={() => keep(others(name))} />
        </Group>
      ))}
      {where !== '' && <SaveButton onSave={name => keep([...others(name), { name, where }])} />}
    </Group>
  );
};

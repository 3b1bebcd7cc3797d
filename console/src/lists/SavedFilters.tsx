/** Applies, saves and removes named filters of a list. */
import { Button, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFiltered, type ListFilters, readFilters, type SavedFilter, writeFilters } from './savedFilters';

interface SavedFiltersProps {
  readonly projectKey: string;
  readonly path: string;
  /** The filters that are currently applied. */
  readonly filters: ListFilters;
  readonly onApply: (filters: ListFilters) => void;
}

/** Returns the same text for filters that mean the same. */
const identity = ({ where, words = '', chips = {} }: ListFilters): string => {
  const set = Object.entries(chips).flatMap(([name, text]) => (text === '' ? [] : [`${name} ${text}`]));
  return JSON.stringify([where, words, ...set.sort((one, other) => one.localeCompare(other))]);
};

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

export const SavedFilters = ({ projectKey, path, filters: applied, onApply }: SavedFiltersProps) => {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(() => readFilters(projectKey, path));
  const keep = (next: readonly SavedFilter[]): void => {
    writeFilters(projectKey, path, next);
    setFilters(next);
  };
  const others = (name: string): readonly SavedFilter[] => filters.filter(each => each.name !== name);
  if (filters.length === 0 && !isFiltered(applied)) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('lists.savedFilters')}>
      {filters.map(({ name, ...saved }) => (
        <Group key={name} gap={2}>
          <Button
            size="xs"
            variant={identity(saved) === identity(applied) ? 'filled' : 'default'}
            onClick={() => onApply(saved)}
          >
            {name}
          </Button>
          <CloseButton size="sm" aria-label={t('lists.removeFilter', { name })} onClick={() => keep(others(name))} />
        </Group>
      ))}
      {isFiltered(applied) && <SaveButton onSave={name => keep([...others(name), { name, ...applied }])} />}
    </Group>
  );
};

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PredicateFieldProps {
  /** The current filter of the list. */
  readonly applied: string;
  /** The chips of the list as a predicate, which the entered predicate replaces. */
  readonly ofChips: string;
  readonly onSubmit: (where: string) => void;
}

/** The expert mode of filters: a predicate in the language of the API, such as `orderState = "Open"`. */
export const PredicateField = ({ applied, ofChips, onSubmit }: PredicateFieldProps) => {
  const { t } = useTranslation();
  const [where, setWhere] = useState(applied === '' ? ofChips : applied);
  const [isOpen, setIsOpen] = useState(applied !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(where);
  };
  return (
    <Stack gap="xs" style={{ flexGrow: isOpen ? 1 : undefined }}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        style={{ alignSelf: 'start' }}
      >
        {t('lists.expert')}
      </Button>
      {isOpen && (
        <form onSubmit={submit}>
          <Group align="end">
            <TextInput
              label={t('list.filter')}
              description={t('list.filterHint')}
              value={where}
              onChange={event => setWhere(event.currentTarget.value)}
              style={{ flexGrow: 1 }}
              spellCheck={false}
            />
            <Button type="submit" variant="default">
              {t('list.apply')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
};

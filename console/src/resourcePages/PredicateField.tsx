import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PredicateFieldProps {
  /** The filter of the list now. */
  readonly applied: string;
  readonly onSubmit: (where: string) => void;
}

/** A filter in the API's own language of predicates, such as `orderState = "Open"`. */
export const PredicateField = ({ applied, onSubmit }: PredicateFieldProps) => {
  const { t } = useTranslation();
  const [where, setWhere] = useState(applied);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(where);
  };
  return (
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
  );
};

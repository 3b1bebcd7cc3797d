/** The conditions of a predicate, each as a row of member, comparison and value. */
import { Autocomplete, Button, CloseButton, Group, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PredicateKind, suggestedMembers } from './predicateKinds';
import { isUnary, type Joint, type Operator, operators, type PredicateRow, type PredicateRows } from './predicateRows';

interface PredicateRowsFieldProps {
  readonly kind: PredicateKind;
  readonly value: PredicateRows;
  readonly onChange: (value: PredicateRows) => void;
}

const newRow: PredicateRow = { member: '', operator: '=', value: '' };

export const PredicateRowsField = ({ kind, value, onChange }: PredicateRowsFieldProps) => {
  const { t } = useTranslation();
  const { joint, rows } = value;
  const change = (at: number, changes: Partial<PredicateRow>): void =>
    onChange({ joint, rows: rows.map((row, index) => (index === at ? { ...row, ...changes } : row)) });
  return (
    <Stack gap="xs">
      {rows.length > 1 && (
        <Select
          w={260}
          label={t('predicate.joint')}
          data={(['and', 'or'] as const).map(each => ({ value: each, label: t(`predicate.${each}`) }))}
          value={joint}
          allowDeselect={false}
          onChange={next => onChange({ joint: (next ?? 'and') as Joint, rows })}
        />
      )}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
        <Group key={at} gap="xs" wrap="wrap" role="group" aria-label={t('predicate.row', { number: at + 1 })}>
          <Autocomplete
            aria-label={t('predicate.member')}
            placeholder={t('predicate.member')}
            data={[...suggestedMembers[kind]]}
            value={row.member}
            onChange={member => change(at, { member })}
          />
          <Select
            w={150}
            aria-label={t('predicate.operator')}
            data={[...operators]}
            value={row.operator}
            allowDeselect={false}
            onChange={operator => change(at, { operator: (operator ?? '=') as Operator })}
          />
          {!isUnary(row.operator) && (
            <TextInput
              aria-label={t('predicate.value')}
              placeholder={t('predicate.value')}
              value={row.value}
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
          )}
          <CloseButton
            aria-label={t('predicate.remove', { number: at + 1 })}
            onClick={() => onChange({ joint, rows: rows.filter((_row, index) => index !== at) })}
          />
        </Group>
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => onChange({ joint, rows: [...rows, newRow] })}>
          {t('predicate.add')}
        </Button>
      </Group>
    </Stack>
  );
};

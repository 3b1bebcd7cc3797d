/** The conditions of a predicate, each as a row of member, comparison and value. */
import { Autocomplete, Button, CloseButton, Group, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { type PredicateKind, referenceOf, suggestedMembers } from './predicateKinds';
import { isUnary, type Joint, type Operator, operators, type PredicateRow, type PredicateRows } from './predicateRows';

interface PredicateRowsFieldProps {
  readonly kind: PredicateKind;
  readonly value: PredicateRows;
  readonly onChange: (value: PredicateRows) => void;
}

const newRow: PredicateRow = { member: '', operator: '=', value: '' };

interface ValueFieldProps {
  readonly row: PredicateRow;
  readonly onChange: (value: string) => void;
}

/** The field of a value: one resource is chosen by its name; lists and other values are typed. */
const ValueField = ({ row: { member, operator, value }, onChange }: ValueFieldProps) => {
  const { t } = useTranslation();
  const label = t('predicate.value');
  const reference = operator === '=' || operator === '!=' ? referenceOf(member) : undefined;
  if (reference !== undefined)
    return (
      <ReferenceSelect
        {...reference}
        isOpen
        aria-label={label}
        value={value || undefined}
        onChange={next => onChange(next ?? '')}
      />
    );
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};

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
          {!isUnary(row.operator) && <ValueField row={row} onChange={text => change(at, { value: text })} />}
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

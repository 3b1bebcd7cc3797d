/** The field of a predicate in a form: its text, its conditions as rows, and a test with a cart. */
import { Fieldset, Stack, Text, Textarea } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PredicateKind } from './predicateKinds';
import { formatRows, type PredicateRows, parseRows } from './predicateRows';
import { PredicateRowsField } from './PredicateRowsField';
import { PredicateTest } from './PredicateTest';

export const PredicateWidget = ({ id, label, value, required, options, rawErrors, onChange }: WidgetProps) => {
  const { t } = useTranslation();
  const kind = options.kind as PredicateKind;
  const text = typeof value === 'string' ? value : '';
  const [rows, setRows] = useState(() => parseRows(text));
  const write = (next: string): void => onChange(next === '' ? undefined : next);
  const changeRows = (next: PredicateRows): void => {
    setRows(next);
    write(formatRows(next));
  };
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {rows === undefined ? (
          <Text size="sm">{t('predicate.textOnly')}</Text>
        ) : (
          <PredicateRowsField kind={kind} value={rows} onChange={changeRows} />
        )}
        <Textarea
          id={id}
          label={t('predicate.text')}
          required={required}
          error={rawErrors?.join('\n')}
          autosize
          value={text}
          onChange={({ currentTarget }) => {
            write(currentTarget.value);
            setRows(parseRows(currentTarget.value));
          }}
        />
        <PredicateTest kind={kind} predicate={text} />
      </Stack>
    </Fieldset>
  );
};

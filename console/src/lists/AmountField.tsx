/** A range of amounts in a currency, which a chip of a list is set to. */
import { Group, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProject } from '../session/useProject';
import { amountOf } from './chips';

interface AmountFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const AmountField = ({ text, onChange }: AmountFieldProps) => {
  const { t } = useTranslation();
  const [first = ''] = useProject().currencies;
  const { currency, from, to } = amountOf(text);
  const change = (next: { readonly currency?: string; readonly from?: string; readonly to?: string }): void => {
    const all = { currency: currency === '' ? first : currency, from, to, ...next };
    onChange(all.from === '' && all.to === '' ? '' : `${all.currency} ${all.from}..${all.to}`);
  };
  return (
    <Group>
      <TextInput
        w={80}
        label={t('lists.currency')}
        value={currency === '' ? first : currency}
        maxLength={3}
        onChange={({ currentTarget }) => {
          const code = currentTarget.value.toUpperCase();
          if (/^[A-Z]{3}$/.test(code)) change({ currency: code });
        }}
      />
      <NumberInput
        w={110}
        min={0}
        label={t('lists.from')}
        value={from}
        onChange={value => change({ from: `${value}` })}
      />
      <NumberInput w={110} min={0} label={t('lists.to')} value={to} onChange={value => change({ to: `${value}` })} />
    </Group>
  );
};

export default AmountField;

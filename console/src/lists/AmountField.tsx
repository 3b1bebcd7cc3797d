/** A range of amounts in a currency, as the value of a filter. */
import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../numbers/NumberField';
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
      {(['from', 'to'] as const).map(name => (
        <NumberField
          key={name}
          w={130}
          label={t(`lists.${name}`)}
          min={name === 'to' && from !== '' ? Number(from) : 0}
          currency={currency === '' ? first : currency}
          value={{ from, to }[name] === '' ? undefined : Number({ from, to }[name])}
          onChange={value => change({ [name]: value === undefined ? '' : String(value) })}
        />
      ))}
    </Group>
  );
};

export default AmountField;

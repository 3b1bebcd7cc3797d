import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decimalSeparator } from '../values/format';

interface MoneyInputProps {
  readonly currency: string;
  readonly fractionDigits: number;
  /** In units of the currency. */
  readonly amount: number;
  readonly onChange: (amount: number) => void;
}

/** An amount of a currency, with the decimal sign of the language. */
export const MoneyInput = ({ currency, fractionDigits, amount, onChange }: MoneyInputProps) => {
  const { t, i18n } = useTranslation();
  return (
    <NumberInput
      label={t('order.amount', { currency })}
      min={0}
      decimalScale={fractionDigits}
      fixedDecimalScale
      decimalSeparator={decimalSeparator(i18n.language)}
      value={amount}
      onChange={value => onChange(Number(value))}
    />
  );
};

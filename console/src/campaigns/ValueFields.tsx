/** The reduction of a discount: percent, amounts, a fixed price, a gift. */
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../numbers/NumberField';
import { useProject } from '../session/useProject';
import { fractionDigitsOf } from '../values/format';
import { Choice } from './Choice';
import type { Campaign } from './campaign';
import { GiftFields } from './GiftFields';
import { changeValueType, type DiscountValue, isGift, valueTypesFor } from './kinds';

interface ValueFieldsProps {
  readonly campaign: Campaign;
  readonly isNew: boolean;
  readonly onChange: (changes: Partial<Campaign>) => void;
}

const permyriadOfPercent = 100;

interface AmountsProps {
  readonly value: DiscountValue;
  readonly onChange: (value: DiscountValue) => void;
}

const Amounts = ({ value, onChange }: AmountsProps) => {
  const { t } = useTranslation();
  const { money = [] } = value;
  const currencies = new Set([...useProject().currencies, ...money.map(({ currencyCode }) => currencyCode)]);
  const write = (currencyCode: string, amount: number | undefined): void => {
    const others = money.filter(each => each.currencyCode !== currencyCode);
    const fractionDigits = fractionDigitsOf(currencyCode);
    onChange({
      ...value,
      money:
        amount === undefined
          ? others
          : [...others, { currencyCode, centAmount: Math.round(amount * 10 ** fractionDigits), fractionDigits }],
    });
  };
  return [...currencies].map(currency => {
    const cents = money.find(({ currencyCode }) => currencyCode === currency)?.centAmount;
    return (
      <NumberField
        key={currency}
        w={140}
        label={t('campaign.amountIn', { currency })}
        min={0}
        currency={currency}
        value={cents && cents / 10 ** fractionDigitsOf(currency)}
        onChange={amount => write(currency, amount)}
      />
    );
  });
};

const Percent = ({ value, onChange }: AmountsProps) => (
  <NumberField
    w={140}
    label={useTranslation().t('campaign.percent')}
    required
    min={0}
    max={100}
    digits={2}
    value={value.permyriad && value.permyriad / permyriadOfPercent}
    onChange={percent => onChange({ ...value, permyriad: percent && Math.round(percent * permyriadOfPercent) })}
  />
);

/** Tells whether an amount fits the fields: fixed prices may have fractions of a cent, which no field here has. */
const isPlain = ({ money = [] }: DiscountValue): boolean => money.every(({ type }) => type !== 'highPrecision');

export const ValueFields = ({ campaign, onChange, isNew }: ValueFieldsProps) => {
  const { t } = useTranslation();
  const { path, value } = campaign;
  const types = valueTypesFor(path, isNew);
  if (!types.some(type => type === value.type) || !isPlain(value))
    return <Text size="sm">{t(isGift(value) ? 'campaign.giftStays' : 'campaign.otherValue')}</Text>;
  const write = (next: DiscountValue): void => onChange({ value: next });
  return (
    <Group align="end">
      <Choice
        label={t('campaign.valueKind')}
        value={value.type}
        kinds={types.map(kind => ({ value: kind, label: t(`campaign.valueKinds.${kind}`) }))}
        onChange={type => onChange(changeValueType(campaign, type))}
      />
      {value.type === 'relative' && <Percent value={value} onChange={write} />}
      {(value.type === 'absolute' || value.type === 'fixed') && <Amounts value={value} onChange={write} />}
      {isGift(value) && <GiftFields value={value} onChange={write} />}
    </Group>
  );
};

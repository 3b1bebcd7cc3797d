/** How much a discount takes off, and off what of a cart. */
import { Group, Input, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProject } from '../session/useProject';
import { fractionDigitsOf } from '../values/format';
import type { Campaign, DiscountValue } from './campaign';

interface ValueFieldsProps {
  readonly campaign: Campaign;
  readonly onChange: (changes: Partial<Campaign>) => void;
}

const valueKinds = ['relative', 'absolute'] as const;
const targetKinds = ['lineItems', 'totalPrice', 'shipping'] as const;
const permyriadOfPercent = 100;

interface AmountsProps {
  readonly value: DiscountValue;
  readonly onChange: (value: DiscountValue) => void;
}

const Amounts = ({ value, onChange }: AmountsProps) => {
  const { t } = useTranslation();
  const { money = [] } = value;
  const currencies = new Set([...useProject().currencies, ...money.map(({ currencyCode }) => currencyCode)]);
  const write = (currencyCode: string, amount: number | string): void => {
    const others = money.filter(each => each.currencyCode !== currencyCode);
    const centAmount = Math.round(Number(amount) * 10 ** fractionDigitsOf(currencyCode));
    onChange({
      type: 'absolute',
      money:
        amount === ''
          ? others
          : [...others, { currencyCode, centAmount, fractionDigits: fractionDigitsOf(currencyCode) }],
    });
  };
  return [...currencies].map(currency => {
    const cents = money.find(({ currencyCode }) => currencyCode === currency)?.centAmount;
    return (
      <NumberInput
        key={currency}
        w={140}
        label={t('campaign.amountIn', { currency })}
        min={0}
        decimalScale={fractionDigitsOf(currency)}
        value={cents === undefined ? '' : cents / 10 ** fractionDigitsOf(currency)}
        onChange={amount => write(currency, amount)}
      />
    );
  });
};

const Value = ({ value, onChange }: AmountsProps) => {
  const { t } = useTranslation();
  if (!valueKinds.some(kind => kind === value.type)) return <Text size="sm">{t('campaign.otherValue')}</Text>;
  return (
    <Group align="end">
      <Input.Wrapper label={t('campaign.valueKind')} labelElement="div">
        <SegmentedControl
          display="flex"
          w="fit-content"
          aria-label={t('campaign.valueKind')}
          value={value.type}
          onChange={type => onChange({ type })}
          data={valueKinds.map(kind => ({ value: kind, label: t(`campaign.valueKinds.${kind}`) }))}
        />
      </Input.Wrapper>
      {value.type === 'relative' ? (
        <NumberInput
          w={140}
          label={t('campaign.percent')}
          required
          min={0}
          max={100}
          decimalScale={2}
          value={value.permyriad === undefined ? '' : value.permyriad / permyriadOfPercent}
          onChange={percent =>
            onChange({
              ...value,
              permyriad: percent === '' ? undefined : Math.round(Number(percent) * permyriadOfPercent),
            })
          }
        />
      ) : (
        <Amounts value={value} onChange={onChange} />
      )}
    </Group>
  );
};

export const ValueFields = ({ campaign, onChange }: ValueFieldsProps) => {
  const { t } = useTranslation();
  const { path, value, target } = campaign;
  return (
    <Stack gap="sm">
      <Value value={value} onChange={next => onChange({ value: next })} />
      {path === 'cart-discounts' && targetKinds.some(kind => kind === target.type) && (
        <Input.Wrapper label={t('campaign.target')} labelElement="div">
          <SegmentedControl
            display="flex"
            w="fit-content"
            aria-label={t('campaign.target')}
            value={target.type}
            onChange={type => onChange({ target: { type } })}
            data={targetKinds.map(kind => ({ value: kind, label: t(`campaign.targets.${kind}`) }))}
          />
        </Input.Wrapper>
      )}
    </Stack>
  );
};

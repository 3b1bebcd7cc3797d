/** The target of a discount on carts: items, some of several items, the whole cart, or shipping. */
import { Group, Select, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../numbers/NumberField';
import { useWords } from '../words/useWords';
import { Choice } from './Choice';
import type { Campaign } from './campaign';
import { type DiscountTarget, newTarget, targetTypesFor } from './kinds';

interface TargetFieldsProps {
  readonly campaign: Campaign;
  readonly onChange: (target: DiscountTarget) => void;
}

const quantities = ['triggerQuantity', 'discountedQuantity', 'maxOccurrence'] as const;

const ManyItems = ({ target, onChange }: { readonly target: DiscountTarget } & Pick<TargetFieldsProps, 'onChange'>) => {
  const { t } = useTranslation();
  const words = useWords();
  const label = words.member('selectionMode', 'CartDiscountTarget');
  return (
    <Group align="start">
      {quantities.map(name => (
        <NumberField
          key={name}
          w={180}
          label={t(`campaign.${name}`)}
          required={name !== 'maxOccurrence'}
          min={1}
          max={name === 'discountedQuantity' ? target.triggerQuantity : undefined}
          value={target[name]}
          onChange={count => onChange({ ...target, [name]: count })}
        />
      ))}
      <Select
        w={200}
        label={label}
        allowDeselect={false}
        data={['Cheapest', 'MostExpensive'].map(value => ({ value, label: words.value('selectionMode', value) }))}
        value={target.selectionMode ?? null}
        onChange={mode => onChange({ ...target, selectionMode: mode ?? undefined })}
      />
    </Group>
  );
};

export const TargetFields = ({ campaign: { value, target }, onChange }: TargetFieldsProps) => {
  const { t } = useTranslation();
  const types = targetTypesFor(value);
  if (!types.some(type => type === target.type)) return <Text size="sm">{t('campaign.otherTarget')}</Text>;
  return (
    <Stack gap="sm">
      <Choice
        label={t('campaign.target')}
        value={target.type}
        kinds={types.map(type => ({ value: type, label: t(`campaign.targets.${type}`) }))}
        onChange={type => onChange(newTarget(type))}
      />
      {target.type === 'multiBuyLineItems' && <ManyItems target={target} onChange={onChange} />}
    </Stack>
  );
};

/** The window of one tax rate. Its key and its parts stay as they are. */
import { Checkbox, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { NumberField } from '../numbers/NumberField';
import { useProject } from '../session/useProject';
import { countryName } from '../values/format';

export interface TaxRate {
  readonly id: string;
  readonly key?: string;
  readonly name: string;
  readonly amount: number;
  readonly includedInPrice: boolean;
  readonly country: string;
  readonly state?: string;
  readonly subRates?: readonly object[];
}

export interface TaxCategory extends Resource {
  readonly rates: readonly TaxRate[];
}

interface TaxRateDialogProps {
  readonly category: TaxCategory;
  /** Undefined for a new rate. */
  readonly rate: TaxRate | undefined;
  readonly onClose: () => void;
}

/** Rounds percentages to remove the errors of binary fractions: 19 for 0.19. */
const percentDigits = 6;
const toPercent = (amount: number): number => Number((amount * 100).toFixed(percentDigits));

const toForm = (rate: TaxRate | undefined) => ({
  country: rate?.country ?? '',
  state: rate?.state ?? '',
  rateName: rate?.name ?? '',
  percent: rate && toPercent(rate.amount),
  includedInPrice: rate?.includedInPrice ?? true,
});

type RateForm = ReturnType<typeof toForm>;

const actionFor = (rate: TaxRate | undefined, { country, state, rateName, percent, includedInPrice }: RateForm) => {
  const { id: taxRateId, state: _state, ...kept } = rate ?? ({} as Partial<TaxRate>);
  const amount = Number(((percent ?? 0) / 100).toFixed(percentDigits + 2));
  const taxRate = { ...kept, country, name: rateName, amount, includedInPrice, ...(state !== '' && { state }) };
  return taxRateId === undefined ? { action: 'addTaxRate', taxRate } : { action: 'replaceTaxRate', taxRateId, taxRate };
};

interface FieldsProps {
  readonly rate: TaxRate | undefined;
  readonly form: RateForm;
  readonly onChange: (members: Partial<RateForm>) => void;
}

const Fields = ({ rate, form, onChange }: FieldsProps) => {
  const { t, i18n } = useTranslation();
  const { countries } = useProject();
  const hasParts = (rate?.subRates ?? []).length > 0;
  const codes = [...new Set([...countries, ...(rate === undefined ? [] : [rate.country])])];
  return (
    <>
      <Select
        label={t('setup.country')}
        data={codes
          .map(code => ({ value: code, label: countryName(code, i18n.language) }))
          .sort((a, b) => a.label.localeCompare(b.label))}
        value={form.country === '' ? null : form.country}
        onChange={country => onChange({ country: country ?? '' })}
        searchable
        required
      />
      <TextInput
        label={t('setup.state')}
        description={t('setup.stateHint')}
        value={form.state}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.value })}
      />
      <TextInput
        label={t('setup.rateName')}
        description={t('setup.rateNameHint')}
        value={form.rateName}
        onChange={({ currentTarget }) => onChange({ rateName: currentTarget.value })}
        required
      />
      <NumberField
        label={t('setup.percent')}
        rightSection="%"
        min={0}
        max={100}
        digits={percentDigits}
        value={form.percent}
        onChange={percent => onChange({ percent })}
        readOnly={hasParts}
        required
      />
      {hasParts && <Text size="sm">{t('setup.partsStay')}</Text>}
      <Checkbox
        label={t('setup.included')}
        checked={form.includedInPrice}
        onChange={({ currentTarget }) => onChange({ includedInPrice: currentTarget.checked })}
      />
    </>
  );
};

export const TaxRateDialog = ({ category, rate, onClose }: TaxRateDialogProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'tax-categories' }, category);
  const [form, setForm] = useState(() => toForm(rate));
  const empty = (['country', 'rateName', 'percent'] as const).find(name =>
    ['', undefined].includes(form[name] as string | undefined),
  );
  return (
    <Dialog
      title={t(rate === undefined ? 'setup.addRate' : 'setup.rate')}
      submitText={t('order.save')}
      change={change}
      resource={category}
      missing={empty && t('reason.empty', { field: t(`setup.${empty}`) })}
      onSubmit={() => change.apply([actionFor(rate, form)], onClose)}
      onClose={onClose}
    >
      <Fields rate={rate} form={form} onChange={members => setForm({ ...form, ...members })} />
    </Dialog>
  );
};

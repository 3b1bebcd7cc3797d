/** The window that adds a market as a column of the prices. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../changes/FormDialog';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { NumberField } from '../numbers/NumberField';
import { isRange } from '../validity/times';
import { TimeFields } from '../validity/TimeFields';
import { countryName } from '../values/format';
import type { Setup } from './cells';
import type { Market } from './markets';

const percentDigits = 2;

interface MarketDialogProps {
  readonly setup: Setup;
  /** Gets the percentage by which the usual prices are reduced to fill the column. */
  readonly onAdd: (market: Market, percent: number | undefined) => void;
  readonly onClose: () => void;
}

export const MarketDialog = ({ setup, onAdd, onClose }: MarketDialogProps) => {
  const { t, i18n } = useTranslation();
  const [market, setMarket] = useState<Market>({ currencyCode: setup.currencies[0] ?? 'EUR' });
  const [percent, setPercent] = useState<number>();
  const set = (changes: { readonly [Name in keyof Market]?: string | undefined }): void =>
    setMarket(
      before =>
        Object.fromEntries(
          Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined),
        ) as unknown as Market,
    );
  return (
    <FormDialog
      title={t('product.addMarket')}
      hint={t('product.marketHint')}
      submitText={t('product.add')}
      isSaving={false}
      alert={null}
      missing={isRange(market) ? undefined : t('reason.endsFirst')}
      onSubmit={() => {
        onAdd(market, percent);
        onClose();
      }}
      onClose={onClose}
    >
      <Select
        label={t('product.currency')}
        data={[...setup.currencies]}
        value={market.currencyCode}
        allowDeselect={false}
        onChange={value => value !== null && set({ currencyCode: value })}
        searchable
      />
      <Select
        label={t('product.country')}
        placeholder={t('product.allCountries')}
        data={setup.countries.map(value => ({ value, label: countryName(value, i18n.language) }))}
        value={market.country ?? null}
        onChange={country => set({ country: country ?? undefined })}
        searchable
        clearable
      />
      <ReferenceSelect
        label={t('product.customerGroup')}
        typeId="customer-group"
        member="id"
        value={market.customerGroup}
        onChange={customerGroup => set({ customerGroup })}
      />
      <ReferenceSelect
        label={t('product.channel')}
        typeId="channel"
        member="id"
        value={market.channel}
        onChange={channel => set({ channel })}
      />
      <TimeFields range={market} onChange={set} />
      <NumberField
        label={t('product.percentOff')}
        description={t('product.percentOffHint')}
        min={0}
        max={100}
        digits={percentDigits}
        value={percent}
        onChange={setPercent}
      />
    </FormDialog>
  );
};

/** The window in which a market becomes a column of the prices. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../changes/FormDialog';
import { ReferenceSelect } from '../find/ReferenceSelect';
import type { Setup } from './cells';
import type { Market } from './markets';

interface MarketDialogProps {
  readonly setup: Setup;
  readonly onAdd: (market: Market) => void;
  readonly onClose: () => void;
}

export const MarketDialog = ({ setup, onAdd, onClose }: MarketDialogProps) => {
  const { t, i18n } = useTranslation();
  const [market, setMarket] = useState<Market>({ currencyCode: setup.currencies[0] ?? 'EUR' });
  const set = (changes: { readonly [Name in keyof Market]?: string | undefined }): void =>
    setMarket(
      before =>
        Object.fromEntries(
          Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined),
        ) as unknown as Market,
    );
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  return (
    <FormDialog
      title={t('product.addMarket')}
      hint={t('product.marketHint')}
      submitText={t('product.add')}
      isSaving={false}
      alert={null}
      onSubmit={() => {
        onAdd(market);
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
        data={setup.countries.map(value => ({ value, label: names.of(value) ?? value }))}
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
    </FormDialog>
  );
};

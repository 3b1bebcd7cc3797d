/** The window that changes the price of a shipping method in one zone and currency. */
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { NumberField } from '../numbers/NumberField';
import { fractionDigitsOf } from '../values/format';
import { rateDraft, rateIn, type ShippingMethod, type ZoneRate } from './shippingMethod';

interface RateDialogProps {
  readonly method: ShippingMethod;
  readonly zoneRate: ZoneRate;
  readonly currency: string;
  /** The name of the zone. */
  readonly title: ReactNode;
  readonly onClose: () => void;
}

export const RateDialog = ({ method, zoneRate, currency, title, onClose }: RateDialogProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'shipping-methods' }, method);
  const rate = rateIn(zoneRate, currency);
  const digits = fractionDigitsOf(currency);
  const amountOf = (cents: number | undefined): number | undefined => cents && cents / 10 ** digits;
  const [price, setPrice] = useState(amountOf(rate?.price.centAmount));
  const [freeAbove, setFreeAbove] = useState(amountOf(rate?.freeAbove?.centAmount));
  const moneyOf = (amount: number) => ({
    currencyCode: currency,
    centAmount: Math.round(amount * 10 ** digits),
  });
  const { zone } = zoneRate;
  const removal =
    rate === undefined ? [] : [{ action: 'removeShippingRate', zone, shippingRate: rateDraft(rate) } as const];
  const save = (): void => {
    if (price === undefined) return;
    const { freeAbove: _freeAbove, ...kept } = rate ?? {};
    const next = { ...kept, price: moneyOf(price), ...(freeAbove !== undefined && { freeAbove: moneyOf(freeAbove) }) };
    change.apply([...removal, { action: 'addShippingRate', zone, shippingRate: rateDraft(next) }], onClose);
  };
  return (
    <Dialog
      title={t('shipping.rateIn', { currency })}
      submitText={t('order.save')}
      change={change}
      resource={method}
      missing={price === undefined ? t('reason.empty', { field: t('shipping.price') }) : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <Text fw={600}>{title}</Text>
      <NumberField
        label={t('shipping.price')}
        required
        min={0}
        currency={currency}
        value={price}
        onChange={setPrice}
        data-autofocus
      />
      <NumberField
        label={t('shipping.freeAbove')}
        min={0}
        currency={currency}
        value={freeAbove}
        onChange={setFreeAbove}
      />
      {(rate?.tiers ?? []).length > 0 && <Text size="sm">{t('shipping.tiersStay')}</Text>}
      {rate !== undefined && (
        <Button variant="subtle" color="red.9" onClick={() => change.apply(removal, onClose)}>
          {t('shipping.removeRate')}
        </Button>
      )}
    </Dialog>
  );
};

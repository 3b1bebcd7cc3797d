/** The window in which the amount of a price is changed, or a price is added to a variant. */
import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import { type Price, priceScopeOf, type Product, type Variant } from './Product';

interface PriceDialogProps {
  readonly product: Product;
  readonly variant: Variant;
  /** Absent for a new price. */
  readonly price?: Price;
  readonly onClose: () => void;
}

const products = { path: 'products' } as const;
const fractionDigitsOfNew = 2;
const currencyPattern = /^[A-Z]{3}$/;
const countryPattern = /^([A-Z]{2})?$/;

export const PriceDialog = ({ product, variant, price, onClose }: PriceDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(products, product);
  const digits = price?.value.fractionDigits ?? fractionDigitsOfNew;
  const [amount, setAmount] = useState<number | string>(
    price === undefined ? '' : price.value.centAmount / 10 ** digits,
  );
  const [currency, setCurrency] = useState(price?.value.currencyCode ?? 'EUR');
  const [country, setCountry] = useState('');
  const save = (): void => {
    const value = { currencyCode: currency, centAmount: Math.round(Number(amount) * 10 ** digits) };
    const action =
      price === undefined
        ? {
            action: 'addPrice',
            variantId: variant.id,
            price: { value, ...(country !== '' && { country }) },
          }
        : { action: 'changePrice', priceId: price.id, price: { ...priceScopeOf(price), value } };
    change.apply([action], onClose);
  };
  return (
    <Dialog
      title={t(price === undefined ? 'product.addPrice' : 'product.changePrice', {
        variant: variant.sku ?? variant.id,
      })}
      submitText={t('order.save')}
      change={change}
      resource={product}
      isComplete={amount !== '' && currencyPattern.test(currency) && countryPattern.test(country)}
      onSubmit={save}
      onClose={onClose}
    >
      <NumberInput
        label={t('product.amount')}
        value={amount}
        onChange={setAmount}
        decimalScale={digits}
        min={0}
        required
        data-autofocus
      />
      <TextInput
        label={t('product.currency')}
        value={currency}
        onChange={({ currentTarget }) => setCurrency(currentTarget.value.toUpperCase())}
        disabled={price !== undefined}
        maxLength={3}
        required
      />
      {price === undefined && (
        <TextInput
          label={t('product.country')}
          description={t('product.countryHint')}
          value={country}
          onChange={({ currentTarget }) => setCountry(currentTarget.value.toUpperCase())}
          maxLength={2}
        />
      )}
    </Dialog>
  );
};

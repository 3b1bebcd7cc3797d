/** The windows that change the items and discount codes of a cart. */
import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import type { LineItem } from '../lines/PricedLines';
import { textOf } from '../api/Resource';
import type { CartDialogProps } from './Cart';
import { SkuField } from '../products/SkuField';

const carts = { path: 'carts' } as const;

export const AddItemDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(carts, cart);
  const [sku, setSku] = useState('');
  const [quantity, setQuantity] = useState(1);
  return (
    <Dialog
      title={t('cart.addItem')}
      submitText={t('cart.addItem')}
      change={change}
      resource={cart}
      missing={sku === '' ? t('reason.empty', { field: 'SKU' }) : quantity > 0 ? undefined : t('reason.noQuantity')}
      onSubmit={() => change.apply([{ action: 'addLineItem', sku, quantity }], onClose)}
      onClose={onClose}
    >
      <SkuField sku={sku} onChange={setSku} />
      <NumberInput
        label={t('cart.quantity')}
        min={1}
        allowDecimal={false}
        value={quantity}
        onChange={value => setQuantity(Number(value))}
      />
    </Dialog>
  );
};

export const QuantityDialog = ({ cart, item, onClose }: CartDialogProps & { readonly item: LineItem }) => {
  const { t, i18n } = useTranslation();
  const change = useChange(carts, cart);
  const [quantity, setQuantity] = useState(item.quantity);
  const isCustom = !cart.lineItems.some(({ id }) => id === item.id);
  const action = isCustom
    ? { action: 'changeCustomLineItemQuantity', customLineItemId: item.id, quantity }
    : { action: 'changeLineItemQuantity', lineItemId: item.id, quantity };
  return (
    <Dialog
      title={textOf(item.name, i18n.language) ?? t('cart.changeQuantity')}
      hint={t('cart.removeHint')}
      submitText={t('cart.changeQuantity')}
      change={change}
      resource={cart}
      missing={quantity === item.quantity ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply([action], onClose)}
      onClose={onClose}
    >
      <NumberInput
        label={t('cart.quantity')}
        min={0}
        allowDecimal={false}
        value={quantity}
        onChange={value => setQuantity(Number(value))}
        data-autofocus
      />
    </Dialog>
  );
};

export const CodeDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(carts, cart);
  const [code, setCode] = useState('');
  return (
    <Dialog
      title={t('cart.addCode')}
      submitText={t('cart.addCode')}
      change={change}
      resource={cart}
      missing={code === '' ? t('reason.empty', { field: t('cart.code') }) : undefined}
      onSubmit={() => change.apply([{ action: 'addDiscountCode', code }], onClose)}
      onClose={onClose}
    >
      <TextInput
        label={t('cart.code')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        required
        data-autofocus
      />
    </Dialog>
  );
};

export const RecalculateDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(carts, cart);
  return (
    <Dialog
      title={t('cart.recalculate')}
      hint={t('cart.recalculateHint')}
      submitText={t('cart.recalculate')}
      change={change}
      resource={cart}
      onSubmit={() => change.apply([{ action: 'recalculate', updateProductData: true }], onClose)}
      onClose={onClose}
    />
  );
};

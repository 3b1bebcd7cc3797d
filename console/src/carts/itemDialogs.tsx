/** The windows that change the items and discount codes of a cart. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import type { LineItem } from '../lines/PricedLines';
import { textOf } from '../api/Resource';
import type { Cart, CartDialogProps } from './Cart';
import { ReferenceSelect } from '../find/ReferenceSelect';
import { type Product, type Variant, variantsOf } from '../products/Product';
import { NumberField } from '../numbers/NumberField';
import { useResource } from '../resources/useResource';

const carts = { path: 'carts' } as const;

interface VariantSelectProps {
  readonly product: Product;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Selects a variant that customers can buy, by its SKU. */
const VariantSelect = ({ product, value, onChange }: VariantSelectProps) => {
  const { t } = useTranslation();
  const labelOf = ({ id, sku, availability }: Variant): string => {
    const count = availability?.availableQuantity;
    return [sku ?? String(id), count === undefined ? undefined : t('cart.inStock', { count })]
      .filter(Boolean)
      .join(', ');
  };
  return (
    <Select
      label={t('cart.variant')}
      data={variantsOf(product.masterData.current).map(variant => ({
        value: String(variant.id),
        label: labelOf(variant),
      }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable
    />
  );
};

/** Returns the quantity of a variant that can be ordered, if the cart orders only from stock. */
const stockMax = ({ inventoryMode }: Cart, variant: Variant | undefined): number | undefined =>
  inventoryMode === 'ReserveOnOrder' ? variant?.availability?.availableQuantity : undefined;

export const AddItemDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(carts, cart);
  const [productId, setProductId] = useState<string>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<number | undefined>(1);
  const product = useResource<Product>('products', productId ?? '', productId !== undefined).data;
  // A product with one variant needs no choice.
  const variants = product === undefined ? [] : variantsOf(product.masterData.current);
  const [first, second] = variants;
  const variant = chosen ?? (first !== undefined && second === undefined ? String(first.id) : null);
  const chosenVariant = variants.find(({ id }) => String(id) === variant);
  return (
    <Dialog
      title={t('cart.addItem')}
      submitText={t('cart.addItem')}
      change={change}
      resource={cart}
      missing={product === undefined || variant === null ? t('reason.empty', { field: t('cart.product') }) : undefined}
      onSubmit={() =>
        change.apply([{ action: 'addLineItem', productId, variantId: Number(variant), quantity }], onClose)
      }
      onClose={onClose}
    >
      <ReferenceSelect
        label={t('cart.product')}
        typeId="product"
        member="id"
        value={productId}
        onChange={id => {
          setProductId(id);
          setChosen(null);
        }}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      {product !== undefined && <VariantSelect product={product} value={variant} onChange={setChosen} />}
      <NumberField
        label={t('cart.quantity')}
        required
        min={1}
        max={stockMax(cart, chosenVariant)}
        value={quantity}
        onChange={setQuantity}
      />
    </Dialog>
  );
};

export const QuantityDialog = ({ cart, item, onClose }: CartDialogProps & { readonly item: LineItem }) => {
  const { t, i18n } = useTranslation();
  const change = useChange(carts, cart);
  const [quantity, setQuantity] = useState<number | undefined>(item.quantity);
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
      <NumberField label={t('cart.quantity')} required min={0} value={quantity} onChange={setQuantity} data-autofocus />
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

/** The window in which a variant gets another SKU. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import type { Product, Variant } from './Product';
import { SkuField } from './SkuField';

interface SkuDialogProps {
  readonly product: Product;
  readonly variant: Variant;
  readonly onClose: () => void;
}

const products = { path: 'products' } as const;

export const SkuDialog = ({ product, variant, onClose }: SkuDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(products, product);
  const [sku, setSku] = useState(variant.sku ?? '');
  const action = { action: 'setSku', variantId: variant.id, sku };
  return (
    <Dialog
      title={t('product.changeSku')}
      submitText={t('order.save')}
      change={change}
      resource={product}
      isComplete={sku !== '' && sku !== variant.sku}
      onSubmit={() => change.apply([action], onClose)}
      onClose={onClose}
    >
      <SkuField sku={sku} onChange={setSku} />
    </Dialog>
  );
};

/** The window that changes prices or stock of a product from the list. */
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../values/labelOf';
import type { Product } from './Product';
import { ProductEditor } from './ProductEditor';
import type { ViewName } from './views';

interface QuickEditProps {
  readonly product: Product;
  readonly view: ViewName;
  readonly onClose: () => void;
}

const QuickEdit = ({ product, view, onClose }: QuickEditProps) => {
  const { t, i18n } = useTranslation();
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      closeOnEscape={false}
      title={labelOf(product, i18n.language)}
      closeButtonProps={{ 'aria-label': t('order.close') }}
    >
      <ProductEditor product={product} isEditable initialView={view} onSaved={onClose} />
    </Modal>
  );
};

export default QuickEdit;

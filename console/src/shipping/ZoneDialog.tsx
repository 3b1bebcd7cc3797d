import { useTranslation } from 'react-i18next';
import { ReferenceDialog } from '../changes/ReferenceDialog';
import type { ShippingMethod } from './shippingMethod';

interface ZoneDialogProps {
  readonly method: ShippingMethod;
  readonly onClose: () => void;
}

/** The window that adds a zone to a shipping method. */
export const ZoneDialog = ({ method, onClose }: ZoneDialogProps) => {
  const { t } = useTranslation();
  return (
    <ReferenceDialog
      path="shipping-methods"
      resource={method}
      title={t('shipping.addZone')}
      label={t('shipping.zone')}
      typeId="zone"
      actionFor={zone => ({ action: 'addZone', zone })}
      onClose={onClose}
    />
  );
};

/** Puts a customer into a customer group, or into none. */
import { useTranslation } from 'react-i18next';
import { ReferenceDialog } from '../changes/ReferenceDialog';
import type { Customer } from './Customer';

export const GroupDialog = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <ReferenceDialog
      path="customers"
      resource={customer}
      title={t('customer.changeGroup')}
      label={t('customer.group')}
      typeId="customer-group"
      before={customer.customerGroup?.id}
      actionFor={customerGroup => ({ action: 'setCustomerGroup', customerGroup })}
      onClose={onClose}
    />
  );
};

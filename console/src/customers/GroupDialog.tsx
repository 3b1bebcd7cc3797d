/** Puts a customer into a customer group, or into none. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { ReferenceSelect } from '../find/ReferenceSelect';
import type { Customer } from './Customer';

export const GroupDialog = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'customers' }, customer);
  const [id, setId] = useState(customer.customerGroup?.id);
  const customerGroup = id === undefined ? undefined : { typeId: 'customer-group', id };
  return (
    <Dialog
      title={t('customer.changeGroup')}
      submitText={t('order.save')}
      change={change}
      resource={customer}
      missing={id === customer.customerGroup?.id ? t('reason.unchanged') : undefined}
      onSubmit={() => change.apply([{ action: 'setCustomerGroup', customerGroup }], onClose)}
      onClose={onClose}
    >
      <ReferenceSelect
        label={t('customer.group')}
        typeId="customer-group"
        member="id"
        value={id}
        onChange={setId}
        comboboxProps={{ withinPortal: true }}
      />
    </Dialog>
  );
};

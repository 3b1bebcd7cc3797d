import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import { ReferenceSelect } from '../find/ReferenceSelect';
import type { ShippingMethod } from './shippingMethod';

interface ZoneDialogProps {
  readonly method: ShippingMethod;
  readonly onClose: () => void;
}

/** The window in which a zone is added to a shipping method. */
export const ZoneDialog = ({ method, onClose }: ZoneDialogProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'shipping-methods' }, method);
  const [id, setId] = useState<string>();
  return (
    <Dialog
      title={t('shipping.addZone')}
      submitText={t('order.save')}
      change={change}
      resource={method}
      missing={id === undefined ? t('reason.nothingChosen') : undefined}
      onSubmit={() => change.apply([{ action: 'addZone', zone: { typeId: 'zone', id } }], onClose)}
      onClose={onClose}
    >
      <ReferenceSelect
        label={t('shipping.zone')}
        typeId="zone"
        member="id"
        value={id}
        onChange={setId}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
    </Dialog>
  );
};

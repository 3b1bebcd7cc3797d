/** Chooses a shipping method of a cart; one that does not serve the shipping address is refused. */
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import { allResourcesOf } from '../lists/resourcesOf';
import { labelOf } from '../values/labelOf';
import { useProjectKey } from '../session/useProjectKey';
import type { CartDialogProps } from './Cart';
import { LoadState } from '../layout/LoadError';

export const ShippingMethodDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const change = useChange({ path: 'carts' }, cart);
  const [id, setId] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['shipping methods', projectKey],
    queryFn: ({ signal }) => allResourcesOf({ projectKey, path: 'shipping-methods', where: '' }, signal),
  });
  const { data } = query;
  const methods = data ?? [];
  return (
    <Dialog
      title={t('cart.shippingMethod')}
      submitText={t('order.save')}
      change={change}
      resource={cart}
      missing={id === null ? t('reason.nothingChosen') : undefined}
      onSubmit={() =>
        change.apply([{ action: 'setShippingMethod', shippingMethod: { typeId: 'shipping-method', id } }], onClose)
      }
      onClose={onClose}
    >
      <LoadState of={query} />
      {data?.length === 0 && <Text size="sm">{t('cart.noMethods')}</Text>}
      {methods.length > 0 && (
        <Select
          label={t('cart.shippingMethod')}
          data={methods.map(method => ({ value: method.id, label: labelOf(method, i18n.language) }))}
          value={id}
          onChange={setId}
        />
      )}
    </Dialog>
  );
};

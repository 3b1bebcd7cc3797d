/** Makes an order of a cart, and opens it. */
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../changes/FormDialog';
import { useProject } from '../session/useProject';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney } from '../values/format';
import type { CartDialogProps } from './Cart';
import { createOrder, exampleOf, type TakenNumber } from './orderNumber';
import { useReload } from '../resources/useResource';
import { ErrorAlert } from '../layout/LoadError';

export const CreateOrderDialog = ({ cart, onClose }: CartDialogProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const reload = useReload();
  const { orderNumberPattern } = useProject();
  const [orderNumber, setOrderNumber] = useState('');
  const [taken] = useState<TakenNumber>({});
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => createOrder(projectKey, cart, orderNumber.trim(), taken),
    onSuccess: async order => {
      await reload('carts');
      void navigate(`/${projectKey}/orders/${order.id}`);
    },
  });
  return (
    <FormDialog
      title={t('cart.createOrder')}
      hint={t('cart.createOrderHint', { total: formatMoney(cart.totalPrice, i18n.language) })}
      submitText={t('cart.createOrder')}
      isSaving={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
      alert={<ErrorAlert error={error} />}
    >
      <TextInput
        label={t('cart.orderNumber')}
        description={t('cart.orderNumberHint', { example: exampleOf(orderNumberPattern) })}
        value={orderNumber}
        onChange={({ currentTarget }) => setOrderNumber(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
};

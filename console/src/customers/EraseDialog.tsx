/** Erases a customer with all personal data, after the person has seen what goes and what stays. */
import { Button, Checkbox, Group, List, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sendToProject } from '../api/project';
import { cartsOfCustomer, ordersOfCustomer } from '../related/relations';
import { useRelated } from '../related/useRelated';
import { useProjectKey } from '../session/useProjectKey';
import type { Customer } from './Customer';
import { WithReason } from '../layout/WithReason';
import { useReloadLists } from '../resources/useResource';
import { ErrorAlert } from '../layout/LoadError';

export const EraseDialog = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const reloadLists = useReloadLists();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const orders = useRelated('orders', ordersOfCustomer.where(customer.id)).data?.total;
  const carts = useRelated('carts', cartsOfCustomer.where(customer.id)).data?.total;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      sendToProject(projectKey, `/customers/${customer.id}`, {
        method: 'DELETE',
        query: { version: customer.version, dataErasure: true },
      }),
    onSuccess: async () => {
      await reloadLists('customers');
      void navigate(`/${projectKey}/customers`);
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('customer.erase')} closeButtonProps={{ 'aria-label': t('lists.close') }}>
      <Stack>
        <List size="sm">
          <List.Item>{t('customer.eraseGoes', { email: customer.email })}</List.Item>
          <List.Item>{t('customer.eraseStays', { orders: orders ?? '…', carts: carts ?? '…' })}</List.Item>
        </List>
        <Checkbox
          label={t('customer.eraseConfirm')}
          checked={isConfirmed}
          onChange={event => setIsConfirmed(event.currentTarget.checked)}
        />
        <ErrorAlert error={error} />
        <Group justify="end">
          <WithReason reason={isConfirmed ? undefined : t('reason.notConfirmed')}>
            <Button color="red.9" loading={isPending} onClick={() => mutate()}>
              {t('customer.erase')}
            </Button>
          </WithReason>
        </Group>
      </Stack>
    </Modal>
  );
};

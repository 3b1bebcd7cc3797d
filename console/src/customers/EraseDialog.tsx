/** Erases a customer and removes the person from other resources, after showing what is deleted, what stays and why. */
import { Alert, Button, Checkbox, Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
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

/** The number of resources of a path that a predicate matches, as a text. */
const useCount = (path: string, where: string): string => String(useRelated(path, where, 1).data?.total ?? '…');

const useCounts = (id: string) => {
  const orders = ordersOfCustomer.where(id);
  const byReference = `customer(id="${id}")`;
  return {
    orders: useCount('orders', orders),
    unfinished: useCount('orders', `${orders} and orderState in ("Open", "Confirmed")`),
    carts: useCount('carts', cartsOfCustomer.where(id)),
    payments: useCount('payments', byReference),
    quotes: useCount('quotes', byReference),
    reviews: useCount('reviews', byReference),
    lists: useCount('shopping-lists', byReference),
  };
};

/** `all` removes the person from orders, payments and similar resources; `account` leaves them as they are. */
type Extent = 'all' | 'account';

const Consequences = ({ customer, extent }: { readonly customer: Customer; readonly extent: Extent }) => {
  const { t } = useTranslation();
  const counts = useCounts(customer.id);
  const isDelivering = !['0', '…'].includes(counts.unfinished);
  return (
    <>
      <Text size="sm" fw={600}>
        {t('customer.eraseGoesTitle')}
      </Text>
      <List size="sm">
        <List.Item>{t('customer.eraseGoes', { email: customer.email })}</List.Item>
        {extent === 'all' && <List.Item>{t('customer.eraseGoesRelated', counts)}</List.Item>}
      </List>
      <Text size="sm" fw={600}>
        {t('customer.eraseStaysTitle')}
      </Text>
      <List size="sm">
        <List.Item>{t(extent === 'all' ? 'customer.eraseStays' : 'customer.eraseStaysWhole', counts)}</List.Item>
        <List.Item>{t('customer.eraseStaysGuest', { email: customer.email })}</List.Item>
      </List>
      {extent === 'all' && isDelivering && (
        <Alert color="yellow.9" variant="outline">
          {t('customer.eraseUnfinished', counts)}
        </Alert>
      )}
    </>
  );
};

export const EraseDialog = ({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const reloadLists = useReloadLists();
  const [extent, setExtent] = useState<Extent>('all');
  const [isConfirmed, setIsConfirmed] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      sendToProject(projectKey, `/customers/${customer.id}`, {
        method: 'DELETE',
        query: { version: customer.version, dataErasure: true, relatedData: extent === 'all' },
      }),
    onSuccess: async () => {
      await reloadLists('customers');
      void navigate(`/${projectKey}/customers`);
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('customer.erase')} closeButtonProps={{ 'aria-label': t('lists.close') }}>
      <Stack>
        <Radio.Group
          label={t('customer.eraseExtent')}
          value={extent}
          onChange={value => setExtent(value === 'account' ? 'account' : 'all')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={t('customer.eraseAll')} />
            <Radio value="account" label={t('customer.eraseAccount')} />
          </Stack>
        </Radio.Group>
        <Consequences customer={customer} extent={extent} />
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

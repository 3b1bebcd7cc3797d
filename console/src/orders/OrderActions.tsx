/** Buttons for the common changes of an order. All others have a form in the tab of changes. */
import { Button, Group, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../session/useAllowed';
import { AddressDialog } from '../addresses/AddressDialog';
import { DeliveryDialog, ReturnDialog, StatesDialog } from './dialogs';
import { type Payment, refundable } from '../payments/Payment';
import type { WorkflowState } from '../workflow/workflowStates';
import type { Order } from './Order';
import { StepDialog } from './stepDialogs';
import { RefundDialog } from './RefundDialog';
import { reasonsOf } from './reasons';
import { WithReason } from '../layout/WithReason';

interface OrderActionsProps {
  readonly order: Order;
  readonly payments: readonly Payment[];
  readonly states: readonly WorkflowState[];
  readonly onPaymentChanged: () => void;
}

type DialogName = 'states' | 'cancel' | 'delivery' | 'return' | 'refund' | 'shippingAddress' | 'billingAddress';

export const OrderActions = ({ order, payments, states, onPaymentChanged }: OrderActionsProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const [opened, setOpened] = useState<DialogName>();
  const [refunded, ...others] = payments.filter(payment => refundable(payment) > 0);
  const onClose = (): void => setOpened(undefined);
  const step = { order, payments, states, onClose };
  const dialogs: Readonly<Record<DialogName, () => ReactNode>> = {
    states: () => <StatesDialog {...step} />,
    cancel: () => <StepDialog {...step} name="cancel" />,
    delivery: () => <DeliveryDialog {...step} />,
    return: () => <ReturnDialog order={order} onClose={onClose} />,
    refund: () =>
      refunded !== undefined && (
        <RefundDialog order={order} payments={[refunded, ...others]} onClose={onClose} onSaved={onPaymentChanged} />
      ),
    shippingAddress: () => <AddressDialog path="orders" resource={order} member="shippingAddress" onClose={onClose} />,
    billingAddress: () => <AddressDialog path="orders" resource={order} member="billingAddress" onClose={onClose} />,
  };
  const mayRefund = isAllowed('POST', '/payments/{id}');
  if (!isAllowed('POST', '/orders/{id}')) return null;
  const reasons = reasonsOf(order, payments, states);
  const reasonOf = (name: keyof typeof reasons): string | undefined => reasons[name] && t(reasons[name]);
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setOpened('states')}>
        {t('order.changeStates')}
      </Button>
      <WithReason reason={reasonOf('delivery')}>
        <Button size="xs" variant="default" onClick={() => setOpened('delivery')}>
          {t('order.addDelivery')}
        </Button>
      </WithReason>
      <WithReason reason={reasonOf('return')}>
        <Button size="xs" variant="default" onClick={() => setOpened('return')}>
          {t('order.addReturn')}
        </Button>
      </WithReason>
      {mayRefund && (
        <WithReason reason={reasonOf('refund')}>
          <Button size="xs" variant="default" onClick={() => setOpened('refund')}>
            {t('order.refund')}
          </Button>
        </WithReason>
      )}
      <Menu>
        <Menu.Target>
          <Button size="xs" variant="default">
            {t('order.changeAddress')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['shippingAddress', 'billingAddress'] as const).map(member => (
            <Menu.Item key={member} onClick={() => setOpened(member)}>
              {t(`order.${member}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <WithReason reason={reasonOf('cancel')}>
        <Button size="xs" color="red.9" onClick={() => setOpened('cancel')}>
          {t('step.cancel')}
        </Button>
      </WithReason>
      {opened !== undefined && dialogs[opened]()}
    </Group>
  );
};

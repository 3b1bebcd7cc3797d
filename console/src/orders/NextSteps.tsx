/** The next steps of an order as buttons: transitions that its workflow allows, and the usual next states. */
import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { type UpdateAction, useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import { labelOf } from '../values/labelOf';
import { nextStates, type WorkflowState } from '../workflow/workflowStates';
import { useWords } from '../words/useWords';
import type { Order } from './Order';

type StateMember = 'orderState' | 'paymentState' | 'shipmentState';

const actions: Readonly<Record<StateMember, string>> = {
  orderState: 'changeOrderState',
  paymentState: 'changePaymentState',
  shipmentState: 'changeShipmentState',
};

/** What usually follows a state. */
const following: Readonly<Record<StateMember, Readonly<Record<string, string>>>> = {
  orderState: { Open: 'Confirmed', Confirmed: 'Complete' },
  paymentState: { BalanceDue: 'Paid', Pending: 'Paid', Failed: 'Paid' },
  shipmentState: { Shipped: 'Delivered' },
};

interface NextStepsProps {
  readonly order: Order;
  /** The workflow states of orders. */
  readonly states: readonly WorkflowState[];
}

export const NextSteps = ({ order, states }: NextStepsProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const isAllowed = useAllowed();
  const change = useChange({ path: 'orders' }, order);
  if (!isAllowed('POST', '/orders/{id}') || order.orderState === 'Cancelled') return null;
  const usual = (Object.keys(following) as StateMember[]).flatMap(member => {
    const next = following[member][order[member] ?? ''];
    return next === undefined ? [] : [{ member, next }];
  });
  const apply = (action: UpdateAction): void => change.apply([action]);
  return (
    <Stack gap="xs" maw="100%">
      <Group gap="xs" role="group" aria-label={t('order.nextSteps')}>
        {nextStates(states, order.state?.id).map(state => (
          <Button
            key={state.id}
            size="xs"
            maw="100%"
            loading={change.isSaving}
            onClick={() => apply({ action: 'transitionState', state: { typeId: 'state', id: state.id } })}
          >
            {labelOf(state, i18n.language)}
          </Button>
        ))}
        {usual.map(({ member, next }) => (
          <Button
            key={member}
            size="xs"
            variant="default"
            loading={change.isSaving}
            onClick={() => apply({ action: actions[member], [member]: next })}
          >
            {t(`order.${member}`)}: {words.value(member, next)}
          </Button>
        ))}
      </Group>
      <ChangeAlert change={change} resource={order} />
    </Stack>
  );
};

/** The effects of a change of states: on the order, its workflow, stock, payments and the customer. */
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../values/format';
import { labelOf } from '../values/labelOf';
import type { WorkflowState } from '../workflow/workflowStates';
import { useWords } from '../words/useWords';
import { itemsOf } from '../lines/PricedLines';
import type { Payment } from '../payments/Payment';
import { openAmount, type Order, priceOf } from './Order';
import { currentState, type StateChanges, type StateMember, type WorkflowStep } from './orderStates';

interface EffectsProps {
  readonly order: Order;
  readonly states: readonly WorkflowState[];
  readonly changes: StateChanges;
  readonly step: WorkflowStep;
  readonly payments: readonly Payment[];
}

const tookStock = (order: Order): boolean =>
  [order, ...itemsOf(order)].some(({ inventoryMode = 'None' }) => inventoryMode !== 'None');

const useWorkflowText = ({ order, states, step: { path, unreachable } }: EffectsProps): string | undefined => {
  const { t, i18n } = useTranslation();
  const nameOf = (state: WorkflowState): string => labelOf(state, i18n.language);
  const current = currentState(order, states);
  const from = current === undefined ? t('step.noState') : nameOf(current);
  if (unreachable !== undefined) return t('step.workflowStays', { from, to: nameOf(unreachable) });
  return path.length === 0 ? undefined : t('step.workflow', { path: [from, ...path.map(nameOf)].join(' → ') });
};

const usePaymentText = ({ order, changes, payments }: EffectsProps): string => {
  const { t, i18n } = useTranslation();
  const price = priceOf(order);
  const centAmount = price.centAmount - openAmount(order, payments);
  if (changes.orderState === 'Cancelled' && centAmount > 0)
    return t('step.paidStays', { amount: formatMoney({ ...price, centAmount }, i18n.language) });
  return t(changes.paymentState === 'Paid' ? 'step.noPaymentRecorded' : 'step.paymentsStay');
};

export const Effects = (props: EffectsProps) => {
  const { order, changes, step } = props;
  const { t } = useTranslation();
  const words = useWords();
  const members = (Object.keys(changes) as StateMember[]).filter(member => changes[member] !== order[member]);
  const valueOf = (member: StateMember, value: string | undefined): string =>
    value === undefined ? t('step.noState') : words.value(member, value);
  const isCancelled = changes.orderState === 'Cancelled';
  const workflow = useWorkflowText(props);
  const payment = usePaymentText(props);
  const end = step.path.at(-1);
  return (
    <List size="sm" spacing={4}>
      {members.map(member => (
        <List.Item key={member}>
          {t(`order.${member}`)}: {valueOf(member, order[member])} → {valueOf(member, changes[member])}
        </List.Item>
      ))}
      {workflow !== undefined && <List.Item>{workflow}</List.Item>}
      <List.Item>{t(isCancelled && tookStock(order) ? 'step.stockTaken' : 'step.stockStays')}</List.Item>
      <List.Item>{payment}</List.Item>
      {isCancelled && order.shipmentState !== undefined && ['Shipped', 'Partial'].includes(order.shipmentState) && (
        <List.Item>{t('step.onTheWay')}</List.Item>
      )}
      <List.Item>{t('step.customer')}</List.Item>
      {end?.transitions?.length === 0 && (
        <List.Item>
          <Text inherit fw={600}>
            {t('step.noWayBack')}
          </Text>
        </List.Item>
      )}
    </List>
  );
};

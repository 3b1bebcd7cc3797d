/** The windows that explain a change of the states of an order and ask for confirmation. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../changes/Dialog';
import { useChange } from '../changes/useChange';
import type { Payment } from '../payments/Payment';
import { labelOf } from '../values/labelOf';
import { nextStates, type WorkflowState } from '../workflow/workflowStates';
import { Effects } from './Effects';
import type { Order } from './Order';
import { changesOfState, isCancellation, stateActions, type WorkflowStep, workflowStep } from './orderStates';
import { cancelReason } from './reasons';
import { changesOf, type StepName } from './steps';

export interface StepDialogProps {
  readonly order: Order;
  readonly states: readonly WorkflowState[];
  readonly payments: readonly Payment[];
  readonly onClose: () => void;
}

/** One usual step. */
export const StepDialog = ({ name, onClose, ...of }: StepDialogProps & { readonly name: StepName }) => {
  const { order, states } = of;
  const { t } = useTranslation();
  const change = useChange({ path: 'orders' }, order);
  // The state is kept, because the order on the page changes while the window closes.
  const [changes] = useState(() => changesOf(name, order) ?? {});
  const [step] = useState(() => workflowStep(order, states, changes));
  return (
    <Dialog
      title={t(`step.${name}`)}
      submitText={t(`step.${name}`)}
      change={change}
      resource={order}
      onSubmit={() => change.apply(stateActions(order, changes, step), onClose)}
      onClose={onClose}
    >
      <Effects {...of} changes={changes} step={step} />
    </Dialog>
  );
};

/** Changes to a state of the project's workflow that matches no usual step, or that the order has already passed. */
export const WorkflowDialog = ({ onClose, ...of }: StepDialogProps) => {
  const { order, states } = of;
  const { t, i18n } = useTranslation();
  const change = useChange({ path: 'orders' }, order);
  const [id, setId] = useState<string | null>(null);
  const choices = nextStates(states, order.state?.id).filter(
    state => !isCancellation(state) || order.orderState === 'Cancelled' || cancelReason(order, states) === undefined,
  );
  const chosen = choices.find(each => each.id === id);
  const changes = chosen === undefined ? {} : changesOfState(chosen, order);
  const step: WorkflowStep = { path: chosen === undefined ? [] : [chosen] };
  return (
    <Dialog
      title={t('step.moveOn')}
      hint={t('step.moveOnHint')}
      submitText={t('step.moveOn')}
      change={change}
      resource={order}
      missing={chosen === undefined ? t('reason.nothingChosen') : undefined}
      onSubmit={() => change.apply(stateActions(order, changes, step), onClose)}
      onClose={onClose}
    >
      <Select
        label={t('step.next')}
        data={choices.map(state => ({ value: state.id, label: labelOf(state, i18n.language) }))}
        value={id}
        onChange={setId}
        allowDeselect={false}
        data-autofocus
      />
      {chosen !== undefined && <Effects {...of} changes={changes} step={step} />}
    </Dialog>
  );
};

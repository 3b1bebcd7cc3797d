/** The next steps of an order as buttons. Each opens a window that explains the step and asks for confirmation. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payment } from '../payments/Payment';
import { useAllowed } from '../session/useAllowed';
import { nextStates, type WorkflowState } from '../workflow/workflowStates';
import type { Order } from './Order';
import { changesOf, stepNames } from './steps';
import { StepDialog, WorkflowDialog } from './stepDialogs';

interface NextStepsProps {
  readonly order: Order;
  readonly states: readonly WorkflowState[];
  readonly payments: readonly Payment[];
}

export const NextSteps = (props: NextStepsProps) => {
  const { order, states } = props;
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const [opened, setOpened] = useState<(typeof stepNames)[number] | 'moveOn'>();
  const onClose = (): void => setOpened(undefined);
  if (!isAllowed('POST', '/orders/{id}')) return null;
  const isCancelled = order.orderState === 'Cancelled';
  const following = isCancelled ? [] : stepNames.filter(name => changesOf(name, order) !== undefined);
  const names = [...following, ...(nextStates(states, order.state?.id).length > 0 ? (['moveOn'] as const) : [])];
  return (
    <Group gap="xs" role="group" aria-label={t('order.nextSteps')} maw="100%">
      {names.map((name, at) => (
        <Button
          key={name}
          size="xs"
          maw="100%"
          variant={at === 0 && name !== 'moveOn' ? 'filled' : 'default'}
          onClick={() => setOpened(name)}
        >
          {t(`step.${name}`)}
        </Button>
      ))}
      {opened === 'moveOn' && <WorkflowDialog {...props} onClose={onClose} />}
      {opened !== undefined && opened !== 'moveOn' && <StepDialog {...props} name={opened} onClose={onClose} />}
    </Group>
  );
};

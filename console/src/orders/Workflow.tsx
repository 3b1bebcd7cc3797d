/** The workflow states of orders as a picture: the present state, and the transitions that are allowed from it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { errorText } from '../api/errorText';
import { labelOf } from '../values/labelOf';
import { useAllowed } from '../session/useAllowed';
import { useWorkflowStates } from '../workflow/useWorkflowStates';
import { nextStates } from '../workflow/workflowStates';
import type { Order } from './Order';
import { Loading } from '../layout/Loading';

const StateGraph = lazy(() => import('../workflow/StateGraph'));

export const Workflow = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation();
  const change = useChange({ path: 'orders' }, order);
  const isAllowed = useAllowed();
  const { states, total, error } = useWorkflowStates('OrderState');
  if (error !== null && error !== undefined) return <Alert color="red">{errorText(error, t)}</Alert>;
  if (states === undefined) return <Loading />;
  if (states.length === 0) return <Text size="sm">{t('order.noWorkflow')}</Text>;
  const next = nextStates(states, order.state?.id);
  return (
    <Stack>
      <Suspense fallback={<Loading />}>
        <StateGraph states={states} currentId={order.state?.id} label={t('order.workflow')} />
      </Suspense>
      {total > states.length && <Alert color="orange">{t('workflow.tooMany', { shown: states.length, total })}</Alert>}
      <Group gap="xs" display={isAllowed('POST', '/orders/{id}') ? undefined : 'none'}>
        <Text size="sm">{t(next.length === 0 ? 'order.noTransition' : 'order.transitionTo')}</Text>
        {next.map(state => (
          <Button
            key={state.id}
            variant="default"
            loading={change.isSaving}
            onClick={() => change.apply([{ action: 'transitionState', state: { typeId: 'state', id: state.id } }])}
          >
            {labelOf(state, i18n.language)}
          </Button>
        ))}
      </Group>
      <ChangeAlert change={change} resource={order} />
    </Stack>
  );
};

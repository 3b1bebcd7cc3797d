/** The workflow states of orders as a picture that marks the current state. */
import { Alert, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkflowStates } from '../workflow/useWorkflowStates';
import type { Order } from './Order';
import { Loading } from '../layout/Loading';
import { LoadState } from '../layout/LoadError';

const StateGraph = lazy(() => import('../workflow/StateGraph'));

export const Workflow = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation();
  const { states, total, query } = useWorkflowStates('OrderState');
  if (states === undefined) return <LoadState of={query} />;
  if (states.length === 0) return <Text size="sm">{t('order.noWorkflow')}</Text>;
  return (
    <Stack>
      <Suspense fallback={<Loading />}>
        <StateGraph states={states} currentId={order.state?.id} label={t('order.workflow')} />
      </Suspense>
      {total > states.length && <Alert color="orange">{t('workflow.tooMany', { shown: states.length, total })}</Alert>}
    </Stack>
  );
};

/** The workflow states of orders as a picture: the present state, and the transitions that are allowed from it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { sendToProject } from '../api/project';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { labelOf, type Page } from '../resources/Resource';
import { useProjectKey } from '../session/useProjectKey';
import type { Order } from './Order';
import { nextStates, type WorkflowState } from './workflowStates';
import { Loading } from '../layout/Loading';

const StateGraph = lazy(() => import('./StateGraph'));

const statesMax = 200;

export const Workflow = ({ order }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const change = useChange({ path: 'orders' }, order);
  const { data: states } = useQuery({
    queryKey: ['order states', projectKey],
    queryFn: async () => {
      const query = { where: 'type="OrderState"', limit: statesMax, sort: 'createdAt asc' };
      return (await sendToProject<Page>(projectKey, '/states', { query })).results as readonly WorkflowState[];
    },
  });
  if (states === undefined) return <Loading />;
  if (states.length === 0) return <Text size="sm">{t('order.noWorkflow')}</Text>;
  const next = nextStates(states, order.state?.id);
  return (
    <Stack>
      <Suspense fallback={<Loading />}>
        <StateGraph states={states} currentId={order.state?.id} />
      </Suspense>
      <Group gap="xs">
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

/** Check boxes for the states that a state leads to. */
import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../values/labelOf';
import type { Targets } from './stateEdits';
import type { WorkflowState } from './workflowStates';

interface TransitionFieldsProps {
  readonly states: readonly WorkflowState[];
  readonly stateId: string;
  readonly targets: Targets;
  readonly onChange: (targets: Targets) => void;
}

export const TransitionFields = ({ states, stateId, targets, onChange }: TransitionFieldsProps) => {
  const { t, i18n } = useTranslation();
  const others = states.filter(({ id }) => id !== stateId);
  return (
    <Fieldset legend={t('workflow.transitionsTo')}>
      <Stack gap="xs">
        <Checkbox
          label={t('workflow.allTransitions')}
          description={t('workflow.allTransitionsHint')}
          checked={targets === 'all'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'all' : [])}
        />
        {targets !== 'all' && (
          <Checkbox.Group value={[...targets]} onChange={onChange}>
            <Stack gap="xs">
              {others.map(state => (
                <Checkbox key={state.id} value={state.id} label={labelOf(state, i18n.language)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {targets.length === 0 && <Text size="sm">{t('workflow.final')}</Text>}
      </Stack>
    </Fieldset>
  );
};

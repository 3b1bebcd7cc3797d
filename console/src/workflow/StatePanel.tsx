/** The chosen state of a workflow: its key, names, roles and transitions, saved as update actions of one request. */
import { Anchor, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { Section } from '../layout/Section';
import { labelOf } from '../values/labelOf';
import { useProjectKey } from '../session/useProjectKey';
import { actionsOf, type StateEdits, targetsOf, withEdits } from './stateEdits';
import { TransitionFields } from './TransitionFields';
import type { WorkflowState } from './workflowStates';
import { WithReason } from '../layout/WithReason';

/** The roles that states of a type can have (STATE022, STATE023). */
const rolesOfType: Readonly<Record<string, readonly string[] | undefined>> = {
  ReviewState: ['ReviewIncludedInStatistics'],
  LineItemState: ['Return'],
};

interface StatePanelProps {
  readonly state: WorkflowState;
  readonly states: readonly WorkflowState[];
  readonly languages: readonly string[];
  readonly mayChange: boolean;
  readonly edits: StateEdits | undefined;
  readonly onEdit: (edits: StateEdits | undefined) => void;
}

interface FieldsProps {
  /** The state with the edits. */
  readonly state: WorkflowState;
  readonly languages: readonly string[];
  readonly onEdit: (members: StateEdits) => void;
}

const Fields = ({ state, languages, onEdit }: FieldsProps) => {
  const { t } = useTranslation();
  const roles = rolesOfType[state.type] ?? [];
  return (
    <Stack gap="xs">
      <TextInput
        label={t('workflow.key')}
        description={state.builtIn ? t('workflow.builtIn') : undefined}
        value={state.key}
        onChange={({ currentTarget }) => onEdit({ key: currentTarget.value })}
        disabled={state.builtIn}
        required
      />
      {languages.map(language => (
        <TextInput
          key={language}
          label={t('workflow.name', { language })}
          value={state.name?.[language] ?? ''}
          onChange={({ currentTarget }) => onEdit({ name: { ...state.name, [language]: currentTarget.value } })}
        />
      ))}
      <Checkbox
        label={t('workflow.initial')}
        description={t('workflow.initialHint')}
        checked={state.initial}
        onChange={({ currentTarget }) => onEdit({ initial: currentTarget.checked })}
      />
      {roles.length > 0 && (
        <Checkbox.Group
          label={t('workflow.roles')}
          value={[...(state.roles ?? [])]}
          onChange={value => onEdit({ roles: value })}
        >
          {roles.map(role => (
            <Checkbox key={role} value={role} label={role} />
          ))}
        </Checkbox.Group>
      )}
    </Stack>
  );
};

export const StatePanel = ({ state, states, languages, mayChange, edits, onEdit }: StatePanelProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const change = useChange({ path: 'states' }, state);
  const edited = withEdits(state, edits);
  const actions = actionsOf(state, edits);
  const missing = actions.length === 0 ? t('reason.unchanged') : undefined;
  const named = [...new Set([...languages, ...Object.keys(state.name ?? {})])];
  const edit = (members: StateEdits): void => {
    if (change.isSaved) change.reset();
    onEdit({ ...edits, ...members });
  };
  const discard = (): void => {
    onEdit(undefined);
    change.discard();
  };
  return (
    <Section title={labelOf(state, i18n.language)}>
      <form
        onSubmit={event => {
          event.preventDefault();
          change.apply(actions, () => onEdit(undefined));
        }}
      >
        <Stack>
          {!mayChange && <Text size="sm">{t('reason.readOnly')}</Text>}
          <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0 }}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Fields state={edited} languages={named} onEdit={edit} />
              <TransitionFields
                states={states}
                stateId={state.id}
                targets={targetsOf(edited)}
                onChange={targets => edit({ targets })}
              />
            </SimpleGrid>
          </fieldset>
          <ChangeAlert change={{ ...change, discard }} resource={state} />
          {change.conflict === undefined && (
            <Group>
              {mayChange && (
                <>
                  <WithReason reason={missing}>
                    <Button type="submit" loading={change.isSaving}>
                      {t('workflow.save')}
                    </Button>
                  </WithReason>
                  <WithReason reason={missing}>
                    <Button variant="default" onClick={() => onEdit(undefined)}>
                      {t('workflow.undo')}
                    </Button>
                  </WithReason>
                </>
              )}
              <Anchor component={Link} to={`/${projectKey}/states/${state.id}`} size="sm">
                {t('workflow.open')}
              </Anchor>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
};

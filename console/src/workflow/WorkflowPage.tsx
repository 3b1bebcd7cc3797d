/** The states of a type as a graph that can be changed. The address contains the type and the chosen state. */
import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readProject } from '../api/projects';
import { Loading } from '../layout/Loading';
import { labelOf } from '../values/labelOf';
import { useEnum } from '../resources/useSchema';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { AddStateDialog } from './AddStateDialog';
import { type StateEdits, targetsOf, withEdits } from './stateEdits';
import type { GraphCommands } from './StateGraph';
import { StatePanel } from './StatePanel';
import { StateViews } from './StateViews';
import { useWorkflowStates } from './useWorkflowStates';
import type { WorkflowState } from './workflowStates';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const StateGraph = lazy(() => import('./StateGraph'));

/** Returns the languages of the project; the language of the page if the account may not read them. */
const useLanguages = (): readonly string[] => {
  const { i18n } = useTranslation();
  const projectKey = useProjectKey();
  const { data } = useQuery({ queryKey: ['project', projectKey], queryFn: () => readProject(projectKey) });
  return data === undefined || data.languages.length === 0 ? [i18n.language] : data.languages;
};

interface EditorProps {
  readonly states: readonly WorkflowState[];
  readonly languages: readonly string[];
  readonly mayChange: boolean;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Edits are kept while other states are chosen, until they are saved or the page is left. */
const Editor = ({ states, languages, mayChange, chosenId, onChoose }: EditorProps) => {
  const { t, i18n } = useTranslation();
  const [allEdits, setAllEdits] = useState<Readonly<Record<string, StateEdits | undefined>>>({});
  const chosen = states.find(({ id }) => id === chosenId);
  const edit = (id: string, edits: StateEdits | undefined): void => setAllEdits(before => ({ ...before, [id]: edits }));
  const edited = states.map(state => withEdits(state, allEdits[state.id]));
  const changeTargets = (id: string, change: (targets: readonly string[]) => readonly string[]): void => {
    const targets = targetsOf(edited.find(each => each.id === id) as WorkflowState);
    if (targets !== 'all') edit(id, { ...allEdits[id], targets: change(targets) });
    onChoose(id);
  };
  const commands: GraphCommands = {
    choose: onChoose,
    addTransition: (from, to) => changeTargets(from, targets => [...targets, to]),
    removeTransition: (from, to) => changeTargets(from, targets => targets.filter(id => id !== to)),
  };
  return (
    <>
      {mayChange && <Text size="sm">{t('workflow.hint')}</Text>}
      <Suspense fallback={<Loading />}>
        <StateGraph
          states={edited}
          currentId={chosenId}
          label={t('workflow.title')}
          commands={mayChange ? commands : undefined}
        />
      </Suspense>
      <Select
        label={t('workflow.chosen')}
        placeholder={t('workflow.choose')}
        data={states.map(state => ({ value: state.id, label: `${labelOf(state, i18n.language)} (${state.key})` }))}
        value={chosen?.id ?? null}
        onChange={id => id !== null && onChoose(id)}
        allowDeselect={false}
        searchable
        maw={400}
      />
      {chosen !== undefined && (
        <StatePanel
          key={chosen.id}
          state={chosen}
          states={states}
          languages={languages}
          mayChange={mayChange}
          edits={allEdits[chosen.id]}
          onEdit={edits => edit(chosen.id, edits)}
        />
      )}
    </>
  );
};

const WorkflowPage = () => {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const type = parameters.get('type') ?? 'OrderState';
  const { states, total, query } = useWorkflowStates(type);
  const languages = useLanguages();
  const [isAdding, setIsAdding] = useState(false);
  const mayChange = useAllowed()('POST', '/states/{id}');
  const show = (next: Readonly<Record<string, string>>): void => setParameters({ type, ...next }, { replace: true });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('types.states')}</PageTitle>
        <StateViews shown="graph" />
      </Group>
      <Group align="end" justify="space-between">
        <Select
          label={t('workflow.type')}
          data={useEnum('StateType').map(value => ({ value, label: t(`workflow.types.${value}`) }))}
          value={type}
          onChange={value => value !== null && show({ type: value })}
          allowDeselect={false}
        />
        {mayChange && <Button onClick={() => setIsAdding(true)}>{t('workflow.add')}</Button>}
      </Group>
      <LoadState of={query} />
      {states?.length === 0 && <Text>{t('workflow.empty')}</Text>}
      {states !== undefined && total > states.length && (
        <Alert color="orange">{t('workflow.tooMany', { shown: states.length, total })}</Alert>
      )}
      {states !== undefined && states.length > 0 && (
        <Editor
          key={type}
          states={states}
          languages={languages}
          mayChange={mayChange}
          chosenId={parameters.get('state') ?? undefined}
          onChoose={state => show({ state })}
        />
      )}
      {isAdding && (
        <AddStateDialog
          type={type}
          language={languages[0] ?? 'en'}
          isFirst={states?.length === 0}
          onAdded={state => {
            setIsAdding(false);
            show({ state });
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Stack>
  );
};

export default WorkflowPage;

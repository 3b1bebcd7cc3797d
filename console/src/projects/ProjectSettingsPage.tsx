import { Alert, Button, Checkbox, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Project, readProject, updateProject } from '../api/projects';
import { isPattern } from '../carts/orderNumber';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { type ProjectForm, settingActions, toForm } from './settingActions';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';
import { NumberField } from '../numbers/NumberField';
import { ErrorAlert, LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const listNames = ['languages', 'currencies', 'countries'] as const;

/** The limits of the API. */
const cartDaysMax = 365_250;
const messageDaysMax = 90;
const taskLimitsMax = { lateDays: 365, lowStock: 10 } as const;

interface FieldsProps {
  readonly form: ProjectForm;
  readonly change: (members: Partial<ProjectForm>) => void;
}

const Fields = ({ form, change }: FieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('projects.name')}
        required
        value={form.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {listNames.map(name => (
        <TagsInput
          key={name}
          label={t(`projects.${name}`)}
          value={form[name]}
          onChange={value => change({ [name]: value })}
        />
      ))}
      <NumberField
        label={t('projectSettings.cartDays')}
        required
        min={1}
        max={cartDaysMax}
        value={form.cartDays}
        onChange={cartDays => change({ cartDays })}
      />
      <TextInput
        label={t('projectSettings.orderNumbers')}
        description={t('projectSettings.orderNumbersHint')}
        value={form.orderNumberPattern}
        error={isPattern(form.orderNumberPattern) ? undefined : t('projectSettings.noPattern')}
        onChange={({ currentTarget }) => change({ orderNumberPattern: currentTarget.value })}
      />
      <Checkbox
        label={t('projectSettings.messages')}
        description={t('projectSettings.messagesHint')}
        checked={form.messagesEnabled}
        onChange={({ currentTarget }) => change({ messagesEnabled: currentTarget.checked })}
      />
      <NumberField
        label={t('projectSettings.messageDays')}
        required
        min={1}
        max={messageDaysMax}
        value={form.messageDays}
        onChange={messageDays => change({ messageDays })}
      />
      {(['lateDays', 'lowStock'] as const).map(name => (
        <NumberField
          key={name}
          label={t(`projectSettings.${name}`)}
          description={t(`projectSettings.${name}Hint`)}
          required
          min={0}
          max={taskLimitsMax[name]}
          value={form.taskLimits[name]}
          onChange={value => change({ taskLimits: { ...form.taskLimits, [name]: value } })}
        />
      ))}
    </>
  );
};

interface SettingsFormProps {
  readonly project: Project;
  readonly mayChange: boolean;
  readonly isSaving: boolean;
  readonly onSave: (update: { readonly version: number; readonly actions: readonly object[] }) => void;
}

const SettingsForm = ({ project, mayChange, isSaving, onSave }: SettingsFormProps) => {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => toForm(project));
  const actions = settingActions(project, form);
  const wrong = isPattern(form.orderNumberPattern) ? undefined : t('projectSettings.noPattern');
  return (
    <CheckedForm
      missing={actions.length === 0 ? t('reason.unchanged') : wrong}
      onSubmit={() => onSave({ version: project.version, actions })}
    >
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0 }}>
        <Stack maw={520}>
          {!mayChange && <Text size="sm">{t('reason.readOnly')}</Text>}
          <Fields form={form} change={members => setForm(before => ({ ...before, ...members }))} />
          {mayChange && (
            <SubmitButton loading={isSaving} w="fit-content">
              {t('projectSettings.save')}
            </SubmitButton>
          )}
        </Stack>
      </fieldset>
    </CheckedForm>
  );
};

const ProjectSettingsPage = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const projectKey = useProjectKey();
  const queryKey = ['project', projectKey];
  const query = useQuery({ queryKey, queryFn: () => readProject(projectKey), enabled: projectKey !== '-' });
  const project = query.data;
  const saving = useMutation({
    mutationFn: (update: Parameters<typeof updateProject>[1]) => updateProject(projectKey, update),
    onSuccess: saved => {
      client.setQueryData(queryKey, saved);
      return Promise.all([['session'], ['projects']].map(each => client.invalidateQueries({ queryKey: each })));
    },
  });
  const reload = async (): Promise<void> => {
    await query.refetch();
    saving.reset();
  };
  const mayChange = useAllowed()('POST', '');
  return (
    <Stack>
      <PageTitle>{t('projectSettings.title')}</PageTitle>
      {projectKey === '-' && <Text>{t('projects.empty')}</Text>}
      <LoadState of={query} />
      {saving.isSuccess && <Alert color="green">{t('projectSettings.saved')}</Alert>}
      <ErrorAlert error={saving.error}>
        <Button onClick={() => void reload()}>{t('change.reload')}</Button>
      </ErrorAlert>
      {project !== undefined && (
        <SettingsForm
          key={`${project.key} ${project.version}`}
          project={project}
          mayChange={mayChange}
          isSaving={saving.isPending}
          onSave={saving.mutate}
        />
      )}
    </Stack>
  );
};

export default ProjectSettingsPage;

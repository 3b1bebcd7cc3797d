/** The window that adds a state to a workflow. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../changes/FormDialog';
import { useCreateResource } from '../resources/useResource';
import type { WorkflowState } from './workflowStates';
import { ErrorAlert } from '../layout/LoadError';

interface AddStateDialogProps {
  readonly type: string;
  readonly language: string;
  /** True for the first state, which must be an initial one. */
  readonly isFirst: boolean;
  readonly onAdded: (id: string) => void;
  readonly onClose: () => void;
}

export const AddStateDialog = ({ type, language, isFirst, onAdded, onClose }: AddStateDialogProps) => {
  const { t } = useTranslation();
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [initial, setInitial] = useState(isFirst);
  const { mutate, ...mutation } = useCreateResource<WorkflowState>('states');
  const add = (): void =>
    mutate(
      { key, type, initial, ...(name.trim() !== '' && { name: { [language]: name } }) },
      { onSuccess: ({ id }) => onAdded(id) },
    );
  return (
    <FormDialog
      title={t('workflow.add')}
      hint={t('workflow.addHint')}
      submitText={t('workflow.add')}
      isSaving={mutation.isPending}
      missing={key === '' ? t('reason.empty', { field: t('workflow.key') }) : undefined}
      onSubmit={add}
      onClose={onClose}
      alert={<ErrorAlert error={mutation.error} />}
    >
      <TextInput
        label={t('workflow.key')}
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        required
        data-autofocus
      />
      <TextInput
        label={t('workflow.name', { language })}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox
        label={t('workflow.initial')}
        checked={initial}
        onChange={({ currentTarget }) => setInitial(currentTarget.checked)}
      />
    </FormDialog>
  );
};
